// The SQL of claims.
package dev.semel.submission;

import dev.semel.db.Sql;
import dev.semel.domain.PayoutState;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.statement.Query;

/** Claims due payouts, and finds those whose worker or deadline has passed. */
@Singleton
final class ClaimStore {
  private final Sql sql;

  ClaimStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Whose payouts wait to be sent to a provider: a row for each currency, tenant, and whether they
   * were tried before, found by one probe of the index each. There are none while the provider is
   * paused, and none in a currency in which the money in unknown submissions is at its cap.
   */
  private static final String QUEUES =
      """
      WITH RECURSIVE queue AS (
          (SELECT currency, tenant_id, tries > 0 AS tried FROM payout
              WHERE state = 'ready' AND provider = :provider
                  AND NOT EXISTS (SELECT FROM provider_control WHERE provider = :provider AND paused_at IS NOT NULL)
              ORDER BY currency, tenant_id, (tries > 0) LIMIT 1)
          UNION ALL
          SELECT next.currency, next.tenant_id, next.tried FROM queue CROSS JOIN LATERAL
              (SELECT p.currency, p.tenant_id, p.tries > 0 AS tried FROM payout p
                  WHERE p.state = 'ready' AND p.provider = :provider AND (p.currency, p.tenant_id, (p.tries > 0)) > (queue.currency, queue.tenant_id, queue.tried)
                  ORDER BY p.currency, p.tenant_id, (p.tries > 0) LIMIT 1) next),
      due AS MATERIALIZED (
          SELECT queue.tenant_id, queue.tried, waiting.id, waiting.due_at FROM queue CROSS JOIN LATERAL
              (SELECT p.id, p.due_at FROM payout p
                  WHERE p.state = 'ready' AND p.provider = :provider AND p.currency = queue.currency AND p.tenant_id = queue.tenant_id
                      AND (p.tries > 0) = queue.tried AND p.due_at <= now() AND (p.submit_before IS NULL OR p.submit_before > now())
                      AND (p.lease_until IS NULL OR p.lease_until < now()) AND <may_be_tried>
                  ORDER BY p.due_at LIMIT :reach) waiting
          WHERE queue.currency <> ALL (ARRAY(
              SELECT cap.currency FROM unnest(:currencies, CAST(:caps AS numeric[])) AS cap (currency, amount)
              WHERE cap.amount <= (SELECT coalesce(sum(u.amount), 0) FROM payout u
                  WHERE u.provider = :provider AND u.state = 'submission_unknown' AND u.currency = cap.currency AND u.closed_at IS NULL))))
      """
          .replace("<may_be_tried>", JobStore.MAY_BE_TRIED.replace("payout.id", "p.id"));

  /**
   * How many payouts are due to be sent to a provider and may be.
   *
   * @param caps the provider's caps on money in unknown submissions
   * @param most where to stop counting
   */
  Places due(String provider, Map<String, BigDecimal> caps, int most) {
    return sql.with(
        handle ->
            bindQueues(
                    handle.createQuery(
                        QUEUES
                            + "SELECT count(*) FILTER (WHERE NOT tried) AS firsts, count(*) FILTER (WHERE tried) AS retries FROM due"),
                    provider,
                    caps,
                    most)
                .map(
                    (row, _) ->
                        new Places(
                            Math.min(most, row.getInt("firsts")),
                            Math.min(most, row.getInt("retries"))))
                .one());
  }

  /**
   * Claims due payouts that are to be sent to a provider, in one statement: the tenants take turns,
   * each with what has waited longest, and chance says who begins. Rows that another transaction
   * holds are skipped, and so are payouts past their deadline, whatever a person paused, and
   * currencies at their cap. The claim's number rises with every claim.
   *
   * @param caps the provider's caps on money in unknown submissions
   * @param places how many at most
   * @param chance decides which tenant begins
   * @return the ids of the payouts claimed
   */
  List<String> claimToSubmit(
      String provider,
      Map<String, BigDecimal> caps,
      Places places,
      long chance,
      Node node,
      Duration lease) {
    return sql.with(
        handle ->
            bindClaimToSubmit(handle.createQuery(CLAIM_TO_SUBMIT), provider, caps, places, chance)
                .bind("node", node.name())
                .bind("lease", lease.toMillis())
                .mapTo(String.class)
                .list());
  }

