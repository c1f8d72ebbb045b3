// What of the providers' messages is put before people.
package dev.semel.webhook;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.AlertKind;
import dev.semel.domain.CaseKind;
import dev.semel.domain.ProviderStatement;
import dev.semel.json.Shortened;
import dev.semel.payout.AlertDesk;
import dev.semel.payout.CaseDesk;
import dev.semel.payout.PayoutRecord;
import dev.semel.provider.ProviderNotice;
import dev.semel.security.CredentialStore;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Puts before people what the program can't settle with a provider's message. What belongs to no
 * tenant is put before the one that runs the server.
 */
@Singleton
final class WebhookDesk {
  private static final Logger LOG = Logger.getLogger(WebhookDesk.class);
  private static final int LONGEST_WORD = 60;

  private final CaseDesk cases;
  private final AlertDesk alerts;
  private final CredentialStore credentials;

  WebhookDesk(CaseDesk cases, AlertDesk alerts, CredentialStore credentials) {
    this.cases = cases;
    this.alerts = alerts;
    this.credentials = credentials;
  }

  /** An event named no payout of ours for too long. */
  void unmatched(StoredEvent event) {
    operator("an unmatched event")
        .ifPresent(
            tenant ->
                cases.open(
                    new CaseDesk.NewCase(
                        tenant,
                        CaseKind.UNMATCHED_EVENT,
                        event.provider() + ":" + event.eventId(),
                        event.provider(),
                        null,
                        "The partner "
                            + event.provider()
                            + " sent an event (message "
                            + event.messageId()
                            + ") about a payout that is not on record here. Ask the partner whose payout it is; re-apply the message once that is known.",
                        facts(event))));
  }

  /** The processing of a message failed too often. */
  void failed(StoredMessage message, String error) {
    failed(message.provider(), message.id(), "Message " + message.id() + ": " + error);
  }

  /** The processing of a waiting event failed for too long. */
  void failed(StoredEvent event, String error) {
    failed(event.provider(), event.id(), "An event of message " + event.messageId() + ": " + error);
  }

  private void failed(String provider, String difference, String what) {
    operator("a failed message")
        .ifPresent(
            tenant ->
                cases.open(
                    new CaseDesk.NewCase(
                        tenant,
                        CaseKind.JOB_FAILED,
                        difference,
                        provider,
                        null,
                        "A webhook of the partner "
                            + provider
                            + " could not be processed. "
                            + what
                            + ". Mend the cause, then re-apply the message; until then its news is not in the payouts.",
                        JsonNodeFactory.instance.objectNode().put("error", what))));
  }

  /** A signed message says that the money of a paid payout came back, and is to be confirmed. */
  void returnToConfirm(StoredEvent event, ProviderStatement said, PayoutRecord payout) {
    ObjectNode facts = facts(event);
    facts.put("ours", payout.asked().money() + ", " + payout.state().wireName());
    said.cameBack().ifPresent(back -> facts.put("came_back", back.toString()));
    cases.open(
        new CaseDesk.NewCase(
            payout.asked().tenantId(),
            CaseKind.CONTRADICTION,
            payout.id() + "-return-to-confirm",
            event.provider(),
            payout.id(),
            "Payout "
                + payout.id()
                + " at "
                + event.provider()
                + " is paid, and a signed message says that its money came back. The partner's file wants final states confirmed: ask the partner, and send nothing again before.",
            facts));
  }

  /** A status word that the provider's file does not list; it counts as processing. */
  void unlistedStatus(StoredEvent event, ProviderNotice notice, String payoutId) {
    String word = notice.statement().providerWord();
    String shown = Shortened.to(word, LONGEST_WORD);
    operator("an unlisted status word")
        .ifPresent(
            tenant ->
                alerts.raise(
                    new AlertDesk.NewAlert(
                        tenant,
                        AlertKind.UNLISTED_STATUS,
                        event.provider() + ":" + shown,
                        event.provider(),
                        payoutId,
                        "The partner "
                            + event.provider()
                            + " used the status word '"
                            + shown
                            + "', which its file does not list. It counts as processing; ask the partner what it means, and list it.")));
  }

  private static ObjectNode facts(StoredEvent event) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("event_id", event.eventId())
        .put("message_id", event.messageId())
        .put("reference", event.reference().orElse(null))
        .put("provider_payout_id", event.providerPayoutId().orElse(null));
  }

  private Optional<String> operator(String what) {
    Optional<String> tenant = credentials.operatorTenant();
    if (tenant.isEmpty()) {
      LOG.warnf("There is %s and no tenant yet to put it before", what);
    }
    return tenant;
  }
}
