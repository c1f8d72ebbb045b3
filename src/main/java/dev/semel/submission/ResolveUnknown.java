// Finds out what became of a submission whose outcome is unknown.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.AbsenceRule;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.RetryAfter;
import dev.semel.payout.PayoutRecord;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.Provider;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Finds out what became of a submission whose outcome is unknown. Found: adopted, and nothing is
 * resent. Absent: resent under the same reference and key once absence is proven. Neither: looked
 * up again, and before long put before a person, while slow lookups go on.
 */
@Singleton
final class ResolveUnknown {
  private final PermitResend permitResend;
  private final RunningClaims claims;
  private final SeeOtherAttempt otherAttempt;
  private final RecordOutcome recordOutcome;
  private final PayoutTransitions transitions;
  private final UnlistedWords unlistedWords;
  private final SuspectAnswers suspectAnswers;

  ResolveUnknown(
      PermitResend permitResend,
      RunningClaims claims,
      SeeOtherAttempt otherAttempt,
      RecordOutcome recordOutcome,
      PayoutTransitions transitions,
      UnlistedWords unlistedWords,
      SuspectAnswers suspectAnswers) {
    this.permitResend = permitResend;
    this.claims = claims;
    this.otherAttempt = otherAttempt;
    this.recordOutcome = recordOutcome;
    this.transitions = transitions;
    this.unlistedWords = unlistedWords;
    this.suspectAnswers = suspectAnswers;
  }

  /** Looks a claimed payout up at its provider. No transaction may be open. */
  void resolve(Claim claim, Provider provider) {
    Tx.assertOutside();
    Optional<Provider.Resending> resending = provider.resending();
    if (resending.isPresent() && provider.resendIsLookup()) {
      resend(claim, provider, resending.get(), Optional.empty());
    } else if (resending.isPresent() && claim.payout().throttled()) {
      askAndResend(claim, provider, resending.get());
    } else {
      record(claim, provider, provider.lookup(Queries.about(claim)));
    }
  }

  /**
   * Where the provider only asked for patience, the same request is sent again; but not before it
   * was asked, where it can be, and does not show the first one.
   */
  private void askAndResend(Claim claim, Provider provider, Provider.Resending resending) {
    if (!provider.terms().canLookUp()) {
      resend(claim, provider, resending, Optional.empty());
      return;
    }
    LookupOutcome told = provider.lookup(Queries.about(claim));
    switch (told) {
      case LookupOutcome.Found _ -> record(claim, provider, told);
      case LookupOutcome.Absent _ -> resend(claim, provider, resending, Optional.of(told));
      case LookupOutcome.Unclear unclear -> record(claim, provider, unclear.asBefore());
    }
  }

  /**
   * Sends the same request again while that is safe.
   *
   * @param told what the provider said when it was asked otherwise, where it was: that counts where
   *     nothing is to be sent again any more
   */
  private void resend(
      Claim claim, Provider provider, Provider.Resending resending, Optional<LookupOutcome> told) {
    switch (permitResend.decide(claim, provider.terms())) {
      case PermitResend.Permit.Given _ -> {
        LookupOutcome outcome =
            resending.resend(
                SubmitPayout.requestOf(claim),
                () -> !otherAttempt.isAlive(claim) && claims.mayResend(claim));
        record(claim, provider, outcome, locked -> transitions.resendIsOver(locked, claim.epoch()));
      }
      case PermitResend.Permit.NotNow notNow ->
          record(
              claim, provider, LookupOutcome.Unclear.notTaken(notNow.reason(), RetryAfter.NOTHING));
      case PermitResend.Permit.Denied denied ->
          told.ifPresentOrElse(
              outcome -> record(claim, provider, outcome), () -> handOver(claim, denied.reason()));
      case PermitResend.Permit.Over _ -> recordOutcome.recordAnswer(claim, _ -> List.of());
    }
  }

  private void handOver(Claim claim, String reason) {
    recordOutcome.recordAnswer(
        claim,
        _ -> List.of(new PayoutEvent.LookupUnclear(reason), new PayoutEvent.LookupsUsedUp(reason)));
  }

  private void record(Claim claim, Provider provider, LookupOutcome outcome) {
    record(claim, provider, outcome, _ -> {});
  }

