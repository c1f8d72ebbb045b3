package dev.semel.domain;

import static dev.semel.domain.PayoutState.AWAITING_FUNDS;
import static dev.semel.domain.PayoutState.CANCELLED;
import static dev.semel.domain.PayoutState.FAILED;
import static dev.semel.domain.PayoutState.HELD;
import static dev.semel.domain.PayoutState.READY;
import static dev.semel.domain.PayoutState.RETURNED;
import static dev.semel.domain.PayoutState.SENT;
import static dev.semel.domain.PayoutState.SUBMISSION_UNKNOWN;
import static dev.semel.domain.PayoutState.SUBMITTING;

import dev.semel.domain.Decision.Applied;
import dev.semel.domain.Decision.Refused;
import dev.semel.domain.PayoutEvent.Retry;
import java.util.Optional;

/**
 * The payout state machine: what every event does in every state.
 *
 * <p>One pure function. Nothing else in the program decides a payout's state; everything else makes
 * events and carries out what is decided here. The page {@code docs/lifecycle.md} is rendered from
 * this class.
 */
public final class PayoutLifecycle {
  private PayoutLifecycle() {}

  /**
   * Decides what an event does to a payout.
   *
   * @param payout the payout as it stands, read under the lock under which the decision will be
   *     written
   * @param event what happened or is asked for
   * @return the state after the event, or the reason for refusing it; and the cases and alerts that
   *     it calls for
   */
  public static Decision decide(PayoutSnapshot payout, PayoutEvent event) {
    return switch (event) {
      case PayoutEvent.FundsCleared _ -> fundsCleared(payout);
      case PayoutEvent.Claimed _ -> claimed(payout);
      case PayoutEvent.Accepted accepted -> providerSays(payout, accepted);
      case PayoutEvent.Refused refused -> ofCurrentCall(payout, refused, refused(payout));
      case PayoutEvent.NotSent notSent ->
          ofCurrentCall(payout, notSent, notProcessed(payout, notSent.retry()));
      case PayoutEvent.Busy busy -> ofCurrentCall(payout, busy, notProcessed(payout, busy.retry()));
      case PayoutEvent.PlatformFault fault ->
          ofCurrentCall(payout, fault, stopForPerson(payout, AlertKind.NOT_SENT_PLATFORM_FAULT));
      case PayoutEvent.OutcomeUnknown unknown ->
          ofCurrentCall(payout, unknown, Applied.to(SUBMISSION_UNKNOWN));
      case PayoutEvent.DuplicateReference duplicate ->
          ofCurrentCall(payout, duplicate, Applied.to(SUBMISSION_UNKNOWN));
      case PayoutEvent.LeaseExpired expired -> leaseExpired(payout, expired);
      case PayoutEvent.LookupFound found -> providerSays(payout, found);
      case PayoutEvent.LookupAbsent _ -> whileUnknown(payout, Applied.to(SUBMISSION_UNKNOWN));
      case PayoutEvent.AbsenceConfirmed _ -> whileUnknown(payout, absenceConfirmed(payout));
      case PayoutEvent.LookupUnclear _ -> whileUnknown(payout, Applied.to(SUBMISSION_UNKNOWN));
      case PayoutEvent.LookupsUsedUp _ ->
          whileUnknown(
              payout, Applied.to(SUBMISSION_UNKNOWN).andCase(CaseKind.SUBMISSION_UNRESOLVED));
      case PayoutEvent.ProviderSays says -> providerSays(payout, says);
      case PayoutEvent.ProviderSilent _ -> providerSilent(payout);
      case PayoutEvent.CancelAsked _ -> cancelAsked(payout);
      case PayoutEvent.DeadlinePassed _ -> deadlinePassed(payout);
      case PayoutEvent.OtherAttemptAlive _ -> otherAttemptAlive(payout);
      case PayoutEvent.HeldByOperator _ -> heldByOperator(payout);
      case PayoutEvent.ReleasedByOperator _ -> releasedByOperator(payout);
      case PayoutEvent.ResendByOperator resend -> resendByOperator(payout, resend);
      case PayoutEvent.CorrectedByOperator corrected -> correctedByOperator(payout, corrected);
      case PayoutEvent.SettledByOperator settled -> settledByOperator(payout, settled);
    };
  }

  // Funding

