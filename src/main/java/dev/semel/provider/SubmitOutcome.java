package dev.semel.provider;

import dev.semel.domain.Fault;
import dev.semel.domain.ProviderStatement;
import java.time.Duration;
import java.util.Optional;

/** How a submission ended, as far as it can be known. What no rule names is {@link Unknown}. */
public sealed interface SubmitOutcome {
  /**
   * We did not try: the breaker is open, or too much is running already. It uses up none of the
   * payout's tries.
   */
  record HeldBack(String reason) implements SubmitOutcome {}

  /** No request was written: no connection was ever ours, or the request could not be made. */
  record NotSent(String reason) implements SubmitOutcome {}

  /** The request was handed to a connection, and no complete, understood answer came. */
  record Unknown(String reason) implements SubmitOutcome {}

  /** The provider has it. */
  record Accepted(ProviderStatement statement) implements SubmitOutcome {}

  /** A business refusal of the payout; never tried again. */
  record Refused(String code, Fault fault, Optional<String> message) implements SubmitOutcome {}

  /** The provider promises that it processed nothing, and asks for patience. */
  record Busy(String reason, Optional<Duration> retryAfter) implements SubmitOutcome {}

  /**
   * The provider has this reference already: it is looked up and adopted, never sent under another.
   */
  record Duplicate(Optional<String> providerPayoutId) implements SubmitOutcome {}

  /** Our request was refused for a fault on our side. */
  record PlatformFault(String code, Optional<String> message) implements SubmitOutcome {}
}
