// What a person may do with a payout alone.
package dev.semel.payout;

import dev.semel.domain.Decision;
import dev.semel.domain.PayoutEvent;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * What a person may do with a payout alone: hold it, and release it. The lifecycle decides; what it
 * refuses is recorded like what it allows, and both stand in the audit log.
 */
@Singleton
final class OperatePayout {
  private final PayoutStore payouts;
  private final PayoutTransitions transitions;
  private final AuditStore audit;

  OperatePayout(PayoutStore payouts, PayoutTransitions transitions, AuditStore audit) {
    this.payouts = payouts;
    this.transitions = transitions;
    this.audit = audit;
  }

  /**
   * Brings a person's wish to a tenant's payout, in the open transaction.
   *
   * @param action what is wished, for the audit log, such as {@code payout.hold}
   * @param event what is wished
   * @param reason why
   */
  Outcome operate(Caller caller, String payoutId, String action, PayoutEvent event, String reason) {
    PayoutStore.Locked locked =
        payouts.lock(caller.tenantId(), payoutId).orElseThrow(Problems::noSuchPayout);
    PayoutTransitions.Transition transition =
        transitions.apply(locked, event, caller.actor(), Optional.empty());
    audit.append(new AuditStore.Entry(caller.tenantId(), caller.actor(), action, payoutId, reason));
    return switch (transition.decision()) {
      case Decision.Applied _ -> new Outcome.Done(transition.payout());
      case Decision.Refused refused ->
          new Outcome.NotAllowed(
              new ProblemException(
                      ProblemType.PAYOUT_ACTION_REFUSED,
                      "The payout is '"
                          + transition.payout().state().wireName()
                          + "' and this was refused because "
                          + refused.reason().sentence()
                          + ". Nothing was changed.")
                  .withMember("payout_id", payoutId)
                  .withMember("payout_status", transition.payout().state().wireName()));
    };
  }

  /** What became of the wish. */
  sealed interface Outcome {
    /** It is done. */
    record Done(PayoutRecord payout) implements Outcome {}

    /** The payout's state does not allow it. */
    record NotAllowed(ProblemException problem) implements Outcome {}
  }
}
