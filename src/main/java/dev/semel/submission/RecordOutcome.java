// Writes down what a call to a provider brought.
package dev.semel.submission;

import dev.semel.db.CommitUnknownException;
import dev.semel.db.Tx;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.payout.DueSignal;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Writes down what a call to a provider brought, in one transaction, and wakes the workers for what
 * follows. While the database is away that is done again, for as long as the lease lasts: what the
 * partner said should not have to be asked for again. It stands in the history once, even where
 * nobody knew whether a commit had happened.
 */
@Singleton
final class RecordOutcome {
  private final PayoutStore payouts;
  private final PayoutTransitions transitions;
  private final EndJobs endJobs;
  private final RepeatWhileLeased repeat;
  private final Node node;
  private final DueSignal due;

  RecordOutcome(
      PayoutStore payouts,
      PayoutTransitions transitions,
      EndJobs endJobs,
      RepeatWhileLeased repeat,
      Node node,
      DueSignal due) {
    this.payouts = payouts;
    this.transitions = transitions;
    this.endJobs = endJobs;
    this.repeat = repeat;
    this.node = node;
    this.due = due;
  }

  /** Records what a submission brought: one event, made from the payout as it stands. */
  void record(Claim claim, Function<PayoutStore.Locked, PayoutEvent> event) {
    write(new Writing(claim, locked -> List.of(event.apply(locked)), false));
  }

  /**
   * Records what a question brought: its events in their order, made from the payout as it stands.
   * Where none was applied the payout is as due as it was before: then the provider is asked again
   * later, not as soon as the lease ends. Of an answer that comes after somebody else took over,
   * what the provider stated counts; that it said nothing proves nothing about what was done since.
   */
  void recordAnswer(Claim claim, Function<PayoutStore.Locked, List<PayoutEvent>> events) {
    write(new Writing(claim, events, true));
  }

  private void write(Writing writing) {
    repeat.run(writing.claim, writing::once);
    due.raise();
  }

  /** One outcome that is being written down. */
  private final class Writing {
    private final Claim claim;
    private final Function<PayoutStore.Locked, List<PayoutEvent>> events;
    private final boolean question;

    /** Of the runs whose commit nobody knows of. */
    private final List<String> perhapsWritten = new ArrayList<>();

    private boolean perhapsDone;

    Writing(Claim claim, Function<PayoutStore.Locked, List<PayoutEvent>> events, boolean question) {
      this.claim = claim;
      this.events = events;
      this.question = question;
    }

    void once() {
      List<String> entries = new ArrayList<>();
      try {
        Tx.run(
            () -> {
              entries.clear();
              PayoutStore.Locked locked = payouts.lock(claim.payout().id());
              if (!isDone(locked)) {
                apply(locked, entries);
              }
            });
      } catch (CommitUnknownException e) {
        perhapsDone = true;
        perhapsWritten.addAll(entries);
        throw e;
      }
    }

    /**
     * Whether an earlier run was committed after all. It has either written entries or, with a
     * question that told nothing, given the claim back.
     */
    private boolean isDone(PayoutStore.Locked locked) {
      return perhapsDone
          && (perhapsWritten.isEmpty()
              ? locked.payout().leaseUntil().isEmpty()
              : transitions.wrote(perhapsWritten));
    }

    /** That the outcome is not known was said already when the claim was given up. */
    private boolean isKnown(PayoutEvent event, PayoutStore.Locked locked) {
      return event instanceof PayoutEvent.OutcomeUnknown unknown
          && unknown.leaseEpoch() == locked.payout().leaseEpoch()
          && locked.payout().state() == PayoutState.SUBMISSION_UNKNOWN;
    }

    private void apply(PayoutStore.Locked locked, List<String> entries) {
      boolean stillOurs = locked.payout().leaseEpoch() == claim.epoch();
      boolean changed = false;
      for (PayoutEvent event : events.apply(locked)) {
        boolean tooLate = question && !stillOurs && !(event instanceof PayoutEvent.OfStatement);
        if (tooLate || isKnown(event, locked)) {
          continue;
        }
        PayoutTransitions.Transition transition =
            transitions.applyOf(claim.payout().attempt(), locked, event, node.actor());
        entries.add(transition.entryId());
        changed |= transition.applied();
      }
      if (question && !changed && stillOurs) {
        transitions.askAgainLater(locked);
      }
      endJobs.done(claim.payout().id(), JobKind.of(claim.payout().state()));
    }
  }
}
