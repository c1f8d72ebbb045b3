// A second person says no to a wish.
package dev.semel.payout;

import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.Optional;

/** A second person says no to a wish; the payout stays as it is. */
@Singleton
final class RejectWish {
  private final PayoutStore payouts;
  private final ApprovalStore approvals;
  private final SecondPerson secondPerson;
  private final AuditStore audit;

  RejectWish(
      PayoutStore payouts, ApprovalStore approvals, SecondPerson secondPerson, AuditStore audit) {
    this.payouts = payouts;
    this.approvals = approvals;
    this.secondPerson = secondPerson;
    this.audit = audit;
  }

  /** Rejects a tenant's wish, in the open transaction. */
  WishOutcome reject(Caller caller, String id, String reason) {
    Approval asked = approvals.find(caller.tenantId(), id).orElseThrow(Problems::noSuchApproval);
    PayoutStore.Locked locked = payouts.lock(asked.payoutId());
    Approval approval = approvals.find(caller.tenantId(), id).orElseThrow();
    audit.append(
        new AuditStore.Entry(caller.tenantId(), caller.actor(), "approval.reject", id, reason));
    Optional<String> objection = secondPerson.objection(caller, approval, locked.now());
    if (objection.isPresent()) {
      return WishOutcome.refused(
              locked.payout(), objection.get(), Optional.empty(), FreshLookup.NOT_ASKED)
          .about(approval);
    }
    approvals.decide(id, Approval.Status.REJECTED, caller.actor(), reason);
    return new WishOutcome.OfTwo(approvals.find(caller.tenantId(), id).orElseThrow());
  }
}
