// Writes down what a call to a provider brought.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.PayoutEvent;
import dev.semel.payout.DueSignal;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Writes down what a call to a provider brought, in one transaction, and wakes the workers for what
 * follows.
 */
@Singleton
final class RecordOutcome {
  private final PayoutStore payouts;
  private final PayoutTransitions transitions;
  private final Node node;
  private final DueSignal due;

  RecordOutcome(PayoutStore payouts, PayoutTransitions transitions, Node node, DueSignal due) {
    this.payouts = payouts;
    this.transitions = transitions;
    this.node = node;
    this.due = due;
  }

  /** Records what a submission brought: one event, made from the payout as it stands. */
  void record(Claim claim, Function<PayoutStore.Locked, PayoutEvent> event) {
    Tx.run(
        () -> {
          PayoutStore.Locked locked = payouts.lock(claim.payout().id());
          apply(locked, event.apply(locked));
        });
    due.raise();
  }

  /**
   * Records what a question brought: its events in their order, made from the payout as it stands.
   * Where none was applied the payout is as due as it was before: then the provider is asked again
   * later, not as soon as the lease ends.
   */
  void recordAnswer(Claim claim, Function<PayoutStore.Locked, List<PayoutEvent>> events) {
    Tx.run(
        () -> {
          PayoutStore.Locked locked = payouts.lock(claim.payout().id());
          boolean changed = false;
          for (PayoutEvent event : events.apply(locked)) {
            changed |= apply(locked, event);
          }
          boolean stillOurs = locked.payout().leaseEpoch() == claim.epoch();
          if (!changed && stillOurs) {
            transitions.askAgainLater(locked);
          }
        });
    due.raise();
  }

  private boolean apply(PayoutStore.Locked locked, PayoutEvent event) {
    return transitions.apply(locked, event, node.actor(), Optional.empty()).applied();
  }
}