  // What is marked for another attempt is never ready (payout_marked_is_not_sent), so that no
  // condition of its own leaves it out here.
  // Rows are locked in the order of their turns, and what others have claimed meanwhile is left out
  // by the conditions that are asked of the locked row again.
  static final String CLAIM_TO_SUBMIT =
      QUEUES
          + """
          , turns AS MATERIALIZED (
              SELECT id, tried, row_number() OVER (PARTITION BY tenant_id, tried ORDER BY due_at, id) AS turn, md5(tenant_id || :chance) AS lot FROM due),
          firsts AS MATERIALIZED (
              SELECT p.id FROM (SELECT * FROM turns WHERE NOT tried ORDER BY turn, lot LIMIT :reach) turns JOIN payout p ON p.id = turns.id
              WHERE p.state = 'ready' AND p.tries = 0 AND p.due_at <= now() AND (p.lease_until IS NULL OR p.lease_until < now())
              ORDER BY turns.turn, turns.lot LIMIT :firsts FOR UPDATE OF p SKIP LOCKED),
          retries AS MATERIALIZED (
              SELECT p.id FROM (SELECT * FROM turns WHERE tried ORDER BY turn, lot LIMIT :reach) turns JOIN payout p ON p.id = turns.id
              WHERE p.state = 'ready' AND p.tries > 0 AND p.due_at <= now() AND (p.lease_until IS NULL OR p.lease_until < now())
              ORDER BY turns.turn, turns.lot LIMIT :retries FOR UPDATE OF p SKIP LOCKED),
          claimed AS (SELECT id FROM firsts UNION ALL SELECT id FROM retries)
          UPDATE payout p SET lease_epoch = p.lease_epoch + 1, lease_owner = :node, lease_until = now() + :lease * interval '1 millisecond'
          FROM claimed WHERE p.id = claimed.id
          RETURNING p.id
          """;

  /** Binds what {@link #CLAIM_TO_SUBMIT} asks for, but for the node and its lease. */
  static Query bindClaimToSubmit(
      Query query, String provider, Map<String, BigDecimal> caps, Places places, long chance) {
    // Several nodes look at once: with twice as many rows in sight each finds some of its own.
    return bindQueues(query, provider, caps, 2 * places.all())
        .bind("firsts", places.firsts())
        .bind("retries", places.retries())
        .bind("chance", Long.toString(chance));
  }

  private static Query bindQueues(
      Query query, String provider, Map<String, BigDecimal> caps, int reach) {
    List<String> currencies = List.copyOf(caps.keySet());
    return query
        .bind("kind", WireNames.of(JobKind.of(PayoutState.READY)))
        .bind("provider", provider)
        .bind("currencies", currencies.toArray(String[]::new))
        .bind(
            "caps",
            currencies.stream()
                .map(currency -> Objects.requireNonNull(caps.get(currency)).toPlainString())
                .toArray(String[]::new))
        .bind("reach", reach);
  }

  /**
   * Claims payouts of one provider about which it is to be asked, those due longest first, in one
   * statement. Rows that another transaction holds are skipped. The claim's number rises with every
   * claim.
   *
   * @param state {@code SUBMISSION_UNKNOWN}, {@code SENT} or {@code PAID}
   * @return the ids of the payouts claimed
   */
  List<String> claimToAsk(String provider, PayoutState state, Node node, Duration lease, int most) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    -- Materialized, so that no plan looks for due rows twice and claims more than asked for.
                    WITH due AS MATERIALIZED (
                        SELECT id FROM payout
                        WHERE provider = :provider AND due_at <= now() AND state = :state AND state IN ('submission_unknown', 'sent', 'paid')
                            AND (lease_until IS NULL OR lease_until < now())
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
                    -- A row that another transaction holds is renewed the next time: it must not keep the others waiting.
                    WITH mine AS (
                        SELECT p.id FROM payout p JOIN unnest(:ids, :epochs) AS held (id, epoch) ON p.id = held.id AND p.lease_epoch = held.epoch
                        WHERE p.lease_owner = :node AND p.lease_until >= now()
                        FOR UPDATE OF p SKIP LOCKED),
                    renewed AS (
                        UPDATE payout p SET lease_until = now() + :lease * interval '1 millisecond'
                        FROM mine WHERE p.id = mine.id
                        RETURNING p.id, p.attempt, p.state, p.lease_until),
                    widened AS (
                        UPDATE attempt a SET last_possible_send = greatest(a.last_possible_send, r.lease_until)
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

  /**
   * Ends the lease of a claim under which the provider was to be asked, if it is still held; but
   * not while the question may be a request that is on the wire.
   */
  void giveBack(Claim claim) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE payout SET lease_owner = NULL, lease_until = NULL
                    WHERE id = :id AND lease_epoch = :epoch AND lease_until IS NOT NULL AND state <> 'submitting'
                        AND NOT EXISTS (SELECT FROM attempt a WHERE a.payout_id = payout.id AND a.number = payout.attempt AND a.last_possible_send > now())
                    """)
                .bind("id", claim.payout().id())
                .bind("epoch", claim.epoch())
                .execute());
  }

  /** Whether the provider has spoken of another attempt of a claimed payout. */
  boolean otherAttemptAlive(Claim claim) {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT alive_attempt IS NOT NULL FROM payout WHERE id = :id")
                .bind("id", claim.payout().id())
                .mapTo(Boolean.class)
                .one());
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
