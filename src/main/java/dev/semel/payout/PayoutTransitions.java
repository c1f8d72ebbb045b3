// The only writer of a payout's state.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.db.Tx;
import dev.semel.domain.CaseKind;
import dev.semel.domain.Decision;
import dev.semel.domain.Evidence;
import dev.semel.domain.OtherAttempt;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutLifecycle;
import dev.semel.domain.PayoutState;
import dev.semel.domain.PresentAttempt;
import dev.semel.domain.Promises;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.Refusal;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The only writer of a payout's state. Inside one transaction it asks {@link PayoutLifecycle} what
 * an event does, writes that under the row's lock, appends the event to the history whether it was
 * applied or refused, hands cases and alerts to people, and tells clients.
 */
@Singleton
public final class PayoutTransitions {
  private final PayoutStore payouts;
  private final AttemptStore attempts;
  private final PayoutProgressStore progress;
  private final PayoutHistoryStore histories;
  private final ProviderDirectory providers;
  private final PayoutFollowUps followUps;
  private final PayoutNews news;
  private final EndApprovals endApprovals;

  PayoutTransitions(
      PayoutStore payouts,
      AttemptStore attempts,
      PayoutProgressStore progress,
      PayoutHistoryStore histories,
      ProviderDirectory providers,
      PayoutFollowUps followUps,
      PayoutNews news,
      EndApprovals endApprovals) {
    this.payouts = payouts;
    this.attempts = attempts;
    this.progress = progress;
    this.histories = histories;
    this.providers = providers;
    this.followUps = followUps;
    this.news = news;
    this.endApprovals = endApprovals;
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
    ProviderTerms terms = locked.asPromised(providers.terms(locked.payout().asked().provider()));
    return write(locked, event, actor, occurredAt, decide(locked.payout(), event, terms));
  }

  /**
   * Applies what was learned of an attempt, which may be another than the present one by now.
   *
   * @param attempt the number of the attempt that it is about
   */
  public Transition applyOf(
      int attempt, PayoutStore.Locked locked, PayoutEvent event, String actor) {
    if (attempt == locked.payout().attempt) {
      return apply(locked, event, actor, Optional.empty());
    }
    return switch (event) {
      case PayoutEvent.OfStatement says ->
          refuseOfOtherAttempt(locked, attempt, says, actor, Optional.empty());
      case PayoutEvent.OutcomeUnknown _, PayoutEvent.DuplicateReference _ ->
          refuseLateReport(locked, attempt, event, actor);
      default -> apply(locked, event, actor, Optional.empty());
    };
  }

  /**
   * Records that a worker sent a request of an attempt which people left behind meanwhile, perhaps
   * because the provider did not show it: that proves nothing any more.
   */
  private Transition refuseLateReport(
      PayoutStore.Locked locked, int attempt, PayoutEvent event, String actor) {
    Transition refused = apply(locked, event, actor, Optional.empty());
    progress.mayHaveBeenSentLate(locked.payout().id(), attempt, locked.now());
    String why = "a worker came back late: " + EventWords.detail(event).orElseThrow();
    apply(locked, new PayoutEvent.OtherAttemptAlive(attempt, why), "system", Optional.empty());
    attempts.askSoon(locked.payout().id(), attempt);
    return refused;
  }

  /**
   * Records what the provider says of an attempt that is not the present one. A new attempt is made
   * only where the one before was certainly not processed: that it failed is no news, and takes
   * back nothing that was said before, because messages come late and twice. Anything else means
   * that the provider could be asked to pay under two references: in the same transaction the
   * payout is marked, so that nothing of it is sent, and a case is opened.
   *
   * @param attempt the number of that attempt
   */
  public Transition refuseOfOtherAttempt(
      PayoutStore.Locked locked,
      int attempt,
      PayoutEvent.OfStatement event,
      String actor,
      Optional<Instant> occurredAt) {
    Transition refused =
        write(
            locked,
            event,
            actor,
            occurredAt,
            new Decision.Refused(Refusal.OTHER_PROVIDER_PAYOUT, Set.of(), Set.of()));
    if (event.evidence() != Evidence.UNSIGNED_HINT && isAlive(event.statement().status())) {
      String said = EventWords.detail(event).orElseThrow();
      apply(locked, new PayoutEvent.OtherAttemptAlive(attempt, said), "system", Optional.empty());
    }
    return refused;
  }

  /** Whether an attempt of which the provider says this may have moved the money. */
  public static boolean isAlive(ProviderStatus status) {
    return switch (status) {
      case PROCESSING, PAID, RETURNED -> true;
      case FAILED, CANCELLED -> false;
    };
  }

