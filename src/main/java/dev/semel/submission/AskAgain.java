// Asks a provider about a payout, because a person is about to decide.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.AbsenceRule;
import dev.semel.domain.Evidence;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.SafeWish.Lookup;
import dev.semel.domain.WireNames;
import dev.semel.payout.AttemptRecord;
import dev.semel.payout.AttemptStore;
import dev.semel.payout.DueSignal;
import dev.semel.payout.FreshLookup;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderQuery;
import dev.semel.provider.Providers;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Asks a provider about a payout, because a person is about to decide: under a claim of its own, so
 * that no worker asks or sends at the same time, and between two transactions. What the provider
 * says is applied as a worker would apply it, but for one thing: absence is noted and never
 * confirmed here, because a person who asks does not want the program to send.
 */
@Singleton
public final class AskAgain implements FreshLookup {
  /** What was said of several attempts counts as the last of these that was said of one. */
  private static final List<Lookup> GRAVEST = List.of(Lookup.ABSENT, Lookup.UNCLEAR, Lookup.FOUND);

  private static final String OTHER_TERMS =
      "it shows none, but the file or the settings have changed since that one was sent";

  private final AskedClaimStore claims;
  private final RunningClaims running;
  private final PayoutStore payouts;
  private final AttemptStore attempts;
  private final PayoutTransitions transitions;
  private final Providers providers;
  private final Node node;
  private final SubmissionConfig config;
  private final LongSupplier nanoTime;
  private final DueSignal due;

  AskAgain(
      AskedClaimStore claims,
      RunningClaims running,
      PayoutStore payouts,
      AttemptStore attempts,
      PayoutTransitions transitions,
      Providers providers,
      Node node,
      SubmissionConfig config,
      LongSupplier nanoTime,
      DueSignal due) {
    this.claims = claims;
    this.running = running;
    this.payouts = payouts;
    this.attempts = attempts;
    this.transitions = transitions;
    this.providers = providers;
    this.node = node;
    this.config = config;
    this.nanoTime = nanoTime;
    this.due = due;
  }

  @Override
  public Answer ask(String tenantId, String payoutId) {
    Tx.assertOutside();
    long began = nanoTime.getAsLong();
    Optional<Claim> claim = Tx.call(() -> claim(tenantId, payoutId, began));
    return claim.isPresent() ? ask(claim.get()) : Tx.call(() -> notAsked(tenantId, payoutId));
  }

  private Optional<Claim> claim(String tenantId, String payoutId, long began) {
    if (!claims.claim(tenantId, payoutId, node, config.lease())) {
      return Optional.empty();
    }
    PayoutStore.Locked locked = payouts.lock(payoutId);
    return Optional.of(Claim.of(locked, began));
  }

  private Answer notAsked(String tenantId, String payoutId) {
    Optional<Instant> busyUntil = claims.heldUntil(tenantId, payoutId);
    return busyUntil.isPresent()
        ? new Answer(
            Lookup.BUSY, Optional.empty(), claims.now(), "it is being asked just now", busyUntil)
        : notAsked(claims.now(), "there is nothing to ask in this state");
  }

  private static Answer notAsked(Instant at, String why) {
    return new Answer(Lookup.NOT_ASKED, Optional.empty(), at, why, Optional.empty());
  }

  private Answer ask(Claim claim) {
    running.add(claim);
    try {
      return asked(claim);
    } catch (RuntimeException e) {
      // Or nobody else could ask until the lease has ended.
      Tx.run(() -> claims.release(claim, node));
      throw e;
    } finally {
      running.remove(claim);
    }
  }

  private Answer asked(Claim claim) {
    Optional<Provider> provider = providers.find(claim.payout().asked().provider());
    if (provider.isEmpty()) {
      return release(claim, "the provider is not connected to this server");
    }
    boolean known = claim.payout().state() == PayoutState.SENT;
    boolean byReference = known || provider.get().terms().canLookUp();
    if (!byReference || !provider.get().canBeAsked(Queries.about(claim))) {
      return release(claim, "the provider can't be asked by our reference");
    }
    LookupOutcome outcome =
        known
            ? provider.get().status(Queries.about(claim))
            : provider.get().lookup(Queries.about(claim));
    SortedMap<Integer, LookupOutcome> others = ofOtherAttempts(claim, provider.get());
    record(claim, outcome, provider.get().terms());
    return answer(claim, outcome, others);
  }

  /**
   * What the provider says of the other attempts that may be alive, by their numbers; nothing of
   * those that it can't be asked about. That they are is on record already; what else they are, the
   * people are told. That it has none proves nothing where the question may go to another account
   * than the request did.
   */
  private SortedMap<Integer, LookupOutcome> ofOtherAttempts(Claim claim, Provider provider) {
    SortedMap<Integer, LookupOutcome> said = new TreeMap<>();
    for (int number : claim.payout().aliveAttempts()) {
      AttemptRecord attempt = Tx.call(() -> attempts.get(claim.payout().id(), number));
      ProviderQuery query = Queries.about(claim.payout(), attempt);
      if (provider.terms().canLookUp() && provider.canBeAsked(query)) {
        LookupOutcome outcome = provider.lookup(query);
        boolean elsewhere =
            outcome instanceof LookupOutcome.Absent && attempt.wasSentOtherwise(provider.terms());
        said.put(number, elsewhere ? new LookupOutcome.Unclear(OTHER_TERMS) : outcome);
      }
    }
    return said;
  }

