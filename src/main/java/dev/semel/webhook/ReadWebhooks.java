// Reads the log of messages from providers.
package dev.semel.webhook;

import dev.semel.db.Tx;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.provider.MessageReading;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import dev.semel.provider.UnreadableMessageException;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * Reads the log of messages from providers. The tenant that runs the server sees all of them;
 * another sees those whose events name its payouts and nobody else's.
 */
@Singleton
final class ReadWebhooks {
  private final WebhookStore messages;
  private final WebhookEventStore events;
  private final Providers providers;

  ReadWebhooks(WebhookStore messages, WebhookEventStore events, Providers providers) {
    this.messages = messages;
    this.events = events;
    this.providers = providers;
  }

  /** A message with what was found in it. */
  record Found(StoredMessage message, List<StoredEvent> events) {}

  /** A page of messages, newest first. */
  List<MessageHead> page(MessageFilter filter, int limit) {
    return Tx.call(() -> messages.page(filter, limit));
  }

  /** One message. */
  Found message(Caller caller, String id) {
    return Tx.call(
        () ->
            messages
                .find(caller.tenantId(), caller.operator(), id)
                .map(message -> new Found(message, events.ofMessage(id)))
                .filter(found -> mayShow(caller.operator(), found))
                .orElseThrow(ReadWebhooks::noSuchMessage));
  }

  /**
   * A message may hold more events than were kept with it: those that another message brought
   * first, or that failed. Whose they are is not known here, so that only who sees everything sees
   * them.
   */
  boolean mayShow(boolean operator, Found found) {
    if (operator) {
      return true;
    }
    Optional<Provider> provider = providers.find(found.message().provider());
    if (provider.isEmpty()) {
      return false;
    }
    try {
      MessageReading reading = provider.get().read(found.message().inbound());
      return reading.faults().isEmpty() && reading.notices().size() == found.events().size();
    } catch (UnreadableMessageException e) {
      return false;
    }
  }

  /** What belongs to another tenant looks exactly like what does not exist. */
  static ProblemException noSuchMessage() {
    return new ProblemException(
        ProblemType.NOT_FOUND,
        "There is no webhook message with this id. Check the id, and whose credential you use.");
  }
}
