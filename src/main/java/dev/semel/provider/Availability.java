package dev.semel.provider;

import java.time.Instant;

/** Whether submissions to a provider make sense now, as its breaker sees it. */
public sealed interface Availability {
  /** Submit as usual. */
  record Available() implements Availability {}

  /** Its breaker is half open: submit one payout, which tells whether it is back. */
  record ProbeOnly() implements Availability {}

  /** Its breaker is open: submit nothing before this time of this node's clock. */
  record Unavailable(Instant until) implements Availability {}
}
