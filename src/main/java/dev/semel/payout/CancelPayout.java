// Stops a payout that the provider certainly does not have.
package dev.semel.payout;

import dev.semel.domain.Decision;
import dev.semel.domain.PayoutEvent;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * Stops a payout that the provider certainly does not have. A refusal is recorded in the payout's
 * history like every other event.
 */
@Singleton
final class CancelPayout {
  private final PayoutStore payouts;
  private final PayoutTransitions transitions;

  CancelPayout(PayoutStore payouts, PayoutTransitions transitions) {
    this.payouts = payouts;
    this.transitions = transitions;
  }

  /** Cancels a tenant's payout, in the open transaction. */
  Outcome cancel(Caller caller, String payoutId, String reason) {
    PayoutStore.Locked locked =
        payouts.lock(caller.tenantId(), payoutId).orElseThrow(Problems::noSuchPayout);
    PayoutTransitions.Transition transition =
        transitions.apply(
            locked, new PayoutEvent.CancelAsked(reason), caller.actor(), Optional.empty());
    return switch (transition.decision()) {
      case Decision.Applied _ -> new Outcome.Done(transition.payout());
      case Decision.Refused refused ->
          new Outcome.NotCancellable(
              new ProblemException(
                      ProblemType.PAYOUT_NOT_CANCELLABLE,
                      "The payout is '"
                          + transition.payout().state().wireName()
                          + "' and cannot be cancelled because "
                          + refused.reason().sentence()
                          + ". Nothing was changed.")
                  .withMember("payout_id", payoutId)
                  .withMember("payout_status", transition.payout().state().wireName()));
    };
  }

  /** What became of the wish. */
  sealed interface Outcome {
    /** The payout is cancelled. */
    record Done(PayoutRecord payout) implements Outcome {}

    /** It cannot be cancelled any more. */
    record NotCancellable(ProblemException problem) implements Outcome {}
  }
}
