// Which deliveries a list shows.
package dev.semel.notification;

import dev.semel.db.Conditions;
import dev.semel.domain.WireNames;
import java.util.Optional;

/**
 * Which of a tenant's deliveries a list shows; what is empty does not filter.
 *
 * @param olderThan after the delivery of this id in the list, which is newest first
 */
record DeliveryFilter(
    String tenantId,
    Optional<String> endpointId,
    Optional<String> eventId,
    Optional<String> payoutId,
    Optional<String> replayId,
    Optional<DeliveryStatus> status,
    Optional<String> olderThan) {

  /** The conditions on deliveries {@code d}. */
  Conditions conditions() {
    return new Conditions("d.tenant_id = :tenant")
        .bind("tenant", tenantId)
        .and("d.endpoint_id = :endpoint", "endpoint", endpointId)
        .and("d.notification_id = :event", "event", eventId)
        .and(
            "d.notification_id IN (SELECT id FROM payout_event WHERE payout_id = :payout)",
            "payout",
            payoutId)
        .and("d.replay_id = :replay", "replay", replayId)
        .and("d.status = :status", "status", status.map(WireNames::of))
        .and("d.id < :older", "older", olderThan);
  }
}
