package dev.semel.provider;

import java.util.Optional;

/**
 * How a provider's breaker stands on this node.
 *
 * @param state its state
 * @param openings how often it has opened since this node started; a probe that fails is no new
 *     opening
 * @param lastFailure what failed last, where something that counts did
 * @param answered whether a submission went well since it opened last, or since this node started
 */
public record BreakerStanding(
    State state, long openings, Optional<String> lastFailure, boolean answered) {

  /** Of a provider that has none, or that nothing was submitted to. */
  public static final BreakerStanding UNTRIED =
      new BreakerStanding(State.CLOSED, 0, Optional.empty(), false);

  /** Whether submissions go through. */
  public enum State {
    /** All do. */
    CLOSED,
    /** None does. */
    OPEN,
    /** One does, as a probe, or is on its way. */
    HALF_OPEN
  }
}
