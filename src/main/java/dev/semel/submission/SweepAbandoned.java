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
import java.util.function.Supplier;

/**
 * Takes over from workers that died: a payout whose lease ended while it was being submitted is
 * unknown, never ready, because its worker may have died after sending. And closes payouts that
 * nobody has begun to send before their deadline.
 */
@Singleton
final class SweepAbandoned {
  private static final int BATCH = 100;

  private final ClaimStore claims;
  private final OneByOne oneByOne;
  private final PayoutTransitions transitions;
  private final EndJobs endJobs;
  private final Node node;
  private final DueSignal due;

  SweepAbandoned(
      ClaimStore claims,
      OneByOne oneByOne,
      PayoutTransitions transitions,
      EndJobs endJobs,
      Node node,
      DueSignal due) {
    this.claims = claims;
    this.oneByOne = oneByOne;
    this.transitions = transitions;
    this.endJobs = endJobs;
    this.node = node;
    this.due = due;
  }

  /**
   * Looks once for what was abandoned or is too late: so many at a time that whoever calls can do
   * something else in between.
   *
   * @return whether there may be more
   */
  boolean sweep() {
    int rescued =
        all(
            JobKind.RESCUE,
            () -> claims.abandoned(BATCH),
            locked -> new PayoutEvent.LeaseExpired(locked.payout().leaseEpoch()));
    int closed =
        all(JobKind.DEADLINE, () -> claims.overdue(BATCH), _ -> new PayoutEvent.DeadlinePassed());
    Tx.run(endJobs::moot);
    if (rescued + closed > 0) {
      due.raise();
    }
    return rescued == BATCH || closed == BATCH;
  }

  private int all(
      JobKind kind, Supplier<List<String>> find, Function<PayoutStore.Locked, PayoutEvent> event) {
    return oneByOne
        .handle(
            kind,
            find,
            locked ->
                Optional.of(
                    transitions.apply(locked, event.apply(locked), node.actor(), Optional.empty())))
        .size();
  }
}
