// Answers of a provider that people are told of at once.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.AlertKind;
import dev.semel.payout.AlertDesk;
import dev.semel.payout.PayoutRecord;
import dev.semel.provider.LookupOutcome;
import jakarta.inject.Singleton;

/**
 * Tells people of an answer that can't be right: two payouts under one reference of ours, or an
 * address that is not the partner's. The payout stays as it is.
 */
@Singleton
final class SuspectAnswers {
  private final AlertDesk alerts;

  SuspectAnswers(AlertDesk alerts) {
    this.alerts = alerts;
  }

  /** Raises an alert where the answer calls for one, in a transaction of its own. */
  void look(LookupOutcome outcome, Claim claim) {
    if (outcome instanceof LookupOutcome.Unclear unclear) {
      unclear.alarm().ifPresent(alarm -> Tx.run(() -> raise(alarm, claim.payout())));
    }
  }

  private void raise(String alarm, PayoutRecord payout) {
    String provider = payout.asked().provider();
    alerts.raise(
        new AlertDesk.NewAlert(
            payout.asked().tenantId(),
            AlertKind.SUSPECT_ANSWER,
            payout.id(),
            provider,
            payout.id(),
            "Payout "
                + payout.id()
                + " at "
                + provider
                + ": "
                + alarm
                + ". Nothing was adopted and nothing is sent again; ask the partner what is true."));
  }
}
