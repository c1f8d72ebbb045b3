// What of the providers' messages is put before people.
package dev.semel.webhook;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.CaseKind;
import dev.semel.payout.CaseDesk;
import dev.semel.security.CredentialStore;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Puts before people what the program can't settle with a provider's message. What belongs to no
 * tenant is put before the one that runs the server.
 */
@Singleton
final class WebhookDesk {
  private static final Logger LOG = Logger.getLogger(WebhookDesk.class);

  private static final String NOT_PROCESSED =
      " could not be processed. Where they are the partner's, mend its file and re-apply them.";

  private final CaseDesk cases;
  private final CredentialStore credentials;

  WebhookDesk(CaseDesk cases, CredentialStore credentials) {
    this.cases = cases;
    this.credentials = credentials;
  }

  /**
   * An event named no payout of ours for too long. What anybody can send is one case a day for each
   * provider, however much of it came.
   */
  void unmatched(StoredEvent event, Verification verification) {
    if (verification == Verification.HINT) {
      unsigned(
          CaseKind.UNMATCHED_EVENT,
          event.provider(),
          event.now(),
          " named payouts that are not on record here. Where the partner sends for others too, or somebody tries the address out, there is nothing to do; else ask the partner whose payouts they are.");
    } else {
      unmatched(event);
    }
  }

  private void unsigned(CaseKind kind, String provider, Instant now, String what) {
    String day = now.atOffset(ZoneOffset.UTC).toLocalDate().toString();
    operator("unsigned messages to look at")
        .ifPresent(
            tenant ->
                cases.open(
                    new CaseDesk.NewCase(
                        tenant,
                        kind,
                        provider + ":unsigned:" + day,
                        provider,
                        null,
                        "Unsigned messages to the address of the partner "
                            + provider
                            + what
                            + " They change nothing by themselves; the log of webhooks has them.",
                        JsonNodeFactory.instance.objectNode().put("day", day))));
  }

  private void unmatched(StoredEvent event) {
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
  void failed(StoredMessage message, String error, Instant now) {
    if (message.verification() == Verification.HINT) {
      unsigned(CaseKind.JOB_FAILED, message.provider(), now, NOT_PROCESSED);
    } else {
      failed(message.provider(), message.id(), "Message " + message.id() + ": " + error);
    }
  }

  /** A message that had failed was processed, so that its case is over. */
  void mended(StoredMessage message) {
    operator("a case that is over")
        .ifPresent(
            tenant ->
                cases.over(
                    tenant,
                    CaseKind.JOB_FAILED,
                    message.id(),
                    "The message was re-applied, and was processed."));
  }

  /** The processing of a waiting event failed for too long. */
  void failed(StoredEvent event, Verification verification, String error) {
    if (verification == Verification.HINT) {
      unsigned(CaseKind.JOB_FAILED, event.provider(), event.now(), NOT_PROCESSED);
    } else {
      failed(
          event.provider(), event.id(), "An event of message " + event.messageId() + ": " + error);
    }
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
