// A delivery that a worker has claimed.
package dev.semel.notification;

import dev.semel.notification.WebhookEndpoint.Mode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A delivery that a worker has claimed, with everything that one attempt needs.
 *
 * @param attempt which attempt this is, from 1
 * @param tries how many this makes of those that the schedule has: attempts that nobody saw the end
 *     of are not among them
 * @param leaseEpoch the number of the claim: what a later one has claimed is not this one's
 * @param at when it was claimed, by the database's clock: the time of the attempt
 * @param createdAt when it was made
 * @param keys the endpoint's keys that count, the present one first
 * @param event what is told; empty for a test
 */
record DueDelivery(
    String id,
    String tenantId,
    String endpointId,
    DeliveryKind kind,
    String messageId,
    int attempt,
    int tries,
    int leaseEpoch,
    Instant at,
    Instant createdAt,
    String url,
    List<SealedKey> keys,
    Mode mode,
    Optional<Event> event) {

  /** A key as the endpoint's row keeps it. */
  record SealedKey(SigningKey.Kind kind, String sealed) {
    /** Tells nothing, in case it ends up in a log. */
    @Override
    public String toString() {
      return kind + " …";
    }
  }

  /** What is sent: the same bytes at every attempt, as the event and the mode never change. */
  byte[] body() {
    return DeliveryBody.text(kind, messageId, createdAt, mode, event)
        .getBytes(StandardCharsets.UTF_8);
  }
}
