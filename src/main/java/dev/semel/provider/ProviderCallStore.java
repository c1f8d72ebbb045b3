// The SQL of the outbound call log.
package dev.semel.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.db.Sql;
import dev.semel.db.Tx;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.sql.Timestamp;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * Keeps every exchange with a provider. Each entry commits by itself, before the outcome of the
 * call is recorded, so that the evidence is there whatever comes next.
 */
@Singleton
public final class ProviderCallStore implements ProviderCallLog {
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

  private String text(Map<String, List<String>> headers) {
    try {
      return json.writeValueAsString(headers);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("headers are plain strings", e);
    }
  }
}
