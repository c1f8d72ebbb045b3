// The SQL of the event feed.
package dev.semel.notification;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.db.Sql;
import dev.semel.domain.EventType;
import dev.semel.payout.EventDesk.NewEvent;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Writes events, gives them their places in the tenants' feeds, and reads them there. */
@Singleton
class EventStore {
  /** The place of an event that is not published yet. */
  private static final long BEHIND_ALL = Long.MAX_VALUE;

  private final Sql sql;

  EventStore(Sql sql) {
    this.sql = sql;
  }

  /** Keeps events that have no place in the feed yet. */
  void append(List<NewEvent> events) {
    sql.use(
        handle -> {
          PreparedBatch batch =
              handle.prepareBatch(
                  """
                  INSERT INTO notification (id, tenant_id, payout_id, type, occurred_at, data)
                  VALUES (:id, :tenant, :payout, :type, :occurred, CAST(:data AS json))
                  """);
          events.forEach(event -> add(batch, event));
          batch.execute();
        });
  }

  private static void add(PreparedBatch batch, NewEvent event) {
    batch
        .bind("id", event.id())
        .bind("tenant", event.tenantId())
        .bind("payout", event.payoutId())
        .bind("type", event.type().wireName())
        .bind("occurred", event.occurredAt())
        .bind(
            "data", JsonNodeFactory.instance.objectNode().set("payout", event.payout()).toString())
        .add();
  }