  private Transition write(
      PayoutStore.Locked locked,
      PayoutEvent event,
      String actor,
      Optional<Instant> occurredAt,
      Decision decision) {
    PayoutRecord payout = locked.payout();
    ProviderTerms terms = providers.terms(payout.asked().provider());
    PayoutState before = payout.state;
    int present = payout.attempt;
    if (decision instanceof Decision.Applied applied) {
      if (event instanceof PayoutEvent.OtherAttemptAlive other) {
        boolean again = payout.aliveAttempts.contains(other.attempt());
        endApprovals.otherAttemptAlive(payout, again);
      }
      if (event instanceof PayoutEvent.OfStatement) {
        heardOf(locked, true);
      }
      new PayoutChanges(payout, terms, locked.now()).apply(event, applied.next());
      if (event.beginsAttempt()) {
        progress.beginAttempt(payout);
      }
      if (event instanceof PayoutEvent.SettledByOperator settled
          && settled.other() == OtherAttempt.ADOPTED) {
        takeIdentity(payout);
      }
      if (before != payout.state) {
        payout.settledBy = settledBy(event, actor);
        endWhatWaits(payout, before, event);
      }
    }
    payout.version++;
    payout.updatedAt = locked.now();
    progress.update(payout);
    recordSending(locked, event);
    HistoryEntry entry =
        HistoryEntry.of(payout, event, before, decision, actor, occurredAt.orElse(locked.now()));
    histories.append(entry);
    news.decided(payout, entry, followUps.handOver(payout, event, decision));
    if (decision instanceof Decision.Applied && mayBeLeftBehind(locked, event)) {
      leaveBehind(locked, present);
    }
    return new Transition(decision, payout, entry.id());
  }

  /** What was another attempt is the present one from now on. */
  private void takeIdentity(PayoutRecord payout) {
    AttemptRecord attempt = attempts.get(payout.id(), payout.attempt);
    payout.clientReference = attempt.reference();
    payout.providerKey = attempt.key();
    payout.correctedBeneficiary = attempt.beneficiary();
  }

  /**
   * Whether what was the present attempt may be paid beside the one that people took the payout to
   * be: a request of it may have been written, and it is neither over nor proven absent.
   */
  private boolean mayBeLeftBehind(PayoutStore.Locked locked, PayoutEvent event) {
    if (!(event instanceof PayoutEvent.SettledByOperator settled)
        || settled.other() != OtherAttempt.ADOPTED) {
      return false;
    }
    ProviderTerms terms = locked.asPromised(providers.terms(locked.payout().asked().provider()));
    boolean absent =
        settled.present() == PresentAttempt.ABSENT
            && terms.visibleWithin().isPresent()
            && !locked.payout().saidDuplicate;
    return locked.firstPossibleSend().isPresent()
        && settled.present() != PresentAttempt.OVER
        && !absent;
  }

  /** Marks it, with a case, and has the provider asked about it. */
  private void leaveBehind(PayoutStore.Locked locked, int number) {
    String why = "a request of it may have been written before the payout was taken to be attempt ";
    PayoutRecord payout = locked.payout();
    apply(
        locked,
        new PayoutEvent.OtherAttemptAlive(number, why + payout.attempt),
        "system",
        Optional.empty());
    attempts.askSoon(payout.id(), number);
  }

  /**
   * Whether an earlier transaction of which nobody knew the end was committed: one that wrote any
   * of these entries.
   */
  public boolean wrote(List<String> entryIds) {
    return histories.has(entryIds);
  }

  /**
   * Applies a correction: another beneficiary, kept with the attempt that it begins. That of
   * earlier attempts stays with them.
   */
  Transition correct(
      PayoutStore.Locked locked, JsonNode beneficiary, PayoutEvent event, String actor) {
    locked.payout().correctedBeneficiary = beneficiary;
    return apply(locked, event, actor, Optional.empty());
  }

  /** The people by whose word the payout stands where it does; nobody where it is another's. */
  private static @Nullable String settledBy(PayoutEvent event, String actor) {
    return event instanceof PayoutEvent.SettledByOperator settled
        ? actor + " and " + settled.approvedBy().orElseThrow()
        : null;
  }

  /** A wish that waits is about the payout as it stood: whoever else moves it ends the wish. */
  private void endWhatWaits(PayoutRecord payout, PayoutState before, PayoutEvent event) {
    boolean maySomethingWait =
        before == PayoutState.SUBMISSION_UNKNOWN
            || before == PayoutState.HELD
            || (before == PayoutState.SENT && payout.termsDiffer);
    boolean isWhatWaited =
        event instanceof PayoutEvent.ByTwo wished && wished.approvedBy().isPresent();
    if (maySomethingWait && !isWhatWaited) {
      endApprovals.movedOn(payout);
    }
  }

