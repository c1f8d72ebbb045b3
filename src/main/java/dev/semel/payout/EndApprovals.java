// Ends wishes that nobody decided in time, or that the payout has moved past.
package dev.semel.payout;

import dev.semel.db.Tx;
import dev.semel.domain.OtherAttempt;
import dev.semel.security.AuditStore;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Ends wishes that nobody decided in time, or that the payout has moved past. Each end stands in
 * the audit log.
 */
@Singleton
public final class EndApprovals {
  private static final Logger LOG = Logger.getLogger(EndApprovals.class);
  private static final String NOBODY = "system";
  private static final int BATCH = 100;

  private final ApprovalStore approvals;
  private final PayoutStore payouts;
  private final AuditStore audit;

  EndApprovals(ApprovalStore approvals, PayoutStore payouts, AuditStore audit) {
    this.approvals = approvals;
    this.payouts = payouts;
    this.audit = audit;
  }

  /** Ends every wish whose time is over. */
  public void overdue() {
    List<String> found = Tx.call(() -> approvals.overdue(BATCH));
    for (String payoutId : found) {
      try {
        Tx.run(() -> overdueOf(payouts.lock(payoutId)));
      } catch (RuntimeException e) {
        LOG.warnf("The wish for payout %s could not be ended and is tried again: %s", payoutId, e);
      }
    }
  }

  /** Ends the wish for a payout whose row is locked, if its time is over. */
  void overdueOf(PayoutStore.Locked locked) {
    approvals
        .pending(locked.payout().id())
        .filter(approval -> isOver(approval, locked.now()))
        .ifPresent(approval -> end(approval, "nobody decided in time"));
  }

  /** Ends the wish for a payout whose row is locked, because it stands elsewhere now. */
  void movedOn(PayoutRecord payout) {
    approvals
        .pending(payout.id())
        .ifPresent(
            approval ->
                end(
                    approval,
                    "the payout became '" + payout.state().wireName() + "' before it was decided"));
  }

  /**
   * Ends the wish for a payout whose row is locked, because the provider spoke of another attempt.
   * That it speaks of the same one again is no reason against taking the payout to be that one.
   *
   * @param again whether it spoke of that attempt before
   */
  void otherAttemptAlive(PayoutRecord payout, boolean again) {
    approvals
        .pending(payout.id())
        .filter(approval -> !again || approval.wish().other() != OtherAttempt.ADOPTED)
        .ifPresent(
            approval ->
                end(
                    approval,
                    "the provider spoke of another attempt of the payout before it was decided"));
  }

  private static boolean isOver(Approval approval, Instant now) {
    return !now.isBefore(approval.expiresAt());
  }

  private void end(Approval approval, String reason) {
    approvals.decide(approval.id(), Approval.Status.EXPIRED, NOBODY, reason);
    audit.append(
        new AuditStore.Entry(
            approval.tenantId(), NOBODY, "approval.expire", approval.id(), reason));
  }
}
