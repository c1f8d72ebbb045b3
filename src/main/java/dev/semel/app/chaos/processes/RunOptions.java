// What is asked of a run.
package dev.semel.app.chaos.processes;

import java.time.Duration;

/**
 * What is asked of a run.
 *
 * @param lasting how long the torment lasts, once everything runs
 * @param seed chooses what is asked, what the partners do and what is done to whom; the instants
 *     are those of a real machine, so that no run is quite like another
 * @param payoutsPerSecond about how many acts of clients begin in a second
 * @param kills how often servers are killed at least, however long that takes
 * @param patience for how long nothing may settle afterwards before the wait for it ends
 */
public record RunOptions(
    Duration lasting, long seed, int payoutsPerSecond, int kills, Duration patience) {
  public RunOptions {
    if (lasting.isNegative() || lasting.isZero() || patience.isNegative()) {
      throw new IllegalArgumentException("A run lasts a while, and patience is not negative.");
    }
    if (kills < 0) {
      throw new IllegalArgumentException("The number of kills is not negative.");
    }
    if (payoutsPerSecond < 1 || payoutsPerSecond > 1000) {
      throw new IllegalArgumentException("Between 1 and 1000 payouts are asked for in a second.");
    }
  }
}