  private static Decision fundsCleared(PayoutSnapshot payout) {
    return switch (payout.state()) {
      case AWAITING_FUNDS -> Applied.to(READY);
      case HELD -> payout.funded() ? duplicatePayment() : Applied.to(HELD);
      case READY, SUBMITTING, SUBMISSION_UNKNOWN, SENT -> duplicatePayment();
      case PAID, FAILED, RETURNED, CANCELLED ->
          Refused.because(Refusal.WRONG_STATE).andAlert(AlertKind.PAYMENT_ON_CLOSED_PAYOUT);
    };
  }

  private static Decision duplicatePayment() {
    return Refused.because(Refusal.WRONG_STATE).andAlert(AlertKind.DUPLICATE_PAYMENT_CAPTURED);
  }

  // Submission

  private static Decision claimed(PayoutSnapshot payout) {
    if (payout.state() != READY) {
      return Refused.because(Refusal.WRONG_STATE);
    }
    if (payout.otherAttemptAlive()) {
      return Refused.because(Refusal.OTHER_ATTEMPT_ALIVE);
    }
    return payout.funded() ? Applied.to(SUBMITTING) : Refused.because(Refusal.NOT_FUNDED);
  }

  /**
   * Outcomes other than "the provider has it" count only from the worker that holds the payout; a
   * late one proves nothing about later requests.
   */
  private static Decision ofCurrentCall(
      PayoutSnapshot payout, PayoutEvent.OfCall event, Decision decision) {
    if (payout.state() != SUBMITTING) {
      return Refused.because(
          event.leaseEpoch() == payout.leaseEpoch() ? Refusal.WRONG_STATE : Refusal.LEASE_LOST);
    }
    return event.leaseEpoch() == payout.leaseEpoch()
        ? decision
        : Refused.because(Refusal.LEASE_LOST);
  }

  /** Nobody is told that it failed while another attempt of it may be paid. */
  private static Applied refused(PayoutSnapshot payout) {
    return payout.otherAttemptAlive() ? thisOneIsOver() : Applied.to(FAILED);
  }

  private static Decision notProcessed(PayoutSnapshot payout, Retry retry) {
    return switch (retry) {
      case Retry.After _ -> Applied.to(payout.otherAttemptAlive() ? SUBMISSION_UNKNOWN : READY);
      case Retry.UsedUp _ -> stopForPerson(payout, AlertKind.NOT_SENT_RETRIES_USED_UP);
    };
  }

  /**
   * {@code held} promises that the provider does not have the payout; after any unknown request,
   * and while it speaks of another attempt, only {@code submission_unknown} is honest.
   */
  private static Decision stopForPerson(PayoutSnapshot payout, AlertKind alert) {
    return payout.everUnknown() || payout.otherAttemptAlive()
        ? Applied.to(SUBMISSION_UNKNOWN).andCase(CaseKind.SUBMISSION_UNRESOLVED)
        : Applied.to(HELD).andAlert(alert);
  }

  private static Decision leaseExpired(PayoutSnapshot payout, PayoutEvent.LeaseExpired expired) {
    boolean current = payout.state() == SUBMITTING && expired.leaseEpoch() == payout.leaseEpoch();
    return current ? Applied.to(SUBMISSION_UNKNOWN) : Refused.because(Refusal.LEASE_LOST);
  }

  // Resolving an unknown outcome

  private static Decision whileUnknown(PayoutSnapshot payout, Decision decision) {
    return payout.state() == SUBMISSION_UNKNOWN ? decision : Refused.because(Refusal.WRONG_STATE);
  }

  /** That the present attempt is absent proves nothing about the other one. */
  private static Decision absenceConfirmed(PayoutSnapshot payout) {
    if (payout.otherAttemptAlive()) {
      return Refused.because(Refusal.OTHER_ATTEMPT_ALIVE);
    }
    return payout.terms().visibleWithin().isPresent()
        ? Applied.to(READY)
        : Refused.because(Refusal.ABSENCE_NOT_PROVABLE);
  }

  // What the provider says

