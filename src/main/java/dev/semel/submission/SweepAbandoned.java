// Takes over from workers that died, and closes what is too late to send.
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
import java.util.function.IntFunction;

/**
 * Takes over from workers that died: a payout whose lease ended while it was being submitted is
 * unknown, never ready, because its worker may have died after sending. And closes payouts that
 * nobody has begun to send before their deadline.
 */
@Singleton
final class SweepAbandoned {
  private static final int BATCH = 100;

  private final ClaimStore claims;
  private final PayoutStore payouts;
  private final PayoutTransitions transitions;
  private final Node node;
  private final DueSignal due;

  SweepAbandoned(
      ClaimStore claims,
      PayoutStore payouts,
      PayoutTransitions transitions,
      Node node,
      DueSignal due) {
    this.claims = claims;
    this.payouts = payouts;
    this.transitions = transitions;
    this.node = node;
    this.due = due;
  }

  /** Looks once for everything that was abandoned or is too late. */
  void sweep() {
    boolean rescued =
        all(
            claims::abandoned,
            locked -> new PayoutEvent.LeaseExpired(locked.payout().leaseEpoch()));
    boolean closed = all(claims::overdue, _ -> new PayoutEvent.DeadlinePassed());
    if (rescued || closed) {
      due.raise();
    }
  }

  private boolean all(
      IntFunction<List<String>> find, Function<PayoutStore.Locked, PayoutEvent> event) {
    int found;
    boolean any = false;
    do {
      found =
          Tx.call(
              () -> {
                List<String> ids = find.apply(BATCH);
                ids.forEach(
                    id -> {
                      PayoutStore.Locked locked = payouts.lock(id);
                      transitions.apply(
                          locked, event.apply(locked), node.actor(), Optional.empty());
                    });
                return ids.size();
              });
      any |= found > 0;
    } while (found == BATCH);
    return any;
  }
}
