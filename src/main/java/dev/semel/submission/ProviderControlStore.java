// The SQL of what people decided about providers.
package dev.semel.submission;

import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads and writes what people decided about providers. */
@Singleton
public final class ProviderControlStore {
  private final Sql sql;

  ProviderControlStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * A provider that a person paused.
   *
   * @param provider its name
   * @param at since when
   * @param by who did it
   * @param reason why
   */
  public record Pause(String provider, Instant at, String by, String reason) {}

  /** The providers that are paused, by name. */
  public Map<String, Pause> paused() {
    return sql
        .with(
            handle ->
                handle
                    .createQuery(
                        "SELECT provider, paused_at, paused_by, pause_reason FROM provider_control WHERE paused_at IS NOT NULL")
                    .map(
                        (row, _) ->
                            new Pause(
                                row.getString("provider"),
                                row.getTimestamp("paused_at").toInstant(),
                                row.getString("paused_by"),
                                row.getString("pause_reason")))
                    .list())
        .stream()
        .collect(Collectors.toMap(Pause::provider, pause -> pause));
  }

  /** Pauses a provider; one that is paused already stays paused as it was. */
  void pause(String provider, String by, String reason) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO provider_control AS known (provider, paused_at, paused_by, pause_reason) VALUES (:provider, now(), :by, :reason)
                    ON CONFLICT (provider) DO UPDATE SET paused_at = now(), paused_by = EXCLUDED.paused_by, pause_reason = EXCLUDED.pause_reason
                    WHERE known.paused_at IS NULL
                    """)
                .bind("provider", provider)
                .bind("by", by)
                .bind("reason", reason)
                .execute());
  }

  /** Ends a provider's pause, where there is one. */
  void resume(String provider) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    "UPDATE provider_control SET paused_at = NULL, paused_by = NULL, pause_reason = NULL WHERE provider = :provider AND paused_at IS NOT NULL")
                .bind("provider", provider)
                .execute());
  }
}
