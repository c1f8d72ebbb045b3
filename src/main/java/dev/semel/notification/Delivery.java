// A delivery, as its endpoint's owner sees it.
package dev.semel.notification;

import dev.semel.notification.WebhookEndpoint.Mode;
import java.time.Instant;
import java.util.Optional;

/**
 * A delivery, as its endpoint's owner sees it.
 *
 * @param messageId the id that it is delivered under
 * @param replayId the replay that it is part of
 * @param event what is told; empty for a test
 * @param attempts how many attempts were begun
 * @param nextAttemptAt when it is tried next, where it is
 */
record Delivery(
    String id,
    String endpointId,
    DeliveryKind kind,
    String messageId,
    Optional<String> replayId,
    Mode mode,
    DeliveryStatus status,
    Optional<Event> event,
    int attempts,
    Optional<Instant> nextAttemptAt,
    Instant createdAt,
    Optional<Instant> endedAt) {

  /** The type of what is told. */
  String type() {
    return event.map(Event::type).orElse(EventJson.TEST_TYPE);
  }
}
