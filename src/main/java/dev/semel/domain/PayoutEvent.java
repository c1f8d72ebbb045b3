package dev.semel.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened to a payout, or that somebody asks for. Edges and workers make events;
 * {@link PayoutLifecycle} alone says what an event does.
 *
 * <p>Every event is recorded in the payout's history, whether it was applied or refused.
 */
public sealed interface PayoutEvent {
  /** What the event rests on. */
  Evidence evidence();

  /**
   * Whether what is sent next goes under a new number, with a reference and a key of its own. Only
   * a person begins a new attempt, and never after an unknown outcome.
   */
  default boolean beginsAttempt() {
    return false;
  }

  /**
   * An event that a worker reports of its own call, under the lease with which it claimed the
   * payout.
   */
  sealed interface OfCall extends PayoutEvent {
    /** The number of the claim under which the call was made. */
    long leaseEpoch();

    @Override
    default Evidence evidence() {
      return Evidence.AUTHENTICATED_QUERY;
    }
  }

  /** What a person decided. */
  sealed interface ByPerson extends PayoutEvent {
    @Override
    default Evidence evidence() {
      return Evidence.PERSON;
    }
  }

  /** Our own doing, or what our own database's clock says. */
  sealed interface OfOwnRecord extends PayoutEvent {
    @Override
    default Evidence evidence() {
      return Evidence.OWN_RECORD;
    }
  }

  /** What the provider answered to our own question. */
  sealed interface OfAnswer extends PayoutEvent {
    @Override
    default Evidence evidence() {
      return Evidence.AUTHENTICATED_QUERY;
    }
  }

  /** An event in which the provider says how a payout stands. */
  sealed interface OfStatement extends PayoutEvent {
    /** What the provider stated. */
    ProviderStatement statement();

    /** Where this statement stands among the provider's others. */
    ProviderPosition position();
  }

  /** The sender's payment has cleared. */
  record FundsCleared(String paymentReference) implements ByPerson {}

  /** A worker took the payout in order to submit it. */
  record Claimed() implements OfOwnRecord {}

  /** The provider accepted the submission and perhaps said more. */
  record Accepted(long leaseEpoch, ProviderStatement statement) implements OfCall, OfStatement {
    @Override
    public Evidence evidence() {
      return Evidence.AUTHENTICATED_QUERY;
    }

    @Override
    public ProviderPosition position() {
      return ProviderPosition.UNPLACED;
    }
  }

  /** The provider refused the payout itself: a business refusal, never tried again. */
  record Refused(long leaseEpoch, String code, Fault fault, Optional<String> message)
      implements OfCall {}

  /** No request reached the provider. */
  record NotSent(long leaseEpoch, String reason, Retry retry) implements OfCall {}

  /** The provider said that it processed nothing and asked for patience. */
  record Busy(long leaseEpoch, String reason, Retry retry) implements OfCall {}

  /** The provider refused the request, not the payout, for a fault on our side. */
  record PlatformFault(long leaseEpoch, String code, Optional<String> message) implements OfCall {
    /**
     * The code of a fault found before anything is sent: data that the provider needs is missing.
     */
    public static final String DATA_MISSING = "data_missing";
  }

  /**
   * A request may have been acted on, and no understood answer came.
   *
   * @param sendAgainAfter where the provider asked for patience without promising that it processed
   *     nothing: how long to wait before the same request may be sent again in order to ask
   */
  record OutcomeUnknown(long leaseEpoch, String reason, Optional<Duration> sendAgainAfter)
      implements OfCall {
    /** One of which only a question can tell more. */
    public OutcomeUnknown(long leaseEpoch, String reason) {
      this(leaseEpoch, reason, Optional.empty());
    }
  }

  /** The provider says that it has this reference already. */
  record DuplicateReference(long leaseEpoch) implements OfCall {}

  /**
   * The worker that claimed the payout did not report back in time: it may have died after sending.
   */
  record LeaseExpired(long leaseEpoch) implements OfOwnRecord {}

  /** A lookup by our reference found the payout at the provider. */
  record LookupFound(ProviderStatement statement) implements OfStatement {
    @Override
    public Evidence evidence() {
      return Evidence.AUTHENTICATED_QUERY;
    }

    @Override
    public ProviderPosition position() {
      return ProviderPosition.UNPLACED;
    }
  }

  /**
   * A lookup by our reference said that the provider has no such payout; that alone proves nothing.
   *
   * @param counted when the lookup started, if {@link AbsenceRule} lets it count; one more in a row
   *     then confirms absence
   */
  record LookupAbsent(Optional<Instant> counted) implements OfAnswer {
    /** One that does not count. */
    public LookupAbsent() {
      this(Optional.empty());
    }
  }

  /** Absence was proven as {@link AbsenceRule} asks. */
  record AbsenceConfirmed() implements OfAnswer {}

  /**
   * A lookup gave no usable answer.
   *
   * @param sendAgainAfter where the question was the same request once more and was not taken: how
   *     long to wait before it may be sent again
   * @param referenceTaken whether the provider said all the same that it has our reference
   */
  record LookupUnclear(String reason, Optional<Duration> sendAgainAfter, boolean referenceTaken)
      implements OfAnswer {
    /** One after which it is looked up again as planned. */
    public LookupUnclear(String reason) {
      this(reason, Optional.empty(), false);
    }
  }

