// Which messages a list shows.
package dev.semel.webhook;

import dev.semel.db.Conditions;
import dev.semel.domain.WireNames;
import java.time.Instant;
import java.util.Optional;

/**
 * Which messages a list shows; what is empty does not filter.
 *
 * @param tenantId who asks
 * @param operator whether that tenant runs this server and sees every message
 * @param provider from this provider
 * @param status in this status
 * @param from received at this time or later
 * @param to received before this time
 * @param olderThan after the message of this id in the list, which is newest first
 */
record MessageFilter(
    String tenantId,
    boolean operator,
    Optional<String> provider,
    Optional<MessageStatus> status,
    Optional<Instant> from,
    Optional<Instant> to,
    Optional<String> olderThan) {

  /**
   * The conditions on messages {@code m}.
   *
   * @param first who may see them; it may name the values {@code operator} and {@code tenant}
   */
  Conditions conditions(String first) {
    return new Conditions(first)
        .bind("operator", operator)
        .bind("tenant", tenantId)
        .and("m.provider = :provider", "provider", provider)
        .and("m.status = :status", "status", status.map(WireNames::of))
        .and("m.received_at >= :from", "from", from)
        .and("m.received_at < :to", "to", to)
        .and("m.id < :older", "older", olderThan);
  }
}
