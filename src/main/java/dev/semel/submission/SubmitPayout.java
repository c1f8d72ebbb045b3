// Sends a payout to its provider, once.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.Backoff;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutEvent.Retry;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.RetryAfter;
import dev.semel.domain.RetryRule;
import dev.semel.payout.PayoutRecord;
import dev.semel.payout.PayoutStore;
import dev.semel.provider.Provider;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.SubmitOutcome;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Sends a claimed payout to its provider, once, and records what came of it. What is not known is
 * recorded as unknown; only what was certainly not processed is tried again, after a pause, while
 * tries and time last.
 */
@Singleton
final class SubmitPayout {
  private static final Duration HELD_BACK_BASE = Duration.ofMillis(500);
  private static final Duration HELD_BACK_CAP = Duration.ofSeconds(2);

  private final RunningClaims claims;
  private final SeeOtherAttempt otherAttempt;
  private final RecordOutcome recordOutcome;
  private final UnlistedWords unlistedWords;
  private final RandomGenerator random;

  SubmitPayout(
      RunningClaims claims,
      SeeOtherAttempt otherAttempt,
      RecordOutcome recordOutcome,
      UnlistedWords unlistedWords,
      RandomGenerator random) {
    this.claims = claims;
    this.otherAttempt = otherAttempt;
    this.recordOutcome = recordOutcome;
    this.unlistedWords = unlistedWords;
    this.random = random;
  }

  /** Submits a payout that was claimed for it. No transaction may be open. */
  void submit(Claim claim, Provider provider) {
    Tx.assertOutside();
    SubmissionRequest request = requestOf(claim);
    List<Provider.MissingData> missing = provider.missingData(request);
    SubmitOutcome outcome =
        missing.isEmpty()
            ? provider.submit(request, () -> !otherAttempt.isAlive(claim) && claims.maySend(claim))
            : dataMissing(missing);
    recordOutcome.record(claim, locked -> eventOf(claim, outcome, locked, provider.terms()));
    if (outcome instanceof SubmitOutcome.Accepted accepted) {
      unlistedWords.look(provider, accepted.statement(), claim);
    }
  }

  /** The request of the present attempt, the same however often it is made. */
  static SubmissionRequest requestOf(Claim claim) {
    PayoutRecord payout = claim.payout();
    return new SubmissionRequest(
        payout.id(),
        payout.attempt(),
        payout.clientReference(),
        payout.providerKey(),
        payout.asked().money(),
        payout.beneficiary(),
        payout.asked().sender(),
        Optional.ofNullable(payout.asked().purpose()),
        payout.asked().reference(),
        claim.correlationId());
  }

  private static SubmitOutcome dataMissing(List<Provider.MissingData> missing) {
    String what =
        missing.stream()
            .map(data -> data.pointer() + ": " + data.detail())
            .collect(Collectors.joining("; "));
    return new SubmitOutcome.PlatformFault(
        PayoutEvent.PlatformFault.DATA_MISSING, Optional.of(what));
  }

  PayoutEvent eventOf(
      Claim claim, SubmitOutcome outcome, PayoutStore.Locked locked, ProviderTerms terms) {
    long epoch = claim.epoch();
    return switch (outcome) {
      case SubmitOutcome.Accepted accepted -> new PayoutEvent.Accepted(epoch, accepted.statement());
      case SubmitOutcome.Refused refused ->
          new PayoutEvent.Refused(epoch, refused.code(), refused.fault(), refused.message());
      case SubmitOutcome.NotSent notSent ->
          new PayoutEvent.NotSent(epoch, notSent.reason(), retry(locked, terms, Optional.empty()));
      case SubmitOutcome.HeldBack heldBack ->
          new PayoutEvent.NotSent(
              epoch, heldBack.reason(), new Retry.After(heldBackPause(), false));
      case SubmitOutcome.Busy busy ->
          new PayoutEvent.Busy(
              epoch, busy.reason(), retry(locked, terms, busy.patience().leastPause(locked.now())));
      case SubmitOutcome.PlatformFault fault ->
          new PayoutEvent.PlatformFault(epoch, fault.code(), fault.message());
      case SubmitOutcome.Unknown unknown ->
          new PayoutEvent.OutcomeUnknown(
              epoch,
              unknown.reason(),
              unknown.patience().map(patience -> pause(locked, terms, patience)));
      case SubmitOutcome.Duplicate _ -> new PayoutEvent.DuplicateReference(epoch);
    };
  }

  private Retry retry(
      PayoutStore.Locked locked, ProviderTerms terms, Optional<Duration> leastPause) {
    return RetryRule.decide(
        terms.retry(),
        locked.payout().tries(),
        locked.firstPossibleSend().orElse(locked.now()),
        locked.now(),
        leastPause,
        random);
  }

  private Duration pause(PayoutStore.Locked locked, ProviderTerms terms, RetryAfter patience) {
    return Backoff.pause(
        terms.retry().base(),
        terms.retry().cap(),
        locked.payout().tries(),
        patience.leastPause(locked.now()),
        random);
  }

  private Duration heldBackPause() {
    return Backoff.pause(HELD_BACK_BASE, HELD_BACK_CAP, 2, Optional.empty(), random);
  }
}