  /** The tenants that have events without a place. */
  List<String> tenantsToPublish() {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT DISTINCT tenant_id FROM notification WHERE position IS NULL ORDER BY tenant_id")
                .mapTo(String.class)
                .list());
  }

  /** Whether a tenant has events without a place. */
  boolean hasUnpublished(String tenantId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT EXISTS (SELECT FROM notification WHERE tenant_id = :tenant AND position IS NULL)")
                .bind("tenant", tenantId)
                .mapTo(Boolean.class)
                .one());
  }

  /**
   * Gives the oldest committed events of a tenant that have none the next places of its feed. The
   * lock comes first and in a statement of its own, so that the numbering sees everything that was
   * committed, and numbered, before it was granted.
   *
   * @param most how many at most
   * @return those that have a place now, in their order
   */
  List<Published> publish(String tenantId, int most) {
    return sql.with(
        handle -> {
          handle
              .createUpdate(
                  "INSERT INTO notification_stream (tenant_id) VALUES (:tenant) ON CONFLICT DO NOTHING")
              .bind("tenant", tenantId)
              .execute();
          long last =
              handle
                  .createQuery(
                      "SELECT last_position FROM notification_stream WHERE tenant_id = :tenant FOR UPDATE")
                  .bind("tenant", tenantId)
                  .mapTo(Long.class)
                  .one();
          List<Published> numbered =
              handle
                  .createQuery(
                      """
                      UPDATE notification n SET position = :last + next.number
                      FROM (SELECT id, row_number() OVER (ORDER BY written) AS number
                            FROM (SELECT id, written FROM notification WHERE tenant_id = :tenant AND position IS NULL ORDER BY written LIMIT :most) AS oldest) AS next
                      WHERE n.id = next.id
                      RETURNING n.id, n.type, n.position
                      """)
                  .bind("last", last)
                  .bind("tenant", tenantId)
                  .bind("most", most)
                  .map((row, _) -> published(row))
                  .stream()
                  .sorted(Comparator.comparingLong(Published::position))
                  .toList();
          handle
              .createUpdate(
                  "UPDATE notification_stream SET last_position = :last WHERE tenant_id = :tenant")
              .bind("last", last + numbered.size())
              .bind("tenant", tenantId)
              .execute();
          return numbered;
        });
  }

  /**
   * An event that has just got its place.
   *
   * @param position where it stands in the feed, from 1
   */
  record Published(String id, EventType type, long position) {}

  private static Published published(ResultSet row) throws SQLException {
    return new Published(
        row.getString("id"),
        EventType.find(row.getString("type")).orElseThrow(),
        row.getLong("position"));
  }

  /**
   * Published events of a tenant, oldest first.
   *
   * @param after the event before the first one; without it, from the oldest that is kept. Nothing
   *     comes after one that is not in the feed
   */
  List<Event> page(String tenantId, Optional<String> after, Optional<String> type, int limit) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT n.id, n.type, n.occurred_at, n.payout_id, h.sequence, n.data, n.position
                    FROM notification n JOIN payout_event h ON h.id = n.id
                    WHERE n.tenant_id = :tenant AND (CAST(:type AS text) IS NULL OR n.type = :type)
                        AND n.position > CASE WHEN CAST(:after AS text) IS NULL THEN 0
                            ELSE (SELECT position FROM notification WHERE tenant_id = :tenant AND id = :after) END
                    ORDER BY n.position LIMIT :limit
                    """)
                .bind("tenant", tenantId)
                .bind("type", type.orElse(null))
                .bind("after", after.orElse(null))
                .bind("limit", limit)
                .map((row, _) -> event(row))
                .list());
  }

  /** A tenant's newest published event. */
  Optional<Place> newest(String tenantId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT id, position FROM notification WHERE tenant_id = :tenant AND position > 0 ORDER BY position DESC LIMIT 1")
                .bind("tenant", tenantId)
                .map((row, _) -> new Place(row.getString("id"), row.getLong("position")))
                .findOne());
  }

  /**
   * Where an event stands in the feed.
   *
   * @param position from 1; while it is not published, behind all others
   */
  record Place(String id, long position) {}

  /** Where a tenant's event stands; empty when the feed has none of this id, or none any more. */
  Optional<Place> find(String tenantId, String id) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT id, coalesce(position, :behind) AS position FROM notification WHERE tenant_id = :tenant AND id = :id")
                .bind("behind", BEHIND_ALL)
                .bind("tenant", tenantId)
                .bind("id", id)
                .map((row, _) -> new Place(row.getString("id"), row.getLong("position")))
                .findOne());
  }

  /** Whether the history of a tenant's payouts, which is kept for good, has an entry of this id. */
  boolean isInHistory(String tenantId, String id) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT EXISTS (SELECT FROM payout_event WHERE tenant_id = :tenant AND id = :id)")
                .bind("tenant", tenantId)
                .bind("id", id)
                .mapTo(Boolean.class)
                .one());
  }

  /** The tenants that have a feed. */
  List<String> tenants() {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT tenant_id FROM notification_stream ORDER BY tenant_id")
                .mapTo(String.class)
                .list());
  }

  /**
   * Deletes a tenant's oldest events while they are older than the retention, but for the last of
   * these: a reader who has read that one has missed nothing, and can go on. An event stays while a
   * delivery of it is kept.
   *
   * @param most how many are looked at
   * @return how many were deleted
   */
  int purge(String tenantId, Duration retention, int most) {
    return sql.with(
        handle ->
            handle
                .createUpdate(
                    """
                    WITH oldest AS (
                        SELECT id, position, recorded_at < now() - make_interval(secs => :retention)
                            AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.notification_id = notification.id) AS expired
                        FROM notification WHERE tenant_id = :tenant AND position > 0 ORDER BY position LIMIT :most)
                    DELETE FROM notification n USING oldest
                    WHERE n.id = oldest.id
                        AND oldest.position < (SELECT coalesce(min(position) FILTER (WHERE NOT expired), max(position) + 1) FROM oldest) - 1
                    """)
                .bind("retention", retention.toSeconds())
                .bind("tenant", tenantId)
                .bind("most", most)
                .execute());
  }

  static Event event(ResultSet row) throws SQLException {
    return new Event(
        row.getString("id"),
        row.getString("type"),
        row.getTimestamp("occurred_at").toInstant(),
        row.getString("payout_id"),
        row.getInt("sequence"),
        row.getString("data"),
        row.getLong("position"));
  }
}