  /**
   * The lookups planned for an unknown outcome are used up, or none can be made, or a resend would
   * no longer be safe.
   */
  record LookupsUsedUp(String reason) implements OfOwnRecord {}

  /** The provider says how the payout stands, by webhook, status check or report. */
  record ProviderSays(ProviderStatement statement, ProviderPosition position, Evidence evidence)
      implements OfStatement {}

  /** A status check of a sent payout got no usable answer for too long. */
  record ProviderSilent() implements OfOwnRecord {}

  /** The client or an operator asks to stop the payout. */
  record CancelAsked(String reason) implements ByPerson {}

  /** The moment past which nothing may be sent any more has gone by. */
  record DeadlinePassed() implements OfOwnRecord {}

  /**
   * The provider says of an attempt that is not the present one more than that it failed. From then
   * on nothing of the payout is sent before people have settled what that attempt is, or the
   * provider would be asked to pay under two references.
   *
   * @param attempt its number
   * @param said what the provider says of it
   */
  record OtherAttemptAlive(int attempt, String said) implements OfOwnRecord {}

  /** An operator stops the payout for now. */
  record HeldByOperator(String reason) implements ByPerson {}

  /** An operator lets a payout go on that an operator had held. */
  record ReleasedByOperator(String reason) implements ByPerson {}

  /** What takes a second person where more than our own side is concerned. */
  sealed interface ByTwo extends ByPerson {
    /** The second person, who is not the first; empty while there is none. */
    Optional<String> approvedBy();
  }

  /**
   * An operator has the payout sent again.
   *
   * @param statement the evidence in writing that the provider does not have it
   * @param approvedBy the second person, who is not the first
   * @param referenceConsumed whether the provider shows that it failed the held attempt: its
   *     reference can't be used again
   * @param other what the people say of another attempt that the provider spoke of: nothing, or
   *     that it will not be paid
   */
  record ResendByOperator(
      String statement, Optional<String> approvedBy, boolean referenceConsumed, OtherAttempt other)
      implements ByTwo {
    /** The same where there is no word of another attempt. */
    public ResendByOperator(
        String statement, Optional<String> approvedBy, boolean referenceConsumed) {
      this(statement, approvedBy, referenceConsumed, OtherAttempt.UNMENTIONED);
    }

    /** The same under the reference that there is. */
    public ResendByOperator(String statement, Optional<String> approvedBy) {
      this(statement, approvedBy, false);
    }

    @Override
    public boolean beginsAttempt() {
      return referenceConsumed;
    }
  }

  /**
   * An operator gives a held payout other details of the beneficiary, which are no business of the
   * rules. It is sent under a reference of its own.
   *
   * @param reason why, and what is changed, without account numbers
   * @param approvedBy the second person, who is not the first
   */
  record CorrectedByOperator(String reason, Optional<String> approvedBy) implements ByTwo {
    @Override
    public boolean beginsAttempt() {
      return true;
    }
  }

  /**
   * An operator says how a payout ended that the program can't end.
   *
   * @param outcome of an unknown submission {@code SENT} with the provider's id, or {@code FAILED};
   *     of one that the provider holds under other terms {@code PAID}, {@code RETURNED} or {@code
   *     FAILED}
   * @param statement the evidence in writing
   * @param approvedBy the second person, who is not the first
   * @param other what the people say of another attempt that the provider spoke of
   * @param adopted the number of the attempt that they take the payout to be; empty where it is
   *     another one and the provider spoke of one only
   * @param present what the provider said of the present attempt just before
   */
  record SettledByOperator(
      PayoutState outcome,
      Optional<String> providerPayoutId,
      String statement,
      Optional<String> approvedBy,
      OtherAttempt other,
      Optional<Integer> adopted,
      PresentAttempt present)
      implements ByTwo {
    /** The same where nothing was said of the present attempt, and no other one is named. */
    public SettledByOperator(
        PayoutState outcome,
        Optional<String> providerPayoutId,
        String statement,
        Optional<String> approvedBy,
        OtherAttempt other) {
      this(
          outcome,
          providerPayoutId,
          statement,
          approvedBy,
          other,
          Optional.empty(),
          PresentAttempt.MAY_BE_ALIVE);
    }

    /** The same where there is no word of another attempt. */
    public SettledByOperator(
        PayoutState outcome,
        Optional<String> providerPayoutId,
        String statement,
        Optional<String> approvedBy) {
      this(outcome, providerPayoutId, statement, approvedBy, OtherAttempt.UNMENTIONED);
    }
  }

  /** When a submission that was certainly not processed may be tried again. */
  sealed interface Retry {
    /**
     * After a pause.
     *
     * @param pause how long
     * @param counted false when nothing was tried at all, so that it uses up none of the tries
     */
    record After(Duration pause, boolean counted) implements Retry {
      /** After a try that counts. */
      public After(Duration pause) {
        this(pause, true);
      }
    }

    /** Not by the program: the tries or the time are used up. */
    record UsedUp() implements Retry {}
  }
}
