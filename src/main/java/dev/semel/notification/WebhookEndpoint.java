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
 * @param failingSince when the first of its attempts failed since which none has succeeded
 * @param version rises with every change of what can be seen
 */
record WebhookEndpoint(
    String id,
    String tenantId,
    Terms terms,
    Optional<String> disabledReason,
    Keys keys,
    Optional<Instant> failingSince,
    int version,
    Instant createdAt,
    Instant updatedAt) {

  /** What it is: what clients say of it. */
  record Terms(
      String url, Optional<List<EventType>> events, Mode mode, Optional<String> description) {}

  /**
   * What of its keys may be seen.
   *
   * @param publicText the public half, where it has a pair
   * @param previousPublicText that of the key before, where that was a pair and counts still
   * @param previousValidUntil until when the key before counts beside the present one
   */
  record Keys(
      SigningKey.Kind signing,
      Optional<String> publicText,
      Optional<String> previousPublicText,
      Optional<Instant> previousValidUntil) {}

  /** How much is delivered. */
  enum Mode {
    /** The whole event. */
    FULL,
    /** The event with the ids alone of what it is about, to be read over the API. */
    THIN
  }

  /** Whether it is to get events of a type. */
  boolean wants(EventType type) {
    return terms.events().map(types -> types.contains(type)).orElse(true);
  }

  boolean enabled() {
    return disabledReason.isEmpty();
  }
}