  private static Decision providerSays(PayoutSnapshot payout, PayoutEvent.OfStatement event) {
    ProviderStatement statement = event.statement();
    if (event.evidence() == Evidence.UNSIGNED_HINT) {
      return Refused.because(Refusal.HINT_ONLY);
    }
    if (isAboutAnotherPayout(payout, statement)) {
      return Refused.because(Refusal.OTHER_PROVIDER_PAYOUT).andCase(CaseKind.CONTRADICTION);
    }
    if (isStale(payout, event)) {
      return stale(payout, event);
    }
    return switch (payout.state()) {
      case AWAITING_FUNDS -> neverSubmitted();
      case READY -> payout.everSubmitted() ? adopt(payout, statement) : neverSubmitted();
      case SUBMITTING, SUBMISSION_UNKNOWN, SENT -> adopt(payout, statement);
      case HELD -> payout.everSubmitted() ? whileHeld(payout, statement) : neverSubmitted();
      case CANCELLED -> payout.everSubmitted() ? afterFinalState(payout, event) : neverSubmitted();
      case PAID, FAILED, RETURNED -> afterFinalState(payout, event);
    };
  }

  private static boolean isAboutAnotherPayout(PayoutSnapshot payout, ProviderStatement statement) {
    return payout.providerPayoutId().isPresent()
        && statement.providerPayoutId().isPresent()
        && !payout.providerPayoutId().equals(statement.providerPayoutId());
  }

  /** Of two statements with the same place the one that is less far along is the older. */
  private static boolean isStale(PayoutSnapshot payout, PayoutEvent.OfStatement event) {
    if (event.position().olderThan(payout.position())) {
      return true;
    }
    return event.position().samePlaceAs(payout.position())
        && meaning(payout, event.statement()).isLessFarThan(payout.state());
  }

  /** What is older takes nothing back; but it may tell what a later word meant. */
  private static Decision stale(PayoutSnapshot payout, PayoutEvent.OfStatement event) {
    Optional<Applied> revealed = OutOfOrder.revealed(payout, event);
    if (revealed.isPresent()) {
      return revealed.get();
    }
    Refused stale = Refused.because(Refusal.STALE);
    return OutOfOrder.contradicts(payout, event) ? stale.andCase(CaseKind.CONTRADICTION) : stale;
  }

  private static ProviderStatus meaning(PayoutSnapshot payout, ProviderStatement statement) {
    return payout.state() == PayoutState.PAID
        ? payout.terms().meaningAfterPaid(statement.status())
        : statement.status();
  }

  private static Decision neverSubmitted() {
    return Refused.because(Refusal.NEVER_SUBMITTED).andCase(CaseKind.NEVER_SUBMITTED);
  }

  /**
   * The provider has it: take over its state. Other terms than asked are adopted too, but never to
   * {@code paid} by the program, whatever is said later: a person settles them.
   */
  private static Applied adopt(PayoutSnapshot payout, ProviderStatement statement) {
    if (!payout.otherAttemptAlive()) {
      return adoptAlone(payout, statement);
    }
    return switch (statement.status()) {
      case PROCESSING, PAID -> adoptAlone(payout, statement).andCase(CaseKind.CONTRADICTION);
      case FAILED, CANCELLED, RETURNED -> thisOneIsOver();
    };
  }

  /**
   * The present attempt has ended without the money with the beneficiary, and another one is said
   * to be alive: how the payout ends is not known, and nobody is told that it failed.
   */
  private static Applied thisOneIsOver() {
    return Applied.to(SUBMISSION_UNKNOWN).andCase(CaseKind.CONTRADICTION);
  }

  private static Applied adoptAlone(PayoutSnapshot payout, ProviderStatement statement) {
    PayoutState stated = statement.status().state();
    boolean termsDiffer =
        payout.termsDiffer() || termsDiffer(payout.money(), statement, stated == RETURNED);
    PayoutState next = termsDiffer && stated == PayoutState.PAID ? SENT : stated;
    Applied applied = next == RETURNED ? returned(payout, statement) : Applied.to(next);
    return termsDiffer ? applied.andCase(CaseKind.TERMS_DIFFER) : applied;
  }

  /**
   * Whether a provider says that it holds another amount or currency than was asked.
   *
   * @param returned whether it says that the money came back
   */
  public static boolean termsDiffer(Money asked, ProviderStatement statement, boolean returned) {
    return statement.held(returned).filter(money -> !money.equals(asked)).isPresent();
  }

  /** Money that came back came back, however much of it; a difference is for a person. */
  private static Applied returned(PayoutSnapshot payout, ProviderStatement statement) {
    Applied applied = Applied.to(RETURNED);
    return otherCameBack(payout, statement).map(applied::andCase).orElse(applied);
  }

