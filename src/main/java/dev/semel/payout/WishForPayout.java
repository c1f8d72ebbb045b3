// Takes a person's wish for a payout, and has a second one decide where that is needed.
package dev.semel.payout;

import dev.semel.domain.Decision;
import dev.semel.domain.Refusal;
import dev.semel.domain.SafeWish.Verdict;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * Takes a person's wish to resend, settle or correct a payout. First it is asked whether that is
 * safe now, then the lifecycle decides. Where it says that a second person is needed, the wish
 * waits for one; that it was wished stands in the history and in the audit log either way.
 */
@Singleton
final class WishForPayout {
  private final PayoutStore payouts;
  private final PayoutTransitions transitions;
  private final ApprovalStore approvals;
  private final EndApprovals endApprovals;
  private final WeighWish weighWish;
  private final CheckBeneficiary checkBeneficiary;
  private final ApprovalConfig config;
  private final AuditStore audit;

  WishForPayout(
      PayoutStore payouts,
      PayoutTransitions transitions,
      ApprovalStore approvals,
      EndApprovals endApprovals,
      WeighWish weighWish,
      CheckBeneficiary checkBeneficiary,
      ApprovalConfig config,
      AuditStore audit) {
    this.payouts = payouts;
    this.transitions = transitions;
    this.approvals = approvals;
    this.endApprovals = endApprovals;
    this.weighWish = weighWish;
    this.checkBeneficiary = checkBeneficiary;
    this.config = config;
    if (config.expiry().isNegative() || config.expiry().isZero()) {
      throw new IllegalStateException(
          "SEMEL_APPROVAL_EXPIRY is " + config.expiry() + ", but a wish has to wait for some time");
    }
    this.audit = audit;
  }

  /**
   * Brings a wish to a tenant's payout, in the open transaction.
   *
   * @param answer what the provider said when it was asked just before
   */
  WishOutcome wish(
      Caller caller, String payoutId, Wish wish, String reason, FreshLookup.Answer answer) {
    PayoutStore.Locked locked =
        payouts.lock(caller.tenantId(), payoutId).orElseThrow(Problems::noSuchPayout);
    if (wish instanceof Wish.Correct correct) {
      checkBeneficiary.check(locked.payout(), correct.beneficiary());
    }
    endApprovals.overdueOf(locked);
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "payout." + wish.action(), payoutId, reason));
    Optional<Verdict.NotSafe> objection = weighWish.objection(locked, wish, answer);
    return objection.isPresent()
        ? WishOutcome.refused(locked.payout(), objection.get(), answer)
        : decide(caller, locked, wish, reason, answer);
  }

  private WishOutcome decide(
      Caller caller,
      PayoutStore.Locked locked,
      Wish wish,
      String reason,
      FreshLookup.Answer answer) {
    PayoutTransitions.Transition transition =
        transitions.apply(
            locked, wish.event(reason, Optional.empty(), answer), caller.actor(), Optional.empty());
    return switch (transition.decision()) {
      case Decision.Applied _ -> new WishOutcome.Done(transition.payout());
      case Decision.Refused(Refusal why, var _, var _) ->
          why == Refusal.NOT_APPROVED
              ? await(caller, locked.payout(), wish, reason, answer)
              : WishOutcome.refused(locked.payout(), why.sentence(), Optional.empty(), answer);
    };
  }

  /** One wish waits at a time: two would be two decisions about the same money. */
  private WishOutcome await(
      Caller caller, PayoutRecord payout, Wish wish, String reason, FreshLookup.Answer answer) {
    Optional<Approval> pending = approvals.pending(payout.id());
    if (pending.isPresent()) {
      return WishOutcome.refused(
              payout,
              "another wish for it waits for a second person; have that one decided first",
              Optional.empty(),
              answer)
          .about(pending.get());
    }
    String id =
        approvals.insert(
            payout, wish, reason, caller.actor(), Approval.Lookup.of(answer), config.expiry());
    audit.append(
        new AuditStore.Entry(caller.tenantId(), caller.actor(), "approval.request", id, reason));
    return new WishOutcome.OfTwo(approvals.find(caller.tenantId(), id).orElseThrow());
  }
}
