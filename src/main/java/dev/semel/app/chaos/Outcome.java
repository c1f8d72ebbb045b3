// What a simulation came to.
package dev.semel.app.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a simulation came to.
 *
 * @param seed what makes the same one again, with the same number of payouts
 * @param payouts how many payouts there were
 * @param ends how many of them ended in which state
 * @param time how long it took in its own time
 * @param tally what was done to the engine
 * @param violations the promises that were broken
 * @param hash of everything that happened
 */
record Outcome(
    long seed,
    int payouts,
    Map<String, Integer> ends,
    Duration time,
    Tally tally,
    List<Violation> violations,
    String hash) {
  Outcome {
    ends = Map.copyOf(ends);
    violations = List.copyOf(violations);
  }
}