  /** The case that another amount or currency than was asked calls for when it comes back. */
  private static Optional<CaseKind> otherCameBack(
      PayoutSnapshot payout, ProviderStatement statement) {
    Money asked = payout.money();
    return statement
        .cameBack()
        .filter(money -> !money.equals(asked))
        .map(
            money ->
                money.currency().equals(asked.currency())
                    ? CaseKind.AMOUNT_DIFFERS
                    : CaseKind.CURRENCY_DIFFERS);
  }

  /**
   * A try was taken for not processed, and now the provider speaks of it. Where it has or had the
   * payout, {@code held} would be untrue and a resend a second payout. Where it failed the try, the
   * payout stays held: the customer hears of no failure that may be ours.
   */
  private static Decision whileHeld(PayoutSnapshot payout, ProviderStatement statement) {
    return switch (statement.status()) {
      case PROCESSING, PAID, RETURNED -> adopt(payout, statement).andCase(CaseKind.CONTRADICTION);
      case FAILED, CANCELLED ->
          Refused.because(Refusal.WRONG_STATE).andCase(CaseKind.CONTRADICTION);
    };
  }

  private static Decision afterFinalState(PayoutSnapshot payout, PayoutEvent.OfStatement event) {
    ProviderStatement statement = event.statement();
    // What people settled was not the provider's word, so that nothing is told after it.
    ProviderStatus status =
        payout.settledByPeople() ? statement.status() : meaning(payout, statement);
    if (status.state() == payout.state()) {
      Refused known = Refused.because(Refusal.ALREADY_SO);
      return status == ProviderStatus.RETURNED
          ? otherCameBack(payout, statement).map(known::andCase).orElse(known)
          : known;
    }
    boolean doubtful = status != statement.status() && OutOfOrder.isUndated(event);
    return switch (status) {
      case PROCESSING ->
          doubtful || wasStoppedByUs(payout) || wasGivenUpByPeople(payout)
              ? contradiction()
              : Refused.because(Refusal.AFTER_FINAL_STATE);
      case RETURNED ->
          payout.state() == PayoutState.PAID
              ? cameBack(payout, statement, doubtful)
              : revealed(payout, event);
      case PAID -> revealed(payout, event);
      case FAILED, CANCELLED ->
          payout.state() == RETURNED && payout.terms().meaningAfterPaid(status) != status
              ? Refused.because(Refusal.AFTER_FINAL_STATE)
              : contradiction();
    };
  }

  private static Decision revealed(PayoutSnapshot payout, PayoutEvent.OfStatement event) {
    Optional<Applied> revealed = OutOfOrder.revealed(payout, event);
    return revealed.isPresent() ? revealed.get() : contradiction();
  }

  /** Where nothing tells that it was paid before, and not after, people are to ask. */
  private static Applied cameBack(
      PayoutSnapshot payout, ProviderStatement statement, boolean doubtful) {
    Applied applied = cameBack(payout, statement);
    return doubtful ? applied.andCase(CaseKind.CONTRADICTION) : applied;
  }

  /** That the money of one attempt came back does not say that another was not paid. */
  static Applied cameBack(PayoutSnapshot payout, ProviderStatement statement) {
    Applied applied = returned(payout, statement);
    return payout.otherAttemptAlive() ? applied.andCase(CaseKind.CONTRADICTION) : applied;
  }

  /**
   * A payout that the provider cancelled was adopted before; one that we stopped is not the
   * provider's to work on.
   */
  private static boolean wasStoppedByUs(PayoutSnapshot payout) {
    return payout.state() == CANCELLED && payout.providerPayoutId().isEmpty();
  }

  /** People said that the provider is done with it, and it works on it. */
  private static boolean wasGivenUpByPeople(PayoutSnapshot payout) {
    return payout.settledByPeople()
        && payout.state().atProvider() == PayoutState.AtProvider.NO_LONGER;
  }

  private static Decision contradiction() {
    return Refused.because(Refusal.CONTRADICTS).andCase(CaseKind.CONTRADICTION);
  }

  private static Decision providerSilent(PayoutSnapshot payout) {
    return payout.state() == SENT
        ? Applied.to(SENT).andAlert(AlertKind.PROVIDER_SILENT)
        : Refused.because(Refusal.WRONG_STATE);
  }

