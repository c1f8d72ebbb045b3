package dev.semel.app.conformance;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * One run of a scenario.
 *
 * @param label tells it from the scenario's others; may be empty
 * @param script what the partner does
 * @param ends the states in which Semel may leave the payout
 * @param forged what a message claims that is not the partner's; empty where there is none
 * @param unreachable whether nobody listens at first
 * @param stopped how long Semel is stopped after the first request
 */
record Play(
    String label,
    Script script,
    Set<String> ends,
    Optional<Stage> forged,
    boolean unreachable,
    Duration stopped) {
  private static final String UNKNOWN = "submission_unknown";

  Play {
    ends = Set.copyOf(ends);
  }

  /** It has to be paid. */
  static Play paid(String label, Script script) {
    return new Play(label, script, Set.of("paid"), Optional.empty(), false, Duration.ZERO);
  }

  /** It is paid, or it is unknown and a person knows that. */
  static Play safe(String label, Script script) {
    return paid(label, script).ending("paid", UNKNOWN);
  }

  Play ending(String... states) {
    return new Play(label, script, Set.of(states), forged, unreachable, stopped);
  }

  Play forging(Stage claimed) {
    return new Play(label, script, ends, Optional.of(claimed), unreachable, stopped);
  }

  Play unreachableFirst() {
    return new Play(label, script, ends, forged, true, stopped);
  }

  Play stoppedFor(Duration time) {
    return new Play(label, script, ends, forged, unreachable, time);
  }

  /** Whether the client has to wait for an answer that never comes. */
  boolean silent() {
    return script.act().manner() == Reply.Manner.SILENCE;
  }
}
