// The SQL of the log of deliveries.
package dev.semel.notification;

import dev.semel.db.Conditions;
import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import dev.semel.notification.WebhookEndpoint.Mode;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;

/** Reads deliveries for their endpoints' owners. */
@Singleton
class DeliveryLogStore {
  private static final String VISIBLE =
      """
      SELECT d.id, d.endpoint_id, d.kind, d.message_id, d.replay_id, d.mode, d.status, d.attempts, d.created_at, d.ended_at,
          CASE WHEN d.status = 'pending' AND d.lease_until IS NULL THEN d.due_at END AS next_attempt_at,
          n.type, n.occurred_at, n.payout_id, h.sequence, n.data, n.position
      FROM webhook_delivery d LEFT JOIN notification n ON n.id = d.notification_id LEFT JOIN payout_event h ON h.id = d.notification_id
      WHERE\s""";

  private final Sql sql;

  DeliveryLogStore(Sql sql) {
    this.sql = sql;
  }

  /** A tenant's delivery. */
  Optional<Delivery> find(String tenantId, String id) {
    return sql.with(
        handle ->
            handle
                .createQuery(VISIBLE + "d.tenant_id = :tenant AND d.id = :id")
                .bind("tenant", tenantId)
                .bind("id", id)
                .map((row, _) -> delivery(row))
                .findOne());
  }

  /** A page of a tenant's deliveries, newest first. */
  List<Delivery> page(DeliveryFilter filter, int limit) {
    Conditions conditions = filter.conditions();
    return sql.with(
        handle ->
            handle
                .createQuery(VISIBLE + conditions.text() + " ORDER BY d.id DESC LIMIT :limit")
                .bindMap(conditions.values())
                .bind("limit", limit)
                .map((row, _) -> delivery(row))
                .list());
  }

  private static Delivery delivery(ResultSet row) throws SQLException {
    DeliveryKind kind = WireNames.parse(DeliveryKind.class, row.getString("kind"));
    return new Delivery(
        row.getString("id"),
        row.getString("endpoint_id"),
        kind,
        row.getString("message_id"),
        Optional.ofNullable(row.getString("replay_id")),
        WireNames.parse(Mode.class, row.getString("mode")),
        WireNames.parse(DeliveryStatus.class, row.getString("status")),
        kind == DeliveryKind.TEST ? Optional.empty() : Optional.of(DueDeliveryStore.event(row)),
        row.getInt("attempts"),
        Optional.ofNullable(row.getTimestamp("next_attempt_at")).map(Timestamp::toInstant),
        row.getTimestamp("created_at").toInstant(),
        Optional.ofNullable(row.getTimestamp("ended_at")).map(Timestamp::toInstant));
  }
}