  // Clients, deadlines and people

  private static Decision cancelAsked(PayoutSnapshot payout) {
    return switch (payout.state()) {
      case AWAITING_FUNDS, HELD -> Applied.to(CANCELLED);
      case READY ->
          payout.everUnknown()
              ? Refused.because(Refusal.MAY_BE_AT_PROVIDER)
              : Applied.to(CANCELLED);
      case SUBMITTING, SUBMISSION_UNKNOWN, SENT -> Refused.because(Refusal.MAY_BE_AT_PROVIDER);
      case CANCELLED -> Refused.because(Refusal.ALREADY_SO);
      case PAID, FAILED, RETURNED -> Refused.because(Refusal.AFTER_FINAL_STATE);
    };
  }

  private static Decision deadlinePassed(PayoutSnapshot payout) {
    return switch (payout.state()) {
      case AWAITING_FUNDS, READY, HELD -> Applied.to(CANCELLED);
      case SUBMITTING, SUBMISSION_UNKNOWN, SENT, PAID, FAILED, RETURNED, CANCELLED ->
          Refused.because(Refusal.WRONG_STATE);
    };
  }

  /**
   * What is not at the provider under its present reference may be there under another: that is
   * unknown, neither {@code ready} nor {@code held}, so that nothing sends, cancels or closes it. A
   * worker that has it stays its worker, and asks before its first byte.
   */
  private static Decision otherAttemptAlive(PayoutSnapshot payout) {
    return switch (payout.state()) {
      case READY, HELD, SUBMISSION_UNKNOWN ->
          Applied.to(SUBMISSION_UNKNOWN).andCase(CaseKind.CONTRADICTION);
      case SUBMITTING, SENT -> Applied.to(payout.state()).andCase(CaseKind.CONTRADICTION);
      case AWAITING_FUNDS -> Refused.because(Refusal.WRONG_STATE).andCase(CaseKind.NEVER_SUBMITTED);
      case PAID, FAILED, RETURNED, CANCELLED ->
          Refused.because(Refusal.AFTER_FINAL_STATE).andCase(CaseKind.CONTRADICTION);
    };
  }

  private static Decision heldByOperator(PayoutSnapshot payout) {
    return switch (payout.state()) {
      case AWAITING_FUNDS -> Applied.to(HELD);
      case READY ->
          payout.everUnknown() ? Refused.because(Refusal.MAY_BE_AT_PROVIDER) : Applied.to(HELD);
      case SUBMITTING, SUBMISSION_UNKNOWN, SENT -> Refused.because(Refusal.MAY_BE_AT_PROVIDER);
      case HELD -> Refused.because(Refusal.ALREADY_SO);
      case PAID, FAILED, RETURNED, CANCELLED -> Refused.because(Refusal.AFTER_FINAL_STATE);
    };
  }

  private static Decision releasedByOperator(PayoutSnapshot payout) {
    if (payout.state() != HELD) {
      return Refused.because(Refusal.WRONG_STATE);
    }
    if (!payout.hold().equals(Optional.of(HoldReason.OPERATOR))) {
      return Refused.because(Refusal.NOT_HELD_BY_OPERATOR);
    }
    return Applied.to(payout.funded() ? READY : AWAITING_FUNDS);
  }

  private static Decision resendByOperator(
      PayoutSnapshot payout, PayoutEvent.ResendByOperator resend) {
    return switch (payout.state()) {
      case HELD -> otherDismissed(payout, resend.other(), sentAgain(payout, resend));
      case SUBMISSION_UNKNOWN ->
          resend.beginsAttempt()
              ? Refused.because(Refusal.MAY_BE_AT_PROVIDER)
              : otherDismissed(payout, resend.other(), approved(resend, Applied.to(READY)));
      case AWAITING_FUNDS, READY, SUBMITTING, SENT, PAID, FAILED, RETURNED, CANCELLED ->
          Refused.because(Refusal.WRONG_STATE);
    };
  }

  /** Where the money goes is never changed by one person alone. */
  private static Decision correctedByOperator(
      PayoutSnapshot payout, PayoutEvent.CorrectedByOperator corrected) {
    if (payout.state() != HELD) {
      return Refused.because(Refusal.WRONG_STATE);
    }
    return sentAgain(payout, corrected) instanceof Refused refused
        ? refused
        : approved(corrected, Applied.to(READY));
  }

