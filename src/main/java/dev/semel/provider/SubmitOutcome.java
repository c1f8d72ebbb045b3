package dev.semel.provider;

import dev.semel.domain.Fault;
import dev.semel.domain.ProviderStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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

  /**
   * The provider promises that it processed nothing, and asks for patience.
   *
   * @param reason what it said
   * @param retryAfter how long it asks to wait, where it says
   * @param retryAt until when it asks to wait, where it says so and not when it said it
   */
  record Busy(String reason, Optional<Duration> retryAfter, Optional<Instant> retryAt)
      implements SubmitOutcome {
    private static final Duration LONGEST = Duration.ofDays(1);

    /** One that names no moment. */
    public Busy(String reason, Optional<Duration> retryAfter) {
      this(reason, retryAfter, Optional.empty());
    }

    /**
     * The least pause that it asks for, at most a day; empty where it asks for none.
     *
     * @param now the moment of the decision, by the database's clock
     */
    public Optional<Duration> leastPause(Instant now) {
      return Stream.concat(
              retryAfter.stream(), retryAt.map(at -> Duration.between(now, at)).stream())
          .map(pause -> pause.isNegative() ? Duration.ZERO : pause)
          .map(pause -> pause.compareTo(LONGEST) > 0 ? LONGEST : pause)
          .max(Comparator.naturalOrder());
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
