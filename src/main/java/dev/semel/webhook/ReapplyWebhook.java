// Puts a message back to be processed.
package dev.semel.webhook;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/**
 * Puts a message back to be processed, once a person has mended what stood in its way: the whole
 * message when it failed, else those of its events that were refused or matched no payout. Each is
 * decided anew by the same rules as the first time, so that re-applying what was applied is
 * impossible.
 */
@Singleton
final class ReapplyWebhook {
  private final WebhookStore messages;
  private final WebhookEventStore events;
  private final ReadWebhooks readWebhooks;
  private final AuditStore audit;

  ReapplyWebhook(
      WebhookStore messages,
      WebhookEventStore events,
      ReadWebhooks readWebhooks,
      AuditStore audit) {
    this.messages = messages;
    this.events = events;
    this.readWebhooks = readWebhooks;
    this.audit = audit;
  }

  /** What became of the wish. */
  sealed interface Outcome {
    /** It is due again. */
    record Due(ReadWebhooks.Found found) implements Outcome {}

    /** Nothing of it can be processed again. */
    record NothingToReapply(ProblemException problem) implements Outcome {}
  }

  /** Puts a message back, in the open transaction. */
  Outcome reapply(Caller caller, String id, String reason) {
    StoredMessage message =
        messages
            .lock(caller.tenantId(), caller.operator(), id)
            .orElseThrow(ReadWebhooks::noSuchMessage);
    List<StoredEvent> found = events.ofMessage(id);
    if (!readWebhooks.mayShow(caller.operator(), new ReadWebhooks.Found(message, found))) {
      throw ReadWebhooks.noSuchMessage();
    }
    List<StoredEvent> undone = found.stream().filter(ReapplyWebhook::changedNothing).toList();
    boolean failed = message.status() == MessageStatus.FAILED;
    if (!failed && (message.status() != MessageStatus.PROCESSED || undone.isEmpty())) {
      return new Outcome.NothingToReapply(nothingToReapply(message.status()));
    }
    if (failed) {
      messages.revive(id, null);
    }
    park(undone);
    audit.append(
        new AuditStore.Entry(caller.tenantId(), caller.actor(), "webhook.reapply", id, reason));
    return new Outcome.Due(new ReadWebhooks.Found(messages.get(id), events.ofMessage(id)));
  }

  /**
   * Puts back a locked message that failed, for a re-application of a span, in the open
   * transaction.
   *
   * @return false when who asked for it may not see all of it
   */
  boolean putBack(Reapplication reapplication, StoredMessage message) {
    List<StoredEvent> found = events.ofMessage(message.id());
    if (!readWebhooks.mayShow(reapplication.operator(), new ReadWebhooks.Found(message, found))) {
      return false;
    }
    messages.revive(message.id(), reapplication.id());
    park(found.stream().filter(ReapplyWebhook::changedNothing).toList());
    return true;
  }

  private void park(List<StoredEvent> undone) {
    undone.forEach(event -> events.park(event.id(), "a person had it re-applied", Duration.ZERO));
  }

  private static boolean changedNothing(StoredEvent event) {
    return switch (event.status()) {
      case REFUSED, UNMATCHED -> true;
      case PARKED, APPLIED, ASKED -> false;
    };
  }

  private static ProblemException nothingToReapply(MessageStatus status) {
    String why =
        switch (status) {
          case RECEIVED -> "it is still waiting to be processed";
          case QUARANTINED -> "its signature was bad, so that it never acts on anything";
          case PROCESSED -> "everything in it was applied, is being asked, or waits";
          case FAILED -> "it failed";
        };
    return new ProblemException(
        ProblemType.MESSAGE_NOT_REAPPLIED,
        "The message can't be re-applied because " + why + ". Nothing was changed.");
  }
}