  private static PayoutEvent.ProviderSays answered(ProviderStatement statement) {
    return new PayoutEvent.ProviderSays(
        statement, ProviderPosition.UNPLACED, Evidence.AUTHENTICATED_QUERY);
  }

  private Answer release(Claim claim, String why) {
    Tx.run(() -> claims.release(claim, node));
    return notAsked(claim.at(), why);
  }

  private void record(Claim claim, LookupOutcome outcome, ProviderTerms terms) {
    Tx.run(
        () -> {
          PayoutStore.Locked locked = payouts.lock(claim.payout().id());
          boolean stillOurs = locked.payout().leaseEpoch() == claim.epoch();
          for (PayoutEvent event : events(claim, outcome, locked, terms)) {
            // That somebody found nothing proves nothing after another took over.
            if (stillOurs || event instanceof PayoutEvent.OfStatement) {
              transitions.applyOf(claim.payout().attempt(), locked, event, node.actor());
            }
          }
          claims.release(claim, node);
        });
    due.raise();
  }

  private static List<PayoutEvent> events(
      Claim claim, LookupOutcome outcome, PayoutStore.Locked locked, ProviderTerms terms) {
    boolean unknown = claim.payout().state() == PayoutState.SUBMISSION_UNKNOWN;
    return switch (outcome) {
      case LookupOutcome.Found found -> found(claim.payout().state(), found.statement());
      case LookupOutcome.Absent _ ->
          unknown
              ? ResolveUnknown.andHandOver(absent(claim, locked, terms), locked, terms)
              : List.of();
      case LookupOutcome.Unclear unclear ->
          unknown
              ? ResolveUnknown.andHandOver(
                  new PayoutEvent.LookupUnclear(unclear.reason()), locked, terms)
              : List.of();
    };
  }

  /**
   * What is found is adopted. But that a held attempt failed there is what it is held for, and that
   * other terms are still processed or paid is known.
   */
  private static List<PayoutEvent> found(PayoutState asked, ProviderStatement statement) {
    boolean failedThere =
        statement.status() == ProviderStatus.FAILED
            || statement.status() == ProviderStatus.CANCELLED;
    boolean moves = failedThere || statement.status() == ProviderStatus.RETURNED;
    if (asked == PayoutState.SENT) {
      return moves ? List.of(answered(statement)) : List.of();
    }
    return asked == PayoutState.HELD && failedThere
        ? List.of()
        : List.of(new PayoutEvent.LookupFound(statement));
  }

  /** A later lookup of a worker's may confirm it; this one never sends anything again. */
  private static PayoutEvent absent(Claim claim, PayoutStore.Locked locked, ProviderTerms terms) {
    Instant startedAt = claim.at();
    boolean counts =
        !locked.payout().saidDuplicate()
            && AbsenceRule.judge(
                    locked.asPromised(terms),
                    locked.firstPossibleSend().orElse(startedAt),
                    locked.lastPossibleSend().orElse(startedAt),
                    locked.payout().absentSince(),
                    startedAt,
                    locked.now())
                != AbsenceRule.Verdict.DOES_NOT_COUNT;
    return new PayoutEvent.LookupAbsent(counts ? Optional.of(startedAt) : Optional.empty());
  }

  private static Answer answer(
      Claim claim, LookupOutcome outcome, SortedMap<Integer, LookupOutcome> others) {
    return new Answer(
        found(outcome),
        outcome instanceof LookupOutcome.Found(ProviderStatement said)
            ? Optional.of(said.status())
            : Optional.empty(),
        claim.at(),
        detail(outcome)
            + others.entrySet().stream()
                .map(said -> "; of its attempt " + said.getKey() + " " + detail(said.getValue()))
                .collect(Collectors.joining()),
        Optional.empty(),
        others.values().stream()
            .map(AskAgain::alive)
            .max(Comparator.comparingInt(GRAVEST::indexOf))
            .orElse(Lookup.NOT_ASKED));
  }

  private static Lookup found(LookupOutcome outcome) {
    return switch (outcome) {
      case LookupOutcome.Found _ -> Lookup.FOUND;
      case LookupOutcome.Absent _ -> Lookup.ABSENT;
      case LookupOutcome.Unclear _ -> Lookup.UNCLEAR;
    };
  }

  /** An attempt that failed there is as good as none. */
  private static Lookup alive(LookupOutcome outcome) {
    return outcome instanceof LookupOutcome.Found(ProviderStatement said)
            && !PayoutTransitions.isAlive(said.status())
        ? Lookup.ABSENT
        : found(outcome);
  }

  private static String detail(LookupOutcome outcome) {
    return switch (outcome) {
      case LookupOutcome.Found(ProviderStatement said) ->
          "it has it as '"
              + WireNames.of(said.status())
              + "'"
              + said.providerPayoutId().map(id -> ", its payout " + id).orElse("")
              + said.money().map(money -> ", " + money).orElse("");
      case LookupOutcome.Absent _ -> "it has no payout under our reference";
      case LookupOutcome.Unclear unclear -> unclear.reason();
    };
  }
}
