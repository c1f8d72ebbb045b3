// The SQL of claims.
package dev.semel.submission;

import dev.semel.db.Sql;
import dev.semel.domain.PayoutState;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
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
                    -- Materialized, so that no plan looks for due rows twice and claims more than asked for.
                    WITH due AS MATERIALIZED (
                        SELECT id FROM payout
                        WHERE provider = :provider AND due_at <= now() AND state = :state
                            AND (lease_until IS NULL OR lease_until < now())
                            AND (state <> 'ready' OR submit_before IS NULL OR submit_before > now())
                            AND <may_be_tried>
                        ORDER BY due_at LIMIT :most
                        FOR UPDATE SKIP LOCKED)
                    UPDATE payout p SET lease_epoch = p.lease_epoch + 1, lease_owner = :node, lease_until = now() + :lease * interval '1 millisecond'
                    FROM due WHERE p.id = due.id
                    RETURNING p.id
                    """
                        .replace("<may_be_tried>", JobStore.MAY_BE_TRIED))
                .bind("kind", WireNames.of(JobKind.of(state)))
                .bind("node", node.name())
                .bind("lease", lease.toMillis())
                .bind("provider", provider)
                .bind("state", state.wireName())
                .bind("most", most)
                .mapTo(String.class)
                .list());
  }

  /**
   * Renews the leases of claims that are still this node's, and with them the span in which a
   * request may be written. A lease that has ended stays ended.
   *
   * @return the ids of the payouts whose lease was renewed
   */
  List<String> renew(Collection<Claim> running, Node node, Duration lease) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    WITH renewed AS (
                        UPDATE payout p SET lease_until = now() + :lease * interval '1 millisecond'
                        FROM unnest(:ids, :epochs) AS held (id, epoch)
                        WHERE p.id = held.id AND p.lease_epoch = held.epoch AND p.lease_owner = :node AND p.lease_until >= now()
                        RETURNING p.id, p.attempt, p.state, p.lease_until),
                    widened AS (
                        UPDATE attempt a SET last_possible_send = r.lease_until
                        FROM renewed r WHERE r.state = 'submitting' AND a.payout_id = r.id AND a.number = r.attempt)
                    SELECT id FROM renewed
                    """)
                .bind("lease", lease.toMillis())
                .bind("node", node.name())
                .bind(
                    "ids",
                    running.stream().map(claim -> claim.payout().id()).toArray(String[]::new))
                .bind("epochs", running.stream().map(Claim::epoch).toArray(Long[]::new))
                .mapTo(String.class)
                .list());
  }

  /** Payouts that a worker was submitting when its lease ended. */
  List<String> abandoned(int most) {
    return ids("state = 'submitting' AND lease_until < now()", "lease_until", JobKind.RESCUE, most);
  }

  /** Payouts that nobody has begun to send and whose deadline has passed. */
  List<String> overdue(int most) {
    return ids(
        "submit_before <= now() AND state IN ('awaiting_funds', 'ready', 'held')",
        "submit_before",
        JobKind.DEADLINE,
        most);
  }

  private List<String> ids(String condition, String order, JobKind kind, int most) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT id FROM payout WHERE %s AND %s ORDER BY %s LIMIT :most FOR UPDATE SKIP LOCKED"
                        .formatted(condition, JobStore.MAY_BE_TRIED, order))
                .bind("kind", WireNames.of(kind))
                .bind("most", most)
                .mapTo(String.class)
                .list());
  }

  /** Ends the lease of a payout whose row is locked, unless it is being submitted. */
  void giveBack(String id) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    "UPDATE payout SET lease_owner = NULL, lease_until = NULL WHERE id = :id AND lease_until IS NOT NULL AND state <> 'submitting'")
                .bind("id", id)
                .execute());
  }

  /** Ends the lease of a claim under which the provider was to be asked, if it is still held. */
  void giveBack(Claim claim) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE payout SET lease_owner = NULL, lease_until = NULL
                    WHERE id = :id AND lease_epoch = :epoch AND lease_until IS NOT NULL AND state <> 'submitting'
                    """)
                .bind("id", claim.payout().id())
                .bind("epoch", claim.epoch())
                .execute());
  }

  /** Until {@code until} a request of a claim that was given up may still be written. */
  void sendingMayGoOn(Claim claim, Instant until) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE attempt SET last_possible_send = greatest(last_possible_send, :until)
                    WHERE payout_id = :payout AND number = :number
                    """)
                .bind("payout", claim.payout().id())
                .bind("number", claim.payout().attempt())
                .bind("until", until)
                .execute());
  }
}
