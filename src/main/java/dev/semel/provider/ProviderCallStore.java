// The SQL of the outbound call log.
package dev.semel.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.db.Conditions;
import dev.semel.db.Sql;
import dev.semel.db.Tx;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps every exchange with a provider, and reads them back. Each entry commits by itself, before
 * the outcome of the call is recorded, so that the evidence is there whatever comes next.
 */
@Singleton
public final class ProviderCallStore implements ProviderCallLog {
  private static final TypeReference<Map<String, List<String>>> HEADERS = new TypeReference<>() {};

  private final Sql sql;
  private final ObjectMapper json;

  ProviderCallStore(Sql sql, ObjectMapper json) {
    this.sql = sql;
    this.json = json;
  }

  @Override
  public void record(ProviderCall call) {
    Tx.run(() -> append(call));
  }

  private void append(ProviderCall call) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO provider_call (id, provider, payout_id, tenant_id, attempt, operation, method, url, request_headers, request_body, phase, status,
                        response_headers, response_body, outcome, error, correlation_id, started_at, duration_micros)
                    VALUES (:id, :provider, :payout, (SELECT tenant_id FROM payout WHERE id = :payout), :attempt, :operation, :method, :url,
                        CAST(:request_headers AS jsonb), :request_body, :phase, :status, CAST(:response_headers AS jsonb), :response_body, :outcome, :error,
                        :correlation, :started, :duration)
                    """)
                .bind("id", call.id())
                .bind("provider", call.provider())
                .bind("payout", call.payoutId().orElse(null))
                .bind("attempt", call.attempt().orElse(null))
                .bind("operation", WireNames.of(call.operation()))
                .bind("method", call.method())
                .bind("url", call.url())
                .bind("request_headers", text(call.requestHeaders()))
                .bind("request_body", call.requestBody().orElse(null))
                .bind("phase", WireNames.of(call.phase()))
                .bind("status", call.status().orElse(null))
                .bind("response_headers", text(call.responseHeaders()))
                .bind("response_body", call.responseBody().orElse(null))
                .bind("outcome", call.outcome())
                .bind("error", call.error().orElse(null))
                .bind("correlation", call.correlationId())
                .bind("started", Timestamp.from(call.startedAt()))
                .bind("duration", call.duration().truncatedTo(ChronoUnit.MICROS).toNanos() / 1000)
                .execute());
  }

  /** A page of calls, newest first, without headers and bodies. */
  List<ProviderCall> page(CallFilter filter, int limit) {
    Conditions conditions = filter.conditions();
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id, provider, payout_id, attempt, operation, method, url, '{}' AS request_headers, NULL AS request_body, phase, status,
                        '{}' AS response_headers, NULL AS response_body, outcome, error, correlation_id, started_at, duration_micros
                    FROM provider_call WHERE\s"""
                        + conditions.text()
                        + " ORDER BY id DESC LIMIT :limit")
                .bindMap(conditions.values())
                .bind("limit", limit)
                .map((row, _) -> call(row))
                .list());
  }

  /** A call that a reader may see: everything for the operator, else those of its own payouts. */
  Optional<ProviderCall> find(String tenantId, boolean operator, String id) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM provider_call WHERE id = :id AND (:operator OR tenant_id = :tenant)")
                .bind("id", id)
                .bind("operator", operator)
                .bind("tenant", tenantId)
                .map((row, _) -> call(row))
                .findOne());
  }

  /** How the submissions of the last hour went, by provider. */
  public Map<String, LastHour> lastHour(String tenantId, boolean operator) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT provider, count(*) AS calls, count(*) FILTER (WHERE outcome = 'accepted') AS accepted,
                        percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_micros) / 1000 AS median
                    FROM provider_call
                    WHERE operation = 'submit' AND started_at > now() - interval '1 hour' AND (:operator OR tenant_id = :tenant)
                    GROUP BY provider
                    """)
                .bind("operator", operator)
                .bind("tenant", tenantId)
                .map(
                    (row, _) ->
                        Map.entry(
                            row.getString("provider"),
                            new LastHour(
                                row.getLong("calls"),
                                row.getLong("accepted"),
                                row.getLong("median"))))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /**
   * How submissions went.
   *
   * @param calls how many there were
   * @param accepted how many of them the provider accepted
   * @param medianMillis how long one took at the median
   */
  public record LastHour(long calls, long accepted, long medianMillis) {}

  /**
   * What one step of a purge came to.
   *
   * @param deleted how many calls
   * @param until when the latest of them began; the next step begins there
   */
  record Purged(int deleted, Instant until) {}

  /**
   * Deletes calls past their time that are about no payout or about one that is final, a bounded
   * number at once, the oldest first.
   *
   * @param from what began before was gone through
   */
  Purged purge(Instant from, Duration retention, int most) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    WITH old AS MATERIALIZED (
                        SELECT c.id FROM provider_call c
                        WHERE c.started_at >= :from AND c.started_at < now() - make_interval(secs => :retention)
                            AND NOT EXISTS (SELECT FROM payout p WHERE p.id = c.payout_id AND p.closed_at IS NULL)
                        ORDER BY c.started_at LIMIT :most),
                    gone AS (
                        DELETE FROM provider_call WHERE id = ANY (ARRAY(SELECT id FROM old)) RETURNING started_at)
                    SELECT count(*) AS deleted, coalesce(max(started_at), :from) AS until FROM gone
                    """)
                .bind("from", Timestamp.from(from))
                .bind("retention", retention.toSeconds())
                .bind("most", most)
                .map(
                    (row, _) ->
                        new Purged(row.getInt("deleted"), row.getTimestamp("until").toInstant()))
                .one());
  }

  private ProviderCall call(ResultSet row) throws SQLException {
    int status = row.getInt("status");
    boolean answered = !row.wasNull();
    int attempt = row.getInt("attempt");
    boolean hasAttempt = !row.wasNull();
    return new ProviderCall(
        row.getString("id"),
        row.getString("provider"),
        Optional.ofNullable(row.getString("payout_id")),
        hasAttempt ? Optional.of(attempt) : Optional.empty(),
        WireNames.parse(ProviderCall.Operation.class, row.getString("operation")),
        row.getString("method"),
        row.getString("url"),
        headers(row.getString("request_headers")),
        Optional.ofNullable(row.getString("request_body")),
        WireNames.parse(ProviderCall.Phase.class, row.getString("phase")),
        answered ? Optional.of(status) : Optional.empty(),
        headers(row.getString("response_headers")),
        Optional.ofNullable(row.getString("response_body")),
        row.getString("outcome"),
        Optional.ofNullable(row.getString("error")),
        row.getTimestamp("started_at").toInstant(),
        Duration.of(row.getLong("duration_micros"), ChronoUnit.MICROS),
        row.getString("correlation_id"));
  }

  private Map<String, List<String>> headers(@Nullable String text) {
    try {
      return text == null ? Map.of() : json.readValue(text, HEADERS);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the headers of a logged call are damaged", e);
    }
  }

  private String text(Map<String, List<String>> headers) {
    try {
      return json.writeValueAsString(headers);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("headers are plain strings", e);
    }
  }
}
