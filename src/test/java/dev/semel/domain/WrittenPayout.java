package dev.semel.domain;

import dev.semel.domain.Decision.Applied;
import java.util.Optional;

/**
 * What is on record of a payout after a decision was written: the bookkeeping around the rules, as
 * short as walks need it.
 */
final class WrittenPayout {
  private WrittenPayout() {}

  /** The payout as it is read back. A refused event leaves it as it was. */
  static PayoutSnapshot after(PayoutSnapshot before, PayoutEvent event, Decision decision) {
    if (!(decision instanceof Applied applied)) {
      return before;
    }
    Sample after = Sample.of(before).state(applied.next());
    if (event instanceof PayoutEvent.FundsCleared) {
      after.funded(true);
    }
    if (event instanceof PayoutEvent.Claimed) {
      after.submitted(true).leaseEpoch(before.leaseEpoch() + 1);
    }
    if (applied.next() == PayoutState.SUBMISSION_UNKNOWN) {
      after.wasUnknown(true);
    }
    if (event instanceof PayoutEvent.OfStatement said) {
      after.adopted(
          before.providerPayoutId().or(() -> said.statement().providerPayoutId()),
          said.position().advancedFrom(before.position()));
    }
    if (event instanceof PayoutEvent.OtherAttemptAlive) {
      after.submitted(true).otherAttemptAlive(true);
    }
    if (settlesOther(event)) {
      after.otherAttemptAlive(false);
    }
    if (applied.next() != before.state()) {
      after.settledByPeople(event instanceof PayoutEvent.SettledByOperator);
    }
    if (event instanceof PayoutEvent.SettledByOperator settled) {
      after.adopted(settled.providerPayoutId().or(before::providerPayoutId), before.position());
    }
    after.held(applied.next() == PayoutState.HELD ? reason(before, event) : Optional.empty());
    return after.payout();
  }

  /** Whether people say what another attempt is of which the provider spoke. */
  static boolean settlesOther(PayoutEvent event) {
    return (event instanceof PayoutEvent.ResendByOperator resend
            && resend.other() != OtherAttempt.UNMENTIONED)
        || (event instanceof PayoutEvent.SettledByOperator settled
            && settled.other() != OtherAttempt.UNMENTIONED);
  }

  private static Optional<HoldReason> reason(PayoutSnapshot before, PayoutEvent event) {
    return switch (event) {
      case PayoutEvent.HeldByOperator _ -> Optional.of(HoldReason.OPERATOR);
      case PayoutEvent.PlatformFault _ -> Optional.of(HoldReason.PLATFORM_FAULT);
      case PayoutEvent.NotSent _, PayoutEvent.Busy _ -> Optional.of(HoldReason.RETRIES_USED_UP);
      case PayoutEvent.FundsCleared _ -> before.hold();
      case PayoutEvent other -> throw new AssertionError(other + " led to held");
    };
  }

  /**
   * The event as the current worker reports it, or as an earlier one does where the sample was
   * late.
   */
  static PayoutEvent underLease(PayoutSnapshot payout, PayoutEvent event) {
    long late = Sample.EPOCH - 1;
    return switch (event) {
      case PayoutEvent.Accepted it ->
          new PayoutEvent.Accepted(epoch(payout, it.leaseEpoch() == late), it.statement());
      case PayoutEvent.Refused it ->
          new PayoutEvent.Refused(
              epoch(payout, it.leaseEpoch() == late), it.code(), it.fault(), it.message());
      case PayoutEvent.NotSent it ->
          new PayoutEvent.NotSent(epoch(payout, it.leaseEpoch() == late), it.reason(), it.retry());
      case PayoutEvent.Busy it ->
          new PayoutEvent.Busy(epoch(payout, it.leaseEpoch() == late), it.reason(), it.retry());
      case PayoutEvent.PlatformFault it ->
          new PayoutEvent.PlatformFault(
              epoch(payout, it.leaseEpoch() == late), it.code(), it.message());
      case PayoutEvent.OutcomeUnknown it ->
          new PayoutEvent.OutcomeUnknown(epoch(payout, it.leaseEpoch() == late), it.reason());
      case PayoutEvent.DuplicateReference it ->
          new PayoutEvent.DuplicateReference(epoch(payout, it.leaseEpoch() == late));
      case PayoutEvent.LeaseExpired it ->
          new PayoutEvent.LeaseExpired(epoch(payout, it.leaseEpoch() == late));
      case PayoutEvent other -> other;
    };
  }

  private static long epoch(PayoutSnapshot payout, boolean late) {
    return late ? payout.leaseEpoch() - 1 : payout.leaseEpoch();
  }
}
