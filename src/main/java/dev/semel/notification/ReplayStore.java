// The SQL of replays.
package dev.semel.notification;

import dev.semel.db.Conditions;
import dev.semel.db.Sql;
import dev.semel.domain.EventType;
import dev.semel.domain.WireNames;
import dev.semel.notification.Replay.Counts;
import dev.semel.notification.Replay.Span;
import dev.semel.notification.Replay.Status;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Keeps replays, walks them, and reads them. */
@Singleton
class ReplayStore {
  private static final String WITH_COUNTS =
      """
      SELECT r.*, c.pending, c.delivered, c.failed, c.cancelled
      FROM webhook_replay r CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE d.status = 'pending') AS pending, count(*) FILTER (WHERE d.status = 'delivered') AS delivered,
              count(*) FILTER (WHERE d.status = 'failed') AS failed, count(*) FILTER (WHERE d.status = 'cancelled') AS cancelled
          FROM webhook_delivery d WHERE d.replay_id = r.id) c
      WHERE\s""";

  private final Sql sql;

  ReplayStore(Sql sql) {
    this.sql = sql;
  }

  /** A span that ends now when no other end is given. */
  Span span(Instant from, Optional<Instant> to) {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT coalesce(CAST(:to AS timestamptz), now()) AS until")
                .bind("to", to.orElse(null))
                .map((row, _) -> new Span(from, row.getTimestamp("until").toInstant()))
                .one());
  }

  /** Where a walk begins and ends in the feed, and how many events it meets. */
  record Walk(long before, long last, long total) {}

  /** The walk over the published events that were recorded in a span. */
  Walk walk(String tenantId, Span span) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT coalesce(min(position), 1) - 1 AS before, coalesce(max(position), 0) AS last, count(*) AS total
                    FROM notification WHERE tenant_id = :tenant AND position IS NOT NULL AND recorded_at >= :from AND recorded_at < :to
                    """)
                .bind("tenant", tenantId)
                .bind("from", span.from())
                .bind("to", span.to())
                .map(
                    (row, _) ->
                        new Walk(row.getLong("before"), row.getLong("last"), row.getLong("total")))
                .one());
  }

  /** Ends a replay that is still running at an endpoint. */
  void endRunning(String endpointId, Status status) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    "UPDATE webhook_replay SET status = :status, ended_at = now() WHERE endpoint_id = :endpoint AND status = 'running'")
                .bind("status", WireNames.of(status))
                .bind("endpoint", endpointId)
                .execute());
  }

  /** Who asks for a replay, and of what. */
  record NewReplay(
      String id,
      String tenantId,
      String endpointId,
      Optional<String> eventId,
      Optional<Span> span,
      boolean undeliveredOnly,
      String createdBy) {}

  /** Keeps a replay; one of a single event is finished with it. */
  void insert(NewReplay replay, Walk walk) {
    boolean one = replay.eventId().isPresent();
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO webhook_replay (id, tenant_id, endpoint_id, event_id, recorded_from, recorded_to, undelivered_only, status, total, examined, queued,
                        at_position, last_position, created_by, ended_at)
                    VALUES (:id, :tenant, :endpoint, :event, :from, :to, :undelivered, CASE WHEN :one THEN 'finished' ELSE 'running' END, :total,
                        CASE WHEN :one THEN 1 ELSE 0 END, CASE WHEN :one THEN 1 ELSE 0 END, :before, :last, :by, CASE WHEN :one THEN now() END)
                    """)
                .bind("id", replay.id())
                .bind("tenant", replay.tenantId())
                .bind("endpoint", replay.endpointId())
                .bind("event", replay.eventId().orElse(null))
                .bind("from", replay.span().map(Span::from).orElse(null))
                .bind("to", replay.span().map(Span::to).orElse(null))
                .bind("undelivered", replay.undeliveredOnly())
                .bind("one", one)
                .bind("total", walk.total())
                .bind("before", walk.before())
                .bind("last", walk.last())
                .bind("by", replay.createdBy())
                .execute());
  }

  /** A replay that is to go on, with its row kept for this transaction. */
  record Running(
      String id,
      String tenantId,
      String endpointId,
      Span span,
      boolean undeliveredOnly,
      long at,
      long last) {}

  /**
   * Replays that can go on: those of endpoints that are delivered to and have less waiting than
   * given. Those that others are at are left out.
   */
  Optional<Running> lockNext(int mostWaiting) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT r.id, r.tenant_id, r.endpoint_id, r.recorded_from, r.recorded_to, r.undelivered_only, r.at_position, r.last_position
                    FROM webhook_replay r JOIN webhook_endpoint e ON e.id = r.endpoint_id
                    WHERE r.status = 'running' AND e.status = 'enabled' AND e.deleted_at IS NULL
                        AND (SELECT count(*) FROM (SELECT FROM webhook_delivery d WHERE d.replay_id = r.id AND d.status = 'pending' LIMIT :most) AS waiting) < :most
                    ORDER BY r.id LIMIT 1 FOR UPDATE OF r SKIP LOCKED
                    """)
                .bind("most", mostWaiting)
                .map(
                    (row, _) ->
                        new Running(
                            row.getString("id"),
                            row.getString("tenant_id"),
                            row.getString("endpoint_id"),
                            span(row).orElseThrow(),
                            row.getBoolean("undelivered_only"),
                            row.getLong("at_position"),
                            row.getLong("last_position")))
                .findOne());
  }

  /** An event on the walk, and whether the endpoint has it or will have it. */
  record Step(String eventId, EventType type, long position, boolean known) {}

  /** The next events of a walk. */
  List<Step> next(Running replay, int most) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT n.id, n.type, n.position, EXISTS (SELECT FROM webhook_delivery d
                        WHERE d.notification_id = n.id AND d.endpoint_id = :endpoint AND d.status IN ('pending', 'delivered')) AS known
                    FROM notification n
                    WHERE n.tenant_id = :tenant AND n.position > :at AND n.position <= :last AND n.recorded_at >= :from AND n.recorded_at < :to
                    ORDER BY n.position LIMIT :most
                    """)
                .bind("endpoint", replay.endpointId())
                .bind("tenant", replay.tenantId())
                .bind("at", replay.at())
                .bind("last", replay.last())
                .bind("from", replay.span().from())
                .bind("to", replay.span().to())
                .bind("most", most)
                .map(
                    (row, _) ->
                        new Step(
                            row.getString("id"),
                            EventType.find(row.getString("type")).orElseThrow(),
                            row.getLong("position"),
                            row.getBoolean("known")))
                .list());
  }

  /** Moves a replay on; it is finished where nothing is left. */
  void advance(Running replay, long position, int examined, int queued, boolean finished) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE webhook_replay SET at_position = :position, examined = examined + :examined, queued = queued + :queued,
                        status = CASE WHEN :finished THEN 'finished' ELSE status END, ended_at = CASE WHEN :finished THEN now() END
                    WHERE id = :id
                    """)
                .bind("id", replay.id())
                .bind("position", position)
                .bind("examined", examined)
                .bind("queued", queued)
                .bind("finished", finished)
                .execute());
  }

  /** A tenant's replay. */
  Optional<Replay> find(String tenantId, String id) {
    return sql.with(
        handle ->
            handle
                .createQuery(WITH_COUNTS + "r.tenant_id = :tenant AND r.id = :id")
                .bind("tenant", tenantId)
                .bind("id", id)
                .map((row, _) -> replay(row))
                .findOne());
  }

  /** A page of a tenant's replays, newest first, after the one of an id. */
  List<Replay> page(
      String tenantId, Optional<String> endpointId, Optional<String> olderThan, int limit) {
    Conditions conditions =
        new Conditions("r.tenant_id = :tenant")
            .bind("tenant", tenantId)
            .and("r.endpoint_id = :endpoint", "endpoint", endpointId)
            .and("r.id < :older", "older", olderThan);
    return sql.with(
        handle ->
            handle
                .createQuery(WITH_COUNTS + conditions.text() + " ORDER BY r.id DESC LIMIT :limit")
                .bindMap(conditions.values())
                .bind("limit", limit)
                .map((row, _) -> replay(row))
                .list());
  }

  /** Forgets replays that ended before the retention and of which no delivery is kept. */
  int purge(Duration retention, int most) {
    return sql.with(
        handle ->
            handle
                .createUpdate(
                    """
                    DELETE FROM webhook_replay WHERE id IN (
                        SELECT r.id FROM webhook_replay r
                        WHERE r.ended_at < now() - make_interval(secs => :retention) AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.replay_id = r.id)
                        LIMIT :most)
                    """)
                .bind("retention", retention.toSeconds())
                .bind("most", most)
                .execute());
  }

  private static Replay replay(ResultSet row) throws SQLException {
    return new Replay(
        row.getString("id"),
        row.getString("endpoint_id"),
        Optional.ofNullable(row.getString("event_id")),
        span(row),
        row.getBoolean("undelivered_only"),
        WireNames.parse(Status.class, row.getString("status")),
        row.getLong("total"),
        row.getLong("examined"),
        row.getLong("queued"),
        new Counts(
            row.getLong("pending"),
            row.getLong("delivered"),
            row.getLong("failed"),
            row.getLong("cancelled")),
        row.getTimestamp("created_at").toInstant(),
        Optional.ofNullable(row.getTimestamp("ended_at")).map(Timestamp::toInstant));
  }

  private static Optional<Span> span(ResultSet row) throws SQLException {
    Timestamp from = row.getTimestamp("recorded_from");
    Timestamp to = row.getTimestamp("recorded_to");
    return from == null || to == null
        ? Optional.empty()
        : Optional.of(new Span(from.toInstant(), to.toInstant()));
  }
}
