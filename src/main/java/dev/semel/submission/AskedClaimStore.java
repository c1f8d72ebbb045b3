// The SQL of the claims under which a person has a provider asked.
package dev.semel.submission;

import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Claims one payout, like a worker that is to ask about it, so that no worker asks or sends in the
 * meantime.
 */
@Singleton
final class AskedClaimStore {
  private final Sql sql;

  AskedClaimStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Claims a tenant's payout, if there is something to ask about it and nobody holds it.
   *
   * @return whether it was claimed
   */
  boolean claim(String tenantId, String payoutId, Node node, Duration lease) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE payout SET lease_epoch = lease_epoch + 1, lease_owner = :node, lease_until = now() + :lease * interval '1 millisecond'
                        WHERE id = :id AND tenant_id = :tenant AND (lease_until IS NULL OR lease_until < now())
                            AND (state = 'submission_unknown' OR (state = 'sent' AND terms_differ) OR (state = 'held' AND ever_submitted))
                        """)
                    .bind("node", node.name())
                    .bind("lease", lease.toMillis())
                    .bind("id", payoutId)
                    .bind("tenant", tenantId)
                    .execute())
        == 1;
  }

  /** Until when somebody holds a tenant's payout, in a state in which it could be asked about. */
  Optional<Instant> heldUntil(String tenantId, String payoutId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT lease_until FROM payout WHERE id = :id AND tenant_id = :tenant AND lease_until >= now()
                        AND (state = 'submission_unknown' OR (state = 'sent' AND terms_differ) OR state = 'held')
                    """)
                .bind("id", payoutId)
                .bind("tenant", tenantId)
                .mapTo(Instant.class)
                .findOne());
  }

  /** Gives a claim back that nothing else has ended. */
  void release(Claim claim, Node node) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE payout SET lease_owner = NULL, lease_until = NULL
                    WHERE id = :id AND lease_epoch = :epoch AND lease_owner = :node AND state <> 'submitting'
                    """)
                .bind("id", claim.payout().id())
                .bind("epoch", claim.epoch())
                .bind("node", node.name())
                .execute());
  }

  /** The database's time. */
  Instant now() {
    return sql.with(handle -> handle.createQuery("SELECT now()").mapTo(Instant.class).one());
  }
}