  private void record(
      Claim claim, Provider provider, LookupOutcome outcome, Consumer<PayoutStore.Locked> besides) {
    recordOutcome.recordAnswer(
        claim,
        locked -> {
          besides.accept(locked);
          return events(outcome, locked, claim.at(), provider.terms());
        });
    suspectAnswers.look(outcome, claim);
    if (outcome instanceof LookupOutcome.Found found) {
      unlistedWords.look(provider, found.statement(), claim);
    }
  }

  static List<PayoutEvent> events(
      LookupOutcome outcome, PayoutStore.Locked locked, Instant startedAt, ProviderTerms terms) {
    return switch (outcome) {
      case LookupOutcome.Found found -> List.of(new PayoutEvent.LookupFound(found.statement()));
      case LookupOutcome.Absent _ -> absent(locked, startedAt, terms);
      case LookupOutcome.Unclear unclear -> andHandOver(unclear(unclear, locked), locked, terms);
    };
  }

  /** Where the same request was not taken, it is not sent again before it would be. */
  private static PayoutEvent unclear(LookupOutcome.Unclear unclear, PayoutStore.Locked locked) {
    return new PayoutEvent.LookupUnclear(
        unclear.reason(),
        unclear.patience().map(patience -> patience.leastPause(locked.now()).orElse(Duration.ZERO)),
        unclear.referenceTaken());
  }

  private static List<PayoutEvent> absent(
      PayoutStore.Locked locked, Instant startedAt, ProviderTerms terms) {
    if (locked.payout().saidDuplicate()) {
      return andHandOver(new PayoutEvent.LookupAbsent(), locked, terms);
    }
    Instant first = locked.firstPossibleSend().orElse(startedAt);
    Instant last = locked.lastPossibleSend().orElse(startedAt);
    return switch (AbsenceRule.judge(
        locked.asPromised(terms),
        first,
        last,
        locked.payout().absentSince(),
        startedAt,
        locked.now())) {
      case DOES_NOT_COUNT -> andHandOver(new PayoutEvent.LookupAbsent(), locked, terms);
      case FIRST ->
          andHandOver(new PayoutEvent.LookupAbsent(Optional.of(startedAt)), locked, terms);
      case CONFIRMED -> confirmed(locked, terms, first);
      case WINDOW_CLOSED ->
          List.of(
              new PayoutEvent.LookupAbsent(),
              new PayoutEvent.LookupsUsedUp(
                  "the provider does not show it, but may have forgotten the reference: a resend"
                      + " could be a second payout"));
    };
  }

  /**
   * Every resend after a confirmed absence counts as a try, so that a partner that loses requests
   * is not asked for ever.
   */
  private static List<PayoutEvent> confirmed(
      PayoutStore.Locked locked, ProviderTerms terms, Instant first) {
    if (!locked.payout().aliveAttempts().isEmpty()) {
      return List.of(
          new PayoutEvent.LookupAbsent(),
          new PayoutEvent.LookupsUsedUp(
              "the provider does not show this attempt, but says that it has or had another one: a"
                  + " resend could be a second payout"));
    }
    boolean usedUp =
        locked.payout().tries() >= terms.retry().attempts()
            || locked.now().isAfter(first.plus(terms.retry().total()));
    return usedUp
        ? List.of(
            new PayoutEvent.LookupAbsent(),
            new PayoutEvent.LookupsUsedUp(
                "the provider does not have it, and the tries or the time for resending it are used"
                    + " up"))
        : List.of(new PayoutEvent.AbsenceConfirmed());
  }

  /** The event, and with the last of the planned lookups the handing over to a person. */
  static List<PayoutEvent> andHandOver(
      PayoutEvent event, PayoutStore.Locked locked, ProviderTerms terms) {
    List<PayoutEvent> events = new ArrayList<>(List.of(event));
    PayoutRecord payout = locked.payout();
    int planned = terms.canLookUp() ? terms.lookups().size() : 1;
    if (payout.lookups() + 1 == planned) {
      events.add(
          new PayoutEvent.LookupsUsedUp(
              terms.canLookUp()
                  ? "none of the planned lookups told its outcome"
                  : "the provider cannot be asked by our reference"));
    }
    return events;
  }
}
