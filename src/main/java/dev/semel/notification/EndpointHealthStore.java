// The SQL of how endpoints fare.
package dev.semel.notification;

import dev.semel.db.Sql;
import dev.semel.notification.DeliverySchedule.Wait;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.statement.Update;

/** Keeps how endpoints fare: failures in a row, rests between attempts, and their end. */
@Singleton
class EndpointHealthStore {
  private final Sql sql;

  EndpointHealthStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * How an endpoint fares.
   *
   * @param failures attempts that failed in a row
   * @param failingFor since when; zero where none has
   */
  record Health(int failures, Duration failingFor) {}

  /**
   * How an endpoint fares that is delivered to, with its row kept for this transaction; empty when
   * it is deleted or disabled.
   */
  Optional<Health> lock(String endpointId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT failures, coalesce(CAST(extract(epoch FROM now() - failing_since) AS bigint), 0) AS failing_for
                    FROM webhook_endpoint WHERE id = :id AND deleted_at IS NULL AND status = 'enabled' FOR NO KEY UPDATE
                    """)
                .bind("id", endpointId)
                .map(
                    (row, _) ->
                        new Health(
                            row.getInt("failures"),
                            Duration.ofSeconds(Math.max(0, row.getLong("failing_for")))))
                .findOne());
  }

  /** Counts a failure of a locked endpoint, after which it rests or not. */
  void failed(String endpointId, Optional<Wait> rest) {
    sql.use(
        handle -> {
          Update update =
              handle.createUpdate(
                  "UPDATE webhook_endpoint SET failures = failures + 1, failing_since = coalesce(failing_since, now()),"
                      + " version = version + CASE WHEN failing_since IS NULL THEN 1 ELSE 0 END, rest_until = "
                      + (rest.isPresent() ? DeliveryStore.END_OF_WAIT : "NULL")
                      + " WHERE id = :id");
          rest.ifPresent(wait -> DeliveryStore.bind(update, wait));
          update.bind("id", endpointId).execute();
        });
  }

  /** An endpoint has taken something, or begins anew: what failed before no longer counts. */
  void well(String endpointId) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE webhook_endpoint SET failures = 0, failing_since = NULL, rest_until = NULL, version = version + 1
                    WHERE id = :id AND failures > 0
                    """)
                .bind("id", endpointId)
                .execute());
  }

  /**
   * Stops deliveries to an endpoint.
   *
   * @return false when they are stopped already
   */
  boolean disable(String endpointId, String reason) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE webhook_endpoint SET status = 'disabled', disabled_reason = :reason, version = version + 1, updated_at = now()
                        WHERE id = :id AND status = 'enabled' AND deleted_at IS NULL
                        """)
                    .bind("id", endpointId)
                    .bind("reason", reason)
                    .execute())
        == 1;
  }
}
