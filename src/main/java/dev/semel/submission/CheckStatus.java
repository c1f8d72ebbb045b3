// Asks a provider how a sent payout stands.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.Evidence;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.Provider;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Asks a provider how a sent payout stands, or whether one that it said is paid still is. An answer
 * that says nothing new only sets the next question. A partner that has stopped answering raises an
 * alert, once for each silence, and the payout is never cancelled for that.
 */
@Singleton
final class CheckStatus {
  private final RecordOutcome recordOutcome;
  private final PayoutTransitions transitions;
  private final UnlistedWords unlistedWords;
  private final SuspectAnswers suspectAnswers;
  private final UnconfirmedReturn unconfirmedReturn;

  CheckStatus(
      RecordOutcome recordOutcome,
      PayoutTransitions transitions,
      UnlistedWords unlistedWords,
      SuspectAnswers suspectAnswers,
      UnconfirmedReturn unconfirmedReturn) {
    this.recordOutcome = recordOutcome;
    this.transitions = transitions;
    this.unlistedWords = unlistedWords;
    this.suspectAnswers = suspectAnswers;
    this.unconfirmedReturn = unconfirmedReturn;
  }

  /** Asks about a claimed payout. No transaction may be open. */
  void check(Claim claim, Provider provider) {
    Tx.assertOutside();
    if (!provider.canBeAsked(Queries.about(claim))) {
      // That is no silence of the provider's: its messages or its report will tell.
      recordOutcome.recordAnswer(claim, _ -> List.of());
      return;
    }
    LookupOutcome outcome = provider.status(Queries.about(claim));
    recordOutcome.recordAnswer(
        claim,
        locked -> {
          List<PayoutEvent> events = events(outcome, locked, provider.terms());
          note(outcome, locked, provider, events.isEmpty());
          return events;
        });
    suspectAnswers.look(outcome, claim);
    if (outcome instanceof LookupOutcome.Found found) {
      unlistedWords.look(provider, found.statement(), claim);
    }
  }

  /** What an answer says of the payout. */
  static List<PayoutEvent> events(
      LookupOutcome outcome, PayoutStore.Locked locked, ProviderTerms terms) {
    return switch (outcome) {
      case LookupOutcome.Found found ->
          saysNothingNew(found.statement(), locked, terms)
              ? List.of()
              : List.of(
                  new PayoutEvent.ProviderSays(
                      found.statement(), ProviderPosition.UNPLACED, Evidence.AUTHENTICATED_QUERY));
      case LookupOutcome.Absent _, LookupOutcome.Unclear _ ->
          isSilentNow(locked, terms) ? List.of(new PayoutEvent.ProviderSilent()) : List.of();
    };
  }

  private static boolean isSilentNow(PayoutStore.Locked locked, ProviderTerms terms) {
    return locked.payout().state() == PayoutState.SENT
        && locked.payout().silentChecks() + 1 == terms.silentAfter();
  }

  /** What people are told of an answer besides. */
  private void note(
      LookupOutcome outcome, PayoutStore.Locked locked, Provider provider, boolean nothingNew) {
    transitions.heardOf(locked, outcome instanceof LookupOutcome.Found);
    if (nothingNew || !(outcome instanceof LookupOutcome.Found)) {
      unconfirmedReturn.handOverAfterTheLastQuestion(locked, provider.terms());
    }
  }

  private static boolean saysNothingNew(
      ProviderStatement statement, PayoutStore.Locked locked, ProviderTerms terms) {
    if (locked.payout().state() == PayoutState.PAID) {
      ProviderStatus meaning = terms.meaningAfterPaid(statement.status());
      return meaning == ProviderStatus.PAID || meaning == ProviderStatus.PROCESSING;
    }
    boolean sameMoney =
        statement.money().filter(money -> !money.equals(locked.payout().asked().money())).isEmpty();
    return statement.status() == ProviderStatus.PROCESSING
        && sameMoney
        && statement.providerPayoutId().equals(locked.payout().providerPayoutId());
  }
}
