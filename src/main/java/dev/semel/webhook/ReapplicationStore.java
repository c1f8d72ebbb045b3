// The SQL of re-applications of a span.
package dev.semel.webhook;

import dev.semel.db.Conditions;
import dev.semel.db.Ids;
import dev.semel.db.Sql;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes re-applications of a span. */
@Singleton
final class ReapplicationStore {
  private static final String COLUMNS =
      """
      SELECT r.*, s.* FROM webhook_reapplication r CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE m.status = 'received') AS waiting, count(*) FILTER (WHERE m.status = 'processed') AS processed,
              count(*) FILTER (WHERE m.status = 'failed') AS failed, max(m.processed_at) AS last
          FROM webhook_message m WHERE m.reapplication_id = r.id) s
      """;

  private final Sql sql;

  ReapplicationStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Which messages belong to a re-application.
   *
   * @param from received at this time or later
   * @param to received before this time
   */
  record Span(Optional<String> provider, Instant from, Instant to) {}

  /**
   * What a span holds.
   *
   * @param messages how many that failed, counted up to the bound
   * @param throughId the last of them
   */
  record Failed(int messages, @Nullable String throughId) {}

  /** How many messages of a span failed that a reader may see. */
  Failed failed(String tenantId, boolean operator, Span span, int most) {
    Conditions conditions = conditions(tenantId, operator, span);
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT count(*) AS messages, max(id) AS through FROM (SELECT m.id FROM webhook_message m WHERE "
                        + conditions.text()
                        + " ORDER BY m.id LIMIT :most) failed")
                .bindMap(conditions.values())
                .bind("most", most)
                .map((row, _) -> new Failed(row.getInt("messages"), row.getString("through")))
                .one());
  }

  /** Keeps what is to be done. */
  String insert(Caller caller, Span span, Failed failed, String reason) {
    String id = Ids.next(Ids.Kind.WEBHOOK_REAPPLICATION);
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO webhook_reapplication (id, tenant_id, operator, actor, reason, provider, from_at, to_at, total, through_id, ended_at)
                    VALUES (:id, :tenant, :operator, :actor, :reason, :provider, :from, :to, :total, :through,
                        CASE WHEN :total = 0 THEN now() END)
                    """)
                .bind("id", id)
                .bind("tenant", caller.tenantId())
                .bind("operator", caller.operator())
                .bind("actor", caller.actor())
                .bind("reason", reason)
                .bind("provider", span.provider().orElse(null))
                .bind("from", Timestamp.from(span.from()))
                .bind("to", Timestamp.from(span.to()))
                .bind("total", failed.messages())
                .bind("through", failed.throughId())
                .execute());
    return id;
  }

  /** A re-application that somebody of a tenant asked for. */
  Optional<Reapplication> find(String tenantId, String id) {
    return sql.with(
        handle ->
            handle
                .createQuery(COLUMNS + "WHERE r.id = :id AND r.tenant_id = :tenant")
                .bind("id", id)
                .bind("tenant", tenantId)
                .map((row, _) -> reapplication(row))
                .findOne());
  }

  /** A page of what somebody of a tenant asked for, newest first. */
  List<Reapplication> page(String tenantId, Optional<String> olderThan, int limit) {
    Conditions conditions =
        new Conditions("r.tenant_id = :tenant")
            .bind("tenant", tenantId)
            .and("r.id < :older", "older", olderThan);
    return sql.with(
        handle ->
            handle
                .createQuery(
                    COLUMNS + "WHERE " + conditions.text() + " ORDER BY r.id DESC LIMIT :limit")
                .bindMap(conditions.values())
                .bind("limit", limit)
                .map((row, _) -> reapplication(row))
                .list());
  }

  /** Locks the oldest one that is not done and that nobody else works on. */
  Optional<Reapplication> claim() {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    COLUMNS
                        + "WHERE r.ended_at IS NULL ORDER BY r.id LIMIT 1 FOR UPDATE OF r SKIP LOCKED")
                .map((row, _) -> reapplication(row))
                .findOne());
  }

  /**
   * Locks the next messages that failed; one that is being processed or re-applied is waited for.
   */
  List<StoredMessage> next(Reapplication reapplication, int most) {
    Conditions conditions =
        conditions(
                reapplication.tenantId(),
                reapplication.operator(),
                new Span(reapplication.provider(), reapplication.from(), reapplication.to()))
            .and("m.id > :after", "after", Optional.ofNullable(reapplication.afterId()))
            .and("m.id <= :through", "through", Optional.ofNullable(reapplication.throughId()));
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT m.* FROM webhook_message m WHERE "
                        + conditions.text()
                        + " ORDER BY m.id LIMIT :most FOR UPDATE OF m")
                .bindMap(conditions.values())
                .bind("most", most)
                .map((row, _) -> WebhookStore.message(row))
                .list());
  }

  /**
   * Some more are done.
   *
   * @param last the last one that was looked at, or null when there was none any more
   * @param over whether there are no more
   */
  void advance(String id, int seen, int putBack, @Nullable String last, boolean over) {
    int rows =
        sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE webhook_reapplication SET seen = seen + :seen, put_back = put_back + :back,
                            after_id = coalesce(:last, after_id), ended_at = CASE WHEN :over THEN now() END
                        WHERE id = :id
                        """)
                    .bind("id", id)
                    .bind("seen", seen)
                    .bind("back", putBack)
                    .bind("last", last)
                    .bind("over", over)
                    .execute());
    Sql.exactlyOne(rows, "advancing re-application " + id);
  }

  private static Conditions conditions(String tenantId, boolean operator, Span span) {
    return new Conditions("m.status = 'failed' AND " + WebhookStore.VISIBLE)
        .bind("operator", operator)
        .bind("tenant", tenantId)
        .and("m.provider = :provider", "provider", span.provider())
        .and("m.received_at >= :from", "from", Optional.of(Timestamp.from(span.from())))
        .and("m.received_at < :to", "to", Optional.of(Timestamp.from(span.to())));
  }

  private static Reapplication reapplication(ResultSet row) throws SQLException {
    @Nullable Timestamp ended = row.getTimestamp("ended_at");
    @Nullable Timestamp last = row.getTimestamp("last");
    return new Reapplication(
        row.getString("id"),
        row.getString("tenant_id"),
        row.getBoolean("operator"),
        Optional.ofNullable(row.getString("provider")),
        row.getTimestamp("from_at").toInstant(),
        row.getTimestamp("to_at").toInstant(),
        row.getInt("total"),
        row.getInt("seen"),
        row.getInt("put_back"),
        row.getString("after_id"),
        row.getString("through_id"),
        row.getTimestamp("created_at").toInstant(),
        ended == null ? null : ended.toInstant(),
        new Reapplication.Standing(
            row.getInt("waiting"),
            row.getInt("processed"),
            row.getInt("failed"),
            last == null ? null : last.toInstant()));
  }
}
