// Asks a provider how a sent payout stands.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.Evidence;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.payout.PayoutStore;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.Provider;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Asks a provider how a sent payout stands. An answer that says nothing new only sets the next
 * question; a partner that has stopped answering raises an alert, and the payout is never cancelled
 * for that.
 */
@Singleton
final class CheckStatus {
  private final RecordOutcome recordOutcome;

  CheckStatus(RecordOutcome recordOutcome) {
    this.recordOutcome = recordOutcome;
  }

  /** Asks about a claimed payout. No transaction may be open. */
  void check(Claim claim, Provider provider) {
    Tx.assertOutside();
    LookupOutcome outcome = provider.status(Queries.about(claim));
    recordOutcome.recordAnswer(claim, locked -> events(outcome, locked, provider.terms()));
  }

  private static List<PayoutEvent> events(
      LookupOutcome outcome, PayoutStore.Locked locked, ProviderTerms terms) {
    return switch (outcome) {
      case LookupOutcome.Found found ->
          saysNothingNew(found.statement(), locked)
              ? List.of()
              : List.of(
                  new PayoutEvent.ProviderSays(
                      found.statement(), ProviderPosition.UNPLACED, Evidence.AUTHENTICATED_QUERY));
      case LookupOutcome.Absent _, LookupOutcome.Unclear _ ->
          locked.payout().statusChecks() + 1 >= terms.statusChecks().size()
              ? List.of(new PayoutEvent.ProviderSilent())
              : List.of();
    };
  }

  private static boolean saysNothingNew(ProviderStatement statement, PayoutStore.Locked locked) {
    boolean sameMoney =
        statement.money().filter(money -> !money.equals(locked.payout().asked().money())).isEmpty();
    return statement.status() == ProviderStatus.PROCESSING
        && sameMoney
        && statement.providerPayoutId().equals(locked.payout().providerPayoutId());
  }
}