  /**
   * What may be done where no attempt is alive: where the provider says that another one is, the
   * people have to say of it in so many words that it is not.
   */
  private static Decision otherDismissed(
      PayoutSnapshot payout, OtherAttempt other, Decision decision) {
    if (other == OtherAttempt.ADOPTED) {
      return Refused.because(Refusal.WRONG_STATE);
    }
    boolean dismissed = other == OtherAttempt.DISMISSED;
    if (dismissed == payout.otherAttemptAlive()) {
      return decision;
    }
    return Refused.because(dismissed ? Refusal.NO_OTHER_ATTEMPT : Refusal.OTHER_ATTEMPT_ALIVE);
  }

  /** A held payout: the provider does not have it, or a new reference would be a second payout. */
  private static Decision sentAgain(PayoutSnapshot payout, PayoutEvent event) {
    if (event.beginsAttempt() && payout.everUnknown()) {
      return Refused.because(Refusal.MAY_BE_AT_PROVIDER);
    }
    return payout.funded() ? Applied.to(READY) : Refused.because(Refusal.NOT_FUNDED);
  }

  private static Decision settledByOperator(
      PayoutSnapshot payout, PayoutEvent.SettledByOperator settled) {
    return switch (payout.state()) {
      case SUBMISSION_UNKNOWN -> settledUnknown(payout, settled);
      case SENT -> settledTerms(payout, settled);
      case AWAITING_FUNDS, READY, SUBMITTING, HELD, PAID, FAILED, RETURNED, CANCELLED ->
          Refused.because(Refusal.WRONG_STATE);
    };
  }

  private static Decision settledUnknown(
      PayoutSnapshot payout, PayoutEvent.SettledByOperator settled) {
    return switch (settled.outcome()) {
      case FAILED -> otherDismissed(payout, settled.other(), approved(settled, Applied.to(FAILED)));
      case SENT -> settledAsSent(payout, settled);
      case AWAITING_FUNDS, READY, SUBMITTING, SUBMISSION_UNKNOWN, HELD, PAID, RETURNED, CANCELLED ->
          Refused.because(Refusal.WRONG_STATE);
    };
  }

  /**
   * The payout that the provider has is that of the present attempt, or of the other one. That it
   * has this one does not say that it has no other: the mark stays, and nobody takes it away here.
   */
  private static Decision settledAsSent(
      PayoutSnapshot payout, PayoutEvent.SettledByOperator settled) {
    if (settled.other() == OtherAttempt.DISMISSED) {
      return Refused.because(Refusal.WRONG_STATE);
    }
    if (settled.other() == OtherAttempt.ADOPTED && !payout.otherAttemptAlive()) {
      return Refused.because(Refusal.NO_OTHER_ATTEMPT);
    }
    return approved(
        settled,
        settled.providerPayoutId().isPresent()
            ? Applied.to(SENT)
            : Refused.because(Refusal.PROVIDER_ID_MISSING));
  }

  /** The way out where the provider holds other terms, which the program never takes for paid. */
  private static Decision settledTerms(
      PayoutSnapshot payout, PayoutEvent.SettledByOperator settled) {
    return switch (settled.outcome()) {
      case PAID, RETURNED, FAILED ->
          payout.termsDiffer()
              ? settledAs(payout, settled)
              : Refused.because(Refusal.PROVIDERS_WORD);
      case AWAITING_FUNDS, READY, SUBMITTING, SUBMISSION_UNKNOWN, SENT, HELD, CANCELLED ->
          Refused.because(Refusal.WRONG_STATE);
    };
  }

  private static Decision settledAs(PayoutSnapshot payout, PayoutEvent.SettledByOperator settled) {
    Decision decision = approved(settled, Applied.to(settled.outcome()));
    if (settled.outcome() == FAILED || settled.outcome() == RETURNED) {
      return otherDismissed(payout, settled.other(), decision);
    }
    return settled.other() == OtherAttempt.UNMENTIONED
        ? decision
        : Refused.because(Refusal.WRONG_STATE);
  }

  private static Decision approved(PayoutEvent.ByTwo event, Decision decision) {
    return event.approvedBy().isPresent() ? decision : Refused.because(Refusal.NOT_APPROVED);
  }
}
