// The SQL that finds payouts that nobody serves.
package dev.semel.submission;

import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Finds payouts that nobody serves. */
@Singleton
final class UnservedStore {
  private final Sql sql;

  UnservedStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Overdue payouts of one tenant at one provider.
   *
   * @param payouts how many there are
   */
  record Unserved(String tenantId, String provider, long payouts) {}

  /**
   * Payouts at providers other than these that have been due for so long. Goes from provider to
   * provider, so that the many payouts of those that are served are not read.
   */
  List<Unserved> overdue(Collection<String> served, Duration patience) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    WITH RECURSIVE known (provider) AS (
                        SELECT min(provider) FROM payout WHERE closed_at IS NULL
                        UNION ALL
                        SELECT (SELECT min(p.provider) FROM payout p WHERE p.closed_at IS NULL AND p.provider > known.provider) FROM known WHERE known.provider IS NOT NULL),
                    waiting AS (
                        SELECT p.tenant_id, p.provider, p.state, p.due_at FROM known JOIN payout p ON p.provider = known.provider
                        WHERE known.provider <> ALL (:served) AND p.closed_at IS NULL AND p.state IN ('ready', 'submission_unknown', 'sent')
                        UNION ALL
                        SELECT p.tenant_id, p.provider, p.state, p.due_at FROM payout p WHERE p.state = 'paid' AND p.due_at IS NOT NULL AND p.provider <> ALL (:served))
                    -- What is not sent because a person paused its provider is told of by the pause. Questions go on.
                    SELECT tenant_id, provider, count(*) AS payouts FROM waiting
                    WHERE NOT (state = 'ready' AND EXISTS (SELECT FROM provider_control c WHERE c.provider = waiting.provider AND c.paused_at IS NOT NULL)) AND due_at < now() - :patience * interval '1 millisecond'
                    GROUP BY tenant_id, provider
                    """)
                .bind("served", served.toArray(String[]::new))
                .bind("patience", patience.toMillis())
                .map(
                    (row, _) ->
                        new Unserved(
                            row.getString("tenant_id"),
                            row.getString("provider"),
                            row.getLong("payouts")))
                .list());
  }
}
