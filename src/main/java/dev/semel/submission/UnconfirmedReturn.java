// Paid payouts of which a message says that they no longer are, and the provider does not.
package dev.semel.submission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.domain.CaseKind;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderTerms;
import dev.semel.payout.CaseDesk;
import dev.semel.payout.PayoutRecord;
import dev.semel.payout.PayoutStore;
import jakarta.inject.Singleton;

/**
 * Puts before a person a paid payout of which a message says that its money came back, is on its
 * way back or never arrived, when the provider, asked as often as its file plans, did not confirm
 * that.
 */
@Singleton
final class UnconfirmedReturn {
  private final CaseDesk cases;

  UnconfirmedReturn(CaseDesk cases) {
    this.cases = cases;
  }

  /** Does so, in the open transaction, when the last of the questions has told nothing new. */
  void handOverAfterTheLastQuestion(PayoutStore.Locked locked, ProviderTerms terms) {
    PayoutRecord payout = locked.payout();
    boolean last = payout.statusChecks() + 1 >= terms.statusChecks().size();
    if (payout.state() != PayoutState.PAID || !last) {
      return;
    }
    String provider = payout.asked().provider();
    cases.open(
        new CaseDesk.NewCase(
            payout.asked().tenantId(),
            CaseKind.CONTRADICTION,
            payout.id() + "-return-to-confirm",
            provider,
            payout.id(),
            "Payout "
                + payout.id()
                + " at "
                + provider
                + " is paid. A message says that it no longer is or will not stay so, and the partner did not say that the money came back when it was asked. Ask the partner where the money is, and send nothing again before.",
            JsonNodeFactory.instance
                .objectNode()
                .put("ours", payout.asked().money() + ", " + payout.state().wireName())
                .put("client_reference", payout.clientReference())
                .put("provider_payout_id", payout.providerPayoutId().orElse(null))));
  }
}
