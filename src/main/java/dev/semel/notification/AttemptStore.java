// The SQL of attempts to deliver.
package dev.semel.notification;

import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps and reads attempts to deliver. */
@Singleton
class AttemptStore {
  private final Sql sql;

  AttemptStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Keeps an attempt. One that nobody saw the end of may have been noted meanwhile; that note
   * stays.
   */
  void append(DueDelivery due, Attempt attempt) {
    Attempt.@Nullable Answer answer = attempt.answer().orElse(null);
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO webhook_attempt (delivery_id, number, outcome, reason, started_at, duration_ms, url, address, request_headers,
                        response_status, response_headers, response_body, response_truncated)
                    VALUES (:delivery, :number, :outcome, :reason, :at, :millis, :url, :address, CAST(:request AS jsonb), :status, CAST(:headers AS jsonb), :body, :truncated)
                    ON CONFLICT DO NOTHING
                    """)
                .bind("delivery", due.id())
                .bind("number", attempt.number())
                .bind("outcome", WireNames.of(attempt.outcome()))
                .bind("reason", attempt.reason().orElse(null))
                .bind("at", attempt.startedAt())
                .bind("millis", attempt.durationMillis().orElse(null))
                .bind("url", attempt.url())
                .bind("address", attempt.address().orElse(null))
                .bind("request", attempt.requestHeaders())
                .bind("status", answer == null ? null : answer.status())
                .bind("headers", answer == null ? null : answer.headers())
                .bind("body", answer == null ? null : answer.body())
                .bind("truncated", answer == null ? null : answer.truncated())
                .execute());
  }

  /**
   * Notes the attempts before these that nobody saw the end of: whoever made them is gone, and the
   * receiver may have got them.
   */
  void noteInterrupted(List<String> claimed) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO webhook_attempt (delivery_id, number, outcome, reason, started_at, url, request_headers)
                    SELECT d.id, d.attempts - 1, 'interrupted', 'The server ended in the midst of it. The receiver may have got it.', now(), e.url, '[]'
                    FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id
                    WHERE d.id IN (<ids>) AND d.attempts > 1
                        AND NOT EXISTS (SELECT FROM webhook_attempt a WHERE a.delivery_id = d.id AND a.number = d.attempts - 1)
                    ON CONFLICT DO NOTHING
                    """)
                .bindList("ids", claimed)
                .execute());
  }

  /** The attempts of a delivery, the first one first. */
  List<Attempt> of(String deliveryId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM webhook_attempt WHERE delivery_id = :delivery ORDER BY number")
                .bind("delivery", deliveryId)
                .map((row, _) -> attempt(row))
                .list());
  }

  private static Attempt attempt(ResultSet row) throws SQLException {
    long millis = row.getLong("duration_ms");
    Optional<Long> duration = row.wasNull() ? Optional.empty() : Optional.of(millis);
    int status = row.getInt("response_status");
    Optional<Attempt.Answer> answer =
        row.wasNull()
            ? Optional.empty()
            : Optional.of(
                new Attempt.Answer(
                    status,
                    row.getString("response_headers"),
                    row.getString("response_body"),
                    row.getBoolean("response_truncated")));
    return new Attempt(
        row.getInt("number"),
        WireNames.parse(Attempt.Outcome.class, row.getString("outcome")),
        Optional.ofNullable(row.getString("reason")),
        row.getTimestamp("started_at").toInstant(),
        duration,
        row.getString("url"),
        Optional.ofNullable(row.getString("address")),
        row.getString("request_headers"),
        answer);
  }
}