  /**
   * Keeps that until the lease of its claim ends, the request of an unknown payout may be written
   * once more. That is no event: it changes nothing yet, and what it brings is one.
   */
  public void resendMayHappen(PayoutStore.Locked locked) {
    PayoutRecord payout = locked.payout();
    Instant until =
        payout
            .leaseUntil()
            .orElseThrow(() -> new IllegalStateException("nothing is resent without a claim"));
    progress.sendingMayHappen(payout, locked.now(), until, promisesOf(locked));
  }

  /**
   * What the provider promises to a request that is sent now. Where one of the attempt may be there
   * already, it counts as far as it was promised to that one, too.
   */
  private Promises promisesOf(PayoutStore.Locked locked) {
    ProviderTerms terms = providers.terms(locked.payout().asked().provider());
    boolean maybeThere = locked.payout().everUnknown;
    return (maybeThere ? locked.asPromised(terms) : terms).promises();
  }

  /**
   * The request that was the question is over: nothing of it will be written any more. When
   * somebody else took over meanwhile, it may have been written until now.
   *
   * @param epoch the number of the claim under which it was made
   */
  public void resendIsOver(PayoutStore.Locked locked, long epoch) {
    if (locked.payout().leaseEpoch == epoch) {
      progress.sendingIsOver(locked.payout(), locked.now());
    } else {
      progress.mayHaveBeenSentLate(locked.payout().id(), locked.payout().attempt, locked.now());
    }
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
      case PAID -> {
        payout.statusChecks++;
        boolean more = payout.statusChecks < terms.statusChecks().size();
        progress.postpone(payout, more ? PayoutSchedule.askAt(payout, terms, locked.now()) : null);
      }
      case AWAITING_FUNDS, READY, SUBMITTING, HELD, FAILED, RETURNED, CANCELLED -> {}
    }
  }

  /**
   * Counts whether a status check told anything; the count is written with what follows. A provider
   * that answers again after people were told of its silence ends that alert.
   */
  public void heardOf(PayoutStore.Locked locked, boolean told) {
    PayoutRecord payout = locked.payout();
    if (told && payout.silentChecks >= providers.terms(payout.asked().provider()).silentAfter()) {
      followUps.answersAgain(payout);
    }
    payout.silentChecks = told ? 0 : payout.silentChecks + 1;
  }

  /**
   * A provider's payout that belongs to one of ours is never adopted by another: whichever of them
   * it is, a person must look.
   */
  private Decision decide(PayoutRecord payout, PayoutEvent event, ProviderTerms terms) {
    Optional<String> named =
        namedAtProvider(event).filter(id -> !id.equals(payout.providerPayoutId));
    if (named.filter(id -> payouts.belongsToAnother(payout, id)).isPresent()) {
      // A person who mistypes an id needs no case: they are told at once.
      Set<CaseKind> cases =
          event instanceof PayoutEvent.OfStatement ? Set.of(CaseKind.CONTRADICTION) : Set.of();
      return new Decision.Refused(Refusal.OTHER_PROVIDER_PAYOUT, cases, Set.of());
    }
    return PayoutLifecycle.decide(payout.snapshot(terms), event);
  }

  private static Optional<String> namedAtProvider(PayoutEvent event) {
    if (event instanceof PayoutEvent.OfStatement says) {
      return says.statement().providerPayoutId();
    }
    return event instanceof PayoutEvent.SettledByOperator settled
        ? settled.providerPayoutId()
        : Optional.empty();
  }

  /**
   * Keeps the span in which a request of the attempt may have been written: from the claim to the
   * end of the lease, or to the end of the call. A worker that was stopped past its lease may have
   * written its request when it went on: then the span ends with its late report, so that absence
   * is not taken for proven before that request can show.
   */
  private void recordSending(PayoutStore.Locked locked, PayoutEvent event) {
    PayoutRecord payout = locked.payout();
    if (event instanceof PayoutEvent.Claimed && payout.leaseUntil != null) {
      progress.sendingMayHappen(payout, locked.now(), payout.leaseUntil, promisesOf(locked));
    } else if (event instanceof PayoutEvent.OfCall call) {
      if (call.leaseEpoch() == payout.leaseEpoch) {
        progress.sendingIsOver(payout, locked.now());
      } else if (!(event instanceof PayoutEvent.NotSent)) {
        progress.mayHaveBeenSentLate(payout.id(), payout.attempt, locked.now());
      }
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
