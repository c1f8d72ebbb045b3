package dev.semel.provider;

import dev.semel.domain.Fault;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.RetryAfter;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** How a submission ended, as far as it can be known. What no rule names is {@link Unknown}. */
public sealed interface SubmitOutcome {
  /**
   * We did not try: the breaker is open, or too much is running already. It uses up none of the
   * payout's tries.
   */
  record HeldBack(String reason) implements SubmitOutcome {}

  /** No request was written: no connection was ever ours, or the request could not be made. */
  record NotSent(String reason) implements SubmitOutcome {}

  /**
   * The request was handed to a connection, and no answer came that tells what became of it.
   *
   * @param patience what the provider asks for, where it answered that it is too busy and does not
   *     promise that it processed nothing
   */
  record Unknown(String reason, Optional<RetryAfter> patience) implements SubmitOutcome {
    /** One in which the provider asks for nothing. */
    public Unknown(String reason) {
      this(reason, Optional.empty());
    }
  }

  /** The provider has it. */
  record Accepted(ProviderStatement statement) implements SubmitOutcome {}

  /** A business refusal of the payout; never tried again. */
  record Refused(String code, Fault fault, Optional<String> message) implements SubmitOutcome {}

  /**
   * The provider promises that it processed nothing, and asks for patience.
   *
   * @param reason what it said
   * @param patience how long it asks to wait
   */
  record Busy(String reason, RetryAfter patience) implements SubmitOutcome {
    /** One that names no moment. */
    public Busy(String reason, Optional<Duration> retryAfter) {
      this(reason, new RetryAfter(retryAfter, Optional.empty()));
    }
  }

  /**
   * The provider has this reference already: it is looked up and adopted, never sent under another.
   *
   * @param providerPayoutId the provider's id of the payout that has it, where the answer says it
   * @param original where that payout can be asked about, where the answer says it
   */
  record Duplicate(Optional<String> providerPayoutId, Optional<OriginalAt> original)
      implements SubmitOutcome {
    /** One that names no address of the original. */
    public Duplicate(Optional<String> providerPayoutId) {
      this(providerPayoutId, Optional.empty());
    }
  }

  /**
   * Where an answer says that the payout stands which has our reference. It is the provider's text:
   * whether it may be asked there is to be judged first.
   *
   * @param address the address as the answer has it
   * @param hosts the hosts at which the provider's file lets us ask, besides the provider's own
   */
  record OriginalAt(String address, Set<String> hosts) {
    public OriginalAt {
      hosts = Set.copyOf(hosts);
    }
  }

  /** Our request was refused for a fault on our side. */
  record PlatformFault(String code, Optional<String> message) implements SubmitOutcome {}
}
