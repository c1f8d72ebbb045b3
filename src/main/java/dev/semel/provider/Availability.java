package dev.semel.provider;

import java.time.Duration;

/** Whether submissions to a provider make sense now, as its breaker sees it. */
public sealed interface Availability {
  /** Submit as usual. */
  record Available() implements Availability {}

  /** Its breaker is half open: submit one payout, which tells whether it is back. */
  record ProbeOnly() implements Availability {}

  /**
   * Its breaker is open: submit nothing.
   *
   * @param left how much longer, as far as is known now
   */
  record Unavailable(Duration left) implements Availability {}
}
