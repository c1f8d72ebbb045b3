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

  /** Records one event, which is made from the payout as it stands under the row's lock. */
  void record(Claim claim, Function<PayoutStore.Locked, PayoutEvent> event) {
    recordAll(claim, locked -> List.of(event.apply(locked)));
  }

  /**
   * Records several events of one call in their order; where there is none, the provider is only
   * asked again later.
   */
  void recordAll(Claim claim, Function<PayoutStore.Locked, List<PayoutEvent>> events) {
    Tx.run(
        () -> {
          PayoutStore.Locked locked = payouts.lock(claim.payout().id());
          List<PayoutEvent> happened = events.apply(locked);
          if (happened.isEmpty()) {
            transitions.askAgainLater(locked);
          }
          happened.forEach(
              event -> transitions.apply(locked, event, node.actor(), Optional.empty()));
        });
    due.raise();
  }
}
