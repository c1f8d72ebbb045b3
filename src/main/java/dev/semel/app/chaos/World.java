// What everything in one simulation shares.
package dev.semel.app.chaos;

/**
 * What everything in one simulation shares.
 *
 * @param timeline its time
 * @param chance its chance
 * @param trace what happened
 * @param tally what was done to the engine
 * @param weather whether faults are made now
 * @param sabotage what is broken in the engine on purpose, to see that it is found
 */
record World(
    Timeline timeline,
    Chance chance,
    Trace trace,
    Tally tally,
    Weather weather,
    Sabotage sabotage) {

  /** Whether faults are made: in the storm, and not in the quiet after it. */
  static final class Weather {
    private boolean stormy = true;

    boolean stormy() {
      return stormy;
    }

    void calm() {
      stormy = false;
    }
  }

  /** Whether a fault happens now, so many times in a thousand; it is counted. */
  boolean strikes(Fault fault, int permille) {
    boolean hit = weather.stormy() && chance.permille(permille);
    if (hit) {
      tally.count(fault);
    }
    return hit;
  }
}
