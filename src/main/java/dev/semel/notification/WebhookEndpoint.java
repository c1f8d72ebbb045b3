// Where a client wants its events delivered.
package dev.semel.notification;

import dev.semel.domain.EventType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where a client wants its events delivered. Its secrets are read by whoever delivers, and not with
 * it.
 *
 * @param version rises with every change of what can be seen
 * @param previousSecretValidUntil until when the secret before counts beside the present one
 */
record WebhookEndpoint(
    String id,
    String tenantId,
    Terms terms,
    Optional<String> disabledReason,
    Optional<Instant> previousSecretValidUntil,
    int version,
    Instant createdAt,
    Instant updatedAt) {

  /** What it is: what clients say of it. */
  record Terms(
      String url, Optional<List<EventType>> events, Mode mode, Optional<String> description) {}

  /** How much is delivered. */
  enum Mode {
    /** The whole event. */
    FULL,
    /** The event without its data: what it is about, to be read over the API. */
    THIN
  }

  boolean enabled() {
    return disabledReason.isEmpty();
  }
}
