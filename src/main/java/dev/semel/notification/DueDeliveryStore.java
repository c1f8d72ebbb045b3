// The SQL of deliveries that are due.
package dev.semel.notification;

import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import dev.semel.notification.DueDelivery.SealedKey;
import dev.semel.notification.WebhookEndpoint.Mode;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Claims deliveries that are due, and reads what an attempt needs. */
@Singleton
class DueDeliveryStore {
  private final Sql sql;

  DueDeliveryStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * What is to be claimed.
   *
   * @param resting whether of endpoints that have failed so often that they rest between attempts,
   *     or of all others
   * @param perEndpoint how many attempts may be made at one endpoint at once, by all nodes together
   * @param most how many at most
   * @param salt chance: among endpoints with the same claim to a turn, it decides
   */
  record Wanted(boolean resting, int perEndpoint, int most, Duration lease, String salt) {}

  /**
   * Claims due deliveries, endpoint by endpoint in turns: no second one of an endpoint is taken
   * while another has none under way. Endpoints that others are claiming for are left out.
   *
   * @return the ids of what was claimed
   */
  List<String> claim(Wanted wanted) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    WITH RECURSIVE waiting AS (
                        -- The endpoints with anything pending, one step through the index for each.
                        (SELECT endpoint_id FROM webhook_delivery WHERE status = 'pending' ORDER BY endpoint_id LIMIT 1)
                        UNION ALL
                        SELECT (SELECT d.endpoint_id FROM webhook_delivery d WHERE d.status = 'pending' AND d.endpoint_id > w.endpoint_id ORDER BY d.endpoint_id LIMIT 1)
                        FROM waiting w WHERE w.endpoint_id IS NOT NULL
                    ), mine AS (
                        -- Nobody else claims for these meanwhile, so that the count below holds.
                        SELECT e.id, e.status = 'enabled' AND coalesce(e.rest_until <= now(), true) AS takes
                        FROM webhook_endpoint e
                        WHERE e.id IN (SELECT endpoint_id FROM waiting) AND e.deleted_at IS NULL AND (e.failures >= :many) = :resting
                        FOR NO KEY UPDATE SKIP LOCKED
                    ), busy AS (
                        SELECT m.id, m.takes, (SELECT count(*) FROM webhook_delivery d WHERE d.endpoint_id = m.id AND d.lease_until > now()) AS running FROM mine m
                    ), due AS (
                        SELECT b.id AS endpoint_id, b.running, d.id, d.due_at
                        FROM busy b CROSS JOIN LATERAL (
                            SELECT d.id, d.due_at FROM webhook_delivery d
                            WHERE d.endpoint_id = b.id AND d.status = 'pending' AND d.due_at <= now() AND (d.lease_until IS NULL OR d.lease_until <= now())
                                AND (b.takes OR d.kind = 'test')
                            ORDER BY d.due_at LIMIT greatest(:each - b.running, 0) FOR UPDATE SKIP LOCKED) d
                    ), turns AS (
                        SELECT id, endpoint_id, running + row_number() OVER (PARTITION BY endpoint_id ORDER BY due_at) AS turn FROM due
                    )
                    UPDATE webhook_delivery d
                    SET lease_until = now() + make_interval(secs => :lease), lease_epoch = d.lease_epoch + 1, attempts = d.attempts + 1
                    FROM (SELECT id FROM turns ORDER BY turn, md5(endpoint_id || :salt) LIMIT :most) AS chosen
                    WHERE d.id = chosen.id
                    RETURNING d.id
                    """)
                .bind("many", DeliverySchedule.FAILURES_BEFORE_REST)
                .bind("resting", wanted.resting())
                .bind("each", wanted.resting() ? 1 : wanted.perEndpoint())
                .bind("lease", wanted.lease().toSeconds())
                .bind("salt", wanted.salt())
                .bind("most", wanted.most())
                .mapTo(String.class)
                .list());
  }

  /** What was claimed in this transaction, with everything that an attempt needs. */
  List<DueDelivery> read(List<String> ids) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT d.id, d.tenant_id, d.endpoint_id, d.kind, d.message_id, d.attempts, d.lease_epoch,
                        1 + (SELECT count(*) FROM webhook_attempt a WHERE a.delivery_id = d.id AND a.outcome <> 'interrupted') AS tries,
                        now() AS at, d.created_at, d.mode,
                        e.url, e.signing, e.secret, CASE WHEN e.previous_secret_valid_until > now() THEN e.previous_signing END AS previous_signing, e.previous_secret,
                        n.type, n.occurred_at, n.payout_id, h.sequence, n.data, n.position
                    FROM webhook_delivery d
                        JOIN webhook_endpoint e ON e.id = d.endpoint_id
                        LEFT JOIN notification n ON n.id = d.notification_id
                        LEFT JOIN payout_event h ON h.id = d.notification_id
                    WHERE d.id IN (<ids>) ORDER BY d.due_at
                    """)
                .bindList("ids", ids)
                .map((row, _) -> due(row))
                .list());
  }

  private static DueDelivery due(ResultSet row) throws SQLException {
    DeliveryKind kind = WireNames.parse(DeliveryKind.class, row.getString("kind"));
    return new DueDelivery(
        row.getString("id"),
        row.getString("tenant_id"),
        row.getString("endpoint_id"),
        kind,
        row.getString("message_id"),
        row.getInt("attempts"),
        row.getInt("tries"),
        row.getInt("lease_epoch"),
        row.getTimestamp("at").toInstant(),
        row.getTimestamp("created_at").toInstant(),
        row.getString("url"),
        keys(row),
        WireNames.parse(Mode.class, row.getString("mode")),
        kind == DeliveryKind.TEST ? Optional.empty() : Optional.of(event(row)));
  }

  /** The event of a row that has its id as the id of a message. */
  static Event event(ResultSet row) throws SQLException {
    return new Event(
        row.getString("message_id"),
        row.getString("type"),
        row.getTimestamp("occurred_at").toInstant(),
        row.getString("payout_id"),
        row.getInt("sequence"),
        row.getString("data"),
        row.getLong("position"));
  }

  private static List<SealedKey> keys(ResultSet row) throws SQLException {
    List<SealedKey> keys = new ArrayList<>();
    keys.add(new SealedKey(kind(row.getString("signing")), row.getString("secret")));
    @Nullable String previous = row.getString("previous_signing");
    if (previous != null) {
      keys.add(new SealedKey(kind(previous), row.getString("previous_secret")));
    }
    return keys;
  }

  private static SigningKey.Kind kind(String word) {
    return WireNames.parse(SigningKey.Kind.class, word);
  }
}
