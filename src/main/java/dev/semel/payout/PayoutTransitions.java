// The only writer of a payout's state.
package dev.semel.payout;

import dev.semel.db.Tx;
import dev.semel.domain.CaseKind;
import dev.semel.domain.Decision;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutLifecycle;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.Refusal;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The only writer of a payout's state. Inside one transaction it asks {@link PayoutLifecycle} what
 * an event does, writes that under the row's lock, appends the event to the history whether it was
 * applied or refused, hands cases and alerts to people, and tells clients.
 */
@Singleton
public final class PayoutTransitions {
  private final PayoutStore payouts;
  private final PayoutProgressStore progress;
  private final PayoutHistoryStore histories;
  private final ProviderDirectory providers;
  private final PayoutFollowUps followUps;
  private final PayoutNews news;

  PayoutTransitions(
      PayoutStore payouts,
      PayoutProgressStore progress,
      PayoutHistoryStore histories,
      ProviderDirectory providers,
      PayoutFollowUps followUps,
      PayoutNews news) {
    this.payouts = payouts;
    this.progress = progress;
    this.histories = histories;
    this.providers = providers;
    this.followUps = followUps;
    this.news = news;
  }

  /**
   * Applies an event to a payout, or records why it was refused.
   *
   * @param payoutId the payout
   * @param event what happened or is asked for
   * @param actor who says so: {@code credential:…}, {@code provider:…}, {@code worker:…} or {@code
   *     system}
   * @param occurredAt when it happened by that actor's word, where known
   * @return the decision, and the payout as it stands now
   */
  public Transition apply(
      String payoutId, PayoutEvent event, String actor, Optional<Instant> occurredAt) {
    Tx.assertInside();
    return apply(payouts.lock(payoutId), event, actor, occurredAt);
  }

  /** The same for a payout whose row the transaction has locked already. */
  public Transition apply(
      PayoutStore.Locked locked, PayoutEvent event, String actor, Optional<Instant> occurredAt) {
    PayoutRecord payout = locked.payout();
    ProviderTerms terms = providers.terms(payout.asked().provider());
    PayoutState before = payout.state;
    Decision decision = decide(payout, event, terms);
    if (decision instanceof Decision.Applied applied) {
      new PayoutChanges(payout, terms, locked.now()).apply(event, applied.next());
    }
    payout.version++;
    payout.updatedAt = locked.now();
    progress.update(payout);
    recordSending(locked, event);
    HistoryEntry entry =
        HistoryEntry.of(payout, event, before, decision, actor, occurredAt.orElse(locked.now()));
    histories.append(entry);
    news.decided(payout, entry, followUps.handOver(payout, event, decision));
    return new Transition(decision, payout, entry.id());
  }

  /**
   * Whether an earlier transaction of which nobody knew the end was committed: one that wrote any
   * of these entries.
   */
  public boolean wrote(List<String> entryIds) {
    return histories.has(entryIds);
  }

  /**
   * Sets the next question about a payout when the answer to the last one changed nothing; that is
   * no event, and the history does not grow. Does nothing in states in which nobody asks.
   */
  public void askAgainLater(PayoutStore.Locked locked) {
    PayoutRecord payout = locked.payout();
    ProviderTerms terms = providers.terms(payout.asked().provider());
    switch (payout.state) {
      case SENT -> {
        payout.statusChecks++;
        progress.postpone(payout, PayoutSchedule.askAt(payout, terms, locked.now()));
      }
      case SUBMISSION_UNKNOWN -> {
        payout.lookups++;
        progress.postpone(payout, PayoutSchedule.lookUpAt(payout, terms, locked.now()));
      }
      case AWAITING_FUNDS, READY, SUBMITTING, HELD, PAID, FAILED, RETURNED, CANCELLED -> {}
    }
  }

  /**
   * A provider's payout that belongs to one of ours is never adopted by another: whichever of them
   * it is, a person must look.
   */
  private Decision decide(PayoutRecord payout, PayoutEvent event, ProviderTerms terms) {
    if (event instanceof PayoutEvent.OfStatement says
        && payout.providerPayoutId == null
        && says.statement()
            .providerPayoutId()
            .filter(id -> payouts.belongsToAnother(payout, id))
            .isPresent()) {
      return new Decision.Refused(
          Refusal.OTHER_PROVIDER_PAYOUT, Set.of(CaseKind.CONTRADICTION), Set.of());
    }
    return PayoutLifecycle.decide(payout.snapshot(terms), event);
  }

  /**
   * Keeps the span in which a request of the attempt may have been written: from the claim to the
   * end of the lease, or to the end of the call.
   */
  private void recordSending(PayoutStore.Locked locked, PayoutEvent event) {
    PayoutRecord payout = locked.payout();
    if (event instanceof PayoutEvent.Claimed && payout.leaseUntil != null) {
      progress.sendingMayHappen(payout, locked.now(), payout.leaseUntil);
    } else if (event instanceof PayoutEvent.OfCall call && call.leaseEpoch() == payout.leaseEpoch) {
      progress.sendingIsOver(payout, locked.now());
    }
  }

  /**
   * What became of an event.
   *
   * @param decision whether it was applied, or why not
   * @param payout the payout as it stands now
   * @param entryId the entry of its history that tells of it
   */
  public record Transition(Decision decision, PayoutRecord payout, String entryId) {
    /** True when the event was applied. */
    public boolean applied() {
      return decision instanceof Decision.Applied;
    }
  }
}
