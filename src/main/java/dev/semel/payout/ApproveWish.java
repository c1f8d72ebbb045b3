// A second person agrees to a wish, and it is carried out.
package dev.semel.payout;

import dev.semel.domain.Decision;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.SafeWish;
import dev.semel.domain.SafeWish.Verdict;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * A second person agrees to a wish, and it is carried out in the same transaction, if it is still
 * safe by what the provider said just before. What is not safe stays waiting; what the payout has
 * moved past ends.
 */
@Singleton
final class ApproveWish {
  private final PayoutStore payouts;
  private final PayoutTransitions transitions;
  private final ApprovalStore approvals;
  private final SecondPerson secondPerson;
  private final WeighWish weighWish;
  private final AuditStore audit;

  ApproveWish(
      PayoutStore payouts,
      PayoutTransitions transitions,
      ApprovalStore approvals,
      SecondPerson secondPerson,
      WeighWish weighWish,
      AuditStore audit) {
    this.payouts = payouts;
    this.transitions = transitions;
    this.approvals = approvals;
    this.secondPerson = secondPerson;
    this.weighWish = weighWish;
    this.audit = audit;
  }

  /**
   * Agrees to a tenant's wish, in the open transaction.
   *
   * @param answer what the provider said when it was asked just before
   */
  WishOutcome approve(Caller caller, String id, String reason, FreshLookup.Answer answer) {
    Approval asked = approvals.find(caller.tenantId(), id).orElseThrow(Problems::noSuchApproval);
    PayoutStore.Locked locked = payouts.lock(asked.payoutId());
    // Only now nobody else decides: read again.
    Approval approval = approvals.find(caller.tenantId(), id).orElseThrow();
    audit.append(
        new AuditStore.Entry(caller.tenantId(), caller.actor(), "approval.approve", id, reason));
    Optional<String> objection = secondPerson.objection(caller, approval, locked.now());
    if (objection.isPresent()) {
      return WishOutcome.refused(locked.payout(), objection.get(), Optional.empty(), answer)
          .about(approval);
    }
    if (answer.lookup() != SafeWish.Lookup.BUSY) {
      approvals.askedAgain(id, Approval.Lookup.of(answer));
    }
    Optional<Verdict.NotSafe> unsafe = weighWish.objection(locked, approval.wish(), answer);
    return unsafe.isPresent()
        ? WishOutcome.refused(locked.payout(), unsafe.get(), answer).about(approval)
        : carryOut(caller, locked, approval, reason, answer);
  }

  private WishOutcome carryOut(
      Caller caller,
      PayoutStore.Locked locked,
      Approval approval,
      String reason,
      FreshLookup.Answer answer) {
    PayoutEvent event =
        approval
            .wish()
            .event(
                approval.reason() + " (" + approval.id() + ")",
                Optional.of(caller.actor()),
                answer);
    PayoutTransitions.Transition transition =
        approval.wish() instanceof Wish.Correct correct
            ? transitions.correct(locked, correct.beneficiary(), event, approval.requestedBy())
            : transitions.apply(locked, event, approval.requestedBy(), Optional.empty());
    return switch (transition.decision()) {
      case Decision.Applied _ -> {
        approvals.decide(approval.id(), Approval.Status.APPROVED, caller.actor(), reason);
        yield new WishOutcome.OfTwo(again(approval));
      }
      case Decision.Refused refused -> {
        String why = refused.reason().sentence();
        approvals.decide(
            approval.id(), Approval.Status.EXPIRED, "system", "refused because " + why);
        yield WishOutcome.refused(locked.payout(), why, Optional.empty(), answer)
            .about(again(approval));
      }
    };
  }

  private Approval again(Approval approval) {
    return approvals.find(approval.tenantId(), approval.id()).orElseThrow();
  }
}
