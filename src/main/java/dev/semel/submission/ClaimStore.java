// The SQL of claims.
package dev.semel.submission;

import dev.semel.db.Sql;
import dev.semel.domain.PayoutState;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/** Claims due payouts, and finds those whose worker or deadline has passed. */
@Singleton
final class ClaimStore {
  private final Sql sql;

  ClaimStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Claims due payouts of one provider in one state, those due longest first, in one statement.
   * Rows that another transaction holds are skipped, and so are ready payouts past their deadline.
   * The claim's number rises with every claim.
   *
   * @return the ids of the payouts claimed
   */
  List<String> claim(String provider, PayoutState state, Node node, Duration lease, int most) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    UPDATE payout SET lease_epoch = lease_epoch + 1, lease_owner = :node, lease_until = now() + :lease * interval '1 millisecond'
                    WHERE id IN (
                        SELECT id FROM payout
                        WHERE provider = :provider AND due_at <= now() AND state = :state
                            AND (lease_until IS NULL OR lease_until < now())
                            AND (state <> 'ready' OR submit_before IS NULL OR submit_before > now())
                        ORDER BY due_at LIMIT :most
                        FOR UPDATE SKIP LOCKED)
                    RETURNING id
                    """)
                .bind("node", node.name())
                .bind("lease", lease.toMillis())
                .bind("provider", provider)
                .bind("state", state.wireName())
                .bind("most", most)
                .mapTo(String.class)
                .list());
  }

  /** Payouts that a worker was submitting when its lease ended. */
  List<String> abandoned(int most) {
    return ids(
        "SELECT id FROM payout WHERE state = 'submitting' AND lease_until < now() ORDER BY lease_until LIMIT :most FOR UPDATE SKIP LOCKED",
        most);
  }

  /** Payouts that nobody has begun to send and whose deadline has passed. */
  List<String> overdue(int most) {
    return ids(
        """
        SELECT id FROM payout WHERE submit_before <= now() AND state IN ('awaiting_funds', 'ready', 'held')
        ORDER BY submit_before LIMIT :most FOR UPDATE SKIP LOCKED
        """,
        most);
  }

  private List<String> ids(String query, int most) {
    return sql.with(
        handle -> handle.createQuery(query).bind("most", most).mapTo(String.class).list());
  }
}
