// The SQL of payouts, their attempts and their histories.
package dev.semel.payout;

import dev.semel.db.Conditions;
import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** Reads and writes payouts, their attempts and their histories. */
@Singleton
public final class PayoutStore {
  /**
   * The columns that {@link PayoutRows} reads, for a query that names the payout {@code p} and its
   * present attempt {@code a}.
   */
  static final String COLUMNS =
      "p.*, a.client_reference, a.provider_key, a.first_possible_send, a.last_possible_send, now() AS read_at";

  private static final String FROM =
      " FROM payout p JOIN attempt a ON a.payout_id = p.id AND a.number = p.attempt ";

  private final Sql sql;
  private final PayoutRows rows;

  PayoutStore(Sql sql, PayoutRows rows) {
    this.sql = sql;
    this.rows = rows;
  }

  /**
   * A payout whose row this transaction has locked.
   *
   * @param payout the payout
   * @param firstPossibleSend the earliest moment at which a request of its present attempt may have
   *     been written
   * @param lastPossibleSend the latest such moment
   * @param now the database's time at which the transaction began
   */
  public record Locked(
      PayoutRecord payout,
      Optional<Instant> firstPossibleSend,
      Optional<Instant> lastPossibleSend,
      Instant now) {}

  /**
   * Stores a new payout with its first attempt.
   *
   * @return false when the tenant has a payout with this reference already; then nothing was stored
   */
  boolean insert(PayoutRecord payout) {
    PayoutRecord.Asked asked = payout.asked();
    int inserted =
        sql.with(
            handle ->
                rows.bindAsked(
                        handle.createUpdate(
                            """
                            INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, purpose, metadata,
                                submit_after, submit_before, attempt, due_at, created_by, created_at, updated_at)
                            VALUES (:id, :tenant, :reference, :state, 1, :amount, :currency, :funding_asked, :funded, :provider, CAST(:beneficiary AS jsonb), CAST(:sender AS jsonb),
                                :purpose, CAST(:metadata AS jsonb), :submit_after, :submit_before, 1, :due_at, :created_by, :created_at, :created_at)
                            ON CONFLICT (tenant_id, reference) DO NOTHING
                            """),
                        asked)
                    .bind("state", payout.state.wireName())
                    .bind("funded", payout.funded)
                    .bind("due_at", payout.dueAt)
                    .execute());
    if (inserted == 1) {
      insertAttempt(payout);
    }
    return inserted == 1;
  }

  private void insertAttempt(PayoutRecord payout) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key)
                    VALUES (:payout, :number, :provider, :reference, :key)
                    """)
                .bind("payout", payout.id())
                .bind("number", payout.attempt)
                .bind("provider", payout.asked().provider())
                .bind("reference", payout.clientReference)
                .bind("key", payout.providerKey)
                .execute());
  }

  /** The time of the database at which the transaction began, to the microsecond. */
  Instant now() {
    return sql.with(handle -> handle.createQuery("SELECT now()").mapTo(Instant.class).one());
  }

  /** The id of the tenant's payout with a reference. */
  Optional<String> idOfReference(String tenantId, String reference) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT id FROM payout WHERE tenant_id = :tenant AND reference = :reference")
                .bind("tenant", tenantId)
                .bind("reference", reference)
                .mapTo(String.class)
                .findOne());
  }

  /** Locks a payout's row until the transaction ends. */
  public Locked lock(String payoutId) {
    return select("WHERE p.id = :id FOR UPDATE OF p", query -> query.bind("id", payoutId))
        .getFirst();
  }

  /** Locks a tenant's payout; empty when the tenant has none of that id. */
  Optional<Locked> lock(String tenantId, String payoutId) {
    return select(
            "WHERE p.id = :id AND p.tenant_id = :tenant FOR UPDATE OF p",
            query -> query.bind("id", payoutId).bind("tenant", tenantId))
        .stream()
        .findFirst();
  }

  /** A tenant's payout; empty when the tenant has none of that id. */
  Optional<PayoutRecord> find(String tenantId, String payoutId) {
    return select(
            "WHERE p.id = :id AND p.tenant_id = :tenant",
            query -> query.bind("id", payoutId).bind("tenant", tenantId))
        .stream()
        .map(Locked::payout)
        .findFirst();
  }

  /**
   * The payout that a provider speaks of: by our reference of any of its attempts first, else by
   * the provider's id.
   */
  public Optional<String> idAtProvider(
      String provider, Optional<String> reference, Optional<String> providerPayoutId) {
    return reference
        .flatMap(
            ours ->
                one(
                    "SELECT payout_id FROM attempt WHERE provider = :provider AND client_reference = :value",
                    provider,
                    ours))
        .or(
            () ->
                providerPayoutId.flatMap(
                    theirs ->
                        one(
                            "SELECT id FROM payout WHERE provider = :provider AND provider_payout_id = :value",
                            provider,
                            theirs)));
  }

  /**
   * Has the provider asked about a payout as soon as a worker is free, because something that may
   * change nothing by itself says that there is news. Only brings forward what is planned anyway,
   * in the states in which the provider is asked; the state and the version stay.
   *
   * @return false when the payout is in a state in which nobody asks about it, or is being asked
   *     about just now: that answer may be older than the news, so try again when it is over
   */
  public boolean askSoon(String payoutId) {
    int asked =
        sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE payout SET due_at = least(due_at, now())
                        WHERE id = :id AND state IN ('sent', 'submission_unknown') AND (lease_until IS NULL OR lease_until < now())
                        """)
                    .bind("id", payoutId)
                    .execute());
    return asked == 1;
  }

  /** Whether a provider's payout was adopted by another payout of ours. */
  boolean belongsToAnother(PayoutRecord payout, String providerPayoutId) {
    return one(
            "SELECT id FROM payout WHERE provider = :provider AND provider_payout_id = :value",
            payout.asked().provider(),
            providerPayoutId)
        .filter(id -> !id.equals(payout.id()))
        .isPresent();
  }

  private Optional<String> one(String query, String provider, String value) {
    return sql.with(
        handle ->
            handle
                .createQuery(query)
                .bind("provider", provider)
                .bind("value", value)
                .mapTo(String.class)
                .findOne());
  }

  /** A page of a tenant's payouts, newest first. */
  List<PayoutRecord> page(PayoutFilter filter, int limit) {
    Conditions conditions = filter.conditions();
    return select(
            "WHERE " + conditions.text() + " ORDER BY p.id DESC LIMIT :limit",
            query -> query.bindMap(conditions.values()).bind("limit", limit))
        .stream()
        .map(Locked::payout)
        .toList();
  }

  /** Takes back rows that were locked or claimed by another statement of the same transaction. */
  public List<Locked> lockAll(List<String> payoutIds) {
    return select(
        "WHERE p.id = ANY (:ids) ORDER BY p.due_at, p.id FOR UPDATE OF p",
        query -> query.bind("ids", payoutIds.toArray(String[]::new)));
  }

  private List<Locked> select(String condition, UnaryOperator<Query> binder) {
    return sql.with(
        handle ->
            binder
                .apply(handle.createQuery("SELECT " + COLUMNS + FROM + condition))
                .map((row, _) -> rows.locked(row))
                .list());
  }

  /** Writes a payout back. Its version must have risen by exactly one since it was locked. */
  void update(PayoutRecord payout) {
    int changed =
        sql.with(
            handle ->
                bindProgress(
                        handle.createUpdate(
                            """
                            UPDATE payout SET state = :state, version = :version, funded = :funded, attempt = :attempt, provider_payout_id = :provider_payout_id,
                                provider_sequence = :provider_sequence, provider_time = :provider_time, failure_code = :failure_code, failure_fault = :failure_fault,
                                failure_message = :failure_message, hold_reason = :hold_reason, hold_message = :hold_message, due_at = :due_at,
                                lease_owner = :lease_owner, lease_until = :lease_until, tries = :tries, lookups = :lookups, status_checks = :status_checks,
                                ever_submitted = :ever_submitted, ever_unknown = :ever_unknown, terms_differ = :terms_differ, said_duplicate = :said_duplicate, absent_since = :absent_since, unknown_since = :unknown_since,
                                sent_at = :sent_at, paid_at = :paid_at, closed_at = :closed_at, updated_at = :updated_at
                            WHERE id = :id AND version = :version - 1
                            """),
                        payout)
                    .execute());
    Sql.exactlyOne(changed, "writing payout " + payout.id());
  }

  private static Update bindProgress(Update update, PayoutRecord payout) {
    return update
        .bind("id", payout.id())
        .bind("state", payout.state.wireName())
        .bind("version", payout.version)
        .bind("funded", payout.funded)
        .bind("attempt", payout.attempt)
        .bind("provider_payout_id", payout.providerPayoutId)
        .bind("provider_sequence", payout.providerSequence)
        .bind("provider_time", payout.providerTime)
        .bind("failure_code", payout.failureCode)
        .bind("failure_fault", wireName(payout.failureFault))
        .bind("failure_message", payout.failureMessage)
        .bind("hold_reason", wireName(payout.holdReason))
        .bind("hold_message", payout.holdMessage)
        .bind("due_at", payout.dueAt)
        .bind("lease_owner", payout.leaseOwner)
        .bind("lease_until", payout.leaseUntil)
        .bind("tries", payout.tries)
        .bind("lookups", payout.lookups)
        .bind("status_checks", payout.statusChecks)
        .bind("ever_submitted", payout.everSubmitted)
        .bind("ever_unknown", payout.everUnknown)
        .bind("terms_differ", payout.termsDiffer)
        .bind("said_duplicate", payout.saidDuplicate)
        .bind("absent_since", payout.absentSince)
        .bind("unknown_since", payout.unknownSince)
        .bind("sent_at", payout.sentAt)
        .bind("paid_at", payout.paidAt)
        .bind("closed_at", payout.closedAt)
        .bind("updated_at", payout.updatedAt);
  }

  private static @Nullable String wireName(@Nullable Enum<?> constant) {
    return constant == null ? null : WireNames.of(constant);
  }

  /** Sets when the provider is asked about a payout again, and gives the claim back. */
  void postpone(PayoutRecord payout, Instant dueAt) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE payout SET status_checks = :checks, lookups = :lookups, due_at = :due, lease_owner = NULL, lease_until = NULL
                    WHERE id = :id AND state IN ('sent', 'submission_unknown')
                    """)
                .bind("checks", payout.statusChecks)
                .bind("lookups", payout.lookups)
                .bind("due", dueAt)
                .bind("id", payout.id())
                .execute());
  }

  /** From now until {@code until} a request of the payout's attempt may be written. */
  void sendingMayHappen(PayoutRecord payout, Instant now, Instant until) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE attempt SET first_possible_send = coalesce(first_possible_send, :now), last_possible_send = :until
                    WHERE payout_id = :payout AND number = :number
                    """)
                .bind("payout", payout.id())
                .bind("number", payout.attempt)
                .bind("now", now)
                .bind("until", until)
                .execute());
  }

  /** The call under the payout's latest claim has ended: nothing of it will be written any more. */
  void sendingIsOver(PayoutRecord payout, Instant now) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE attempt SET last_possible_send = greatest(first_possible_send, :now)
                    WHERE payout_id = :payout AND number = :number AND first_possible_send IS NOT NULL
                    """)
                .bind("payout", payout.id())
                .bind("number", payout.attempt)
                .bind("now", now)
                .execute());
  }

  /** Appends an entry to a payout's history. */
  void append(HistoryEntry entry) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO payout_event (id, payout_id, tenant_id, sequence, type, applied, from_state, to_state, reason, evidence, actor, attempt, occurred_at)
                    VALUES (:id, :payout, :tenant, :sequence, :type, :applied, :from, :to, :reason, :evidence, :actor, :attempt, :occurred)
                    """)
                .bind("id", entry.id())
                .bind("payout", entry.payoutId())
                .bind("tenant", entry.tenantId())
                .bind("sequence", entry.sequence())
                .bind("type", entry.type())
                .bind("applied", entry.to() != null)
                .bind("from", wireName(entry.from()))
                .bind("to", wireName(entry.to()))
                .bind("reason", entry.reason())
                .bind("evidence", WireNames.of(entry.evidence()))
                .bind("actor", entry.actor())
                .bind("attempt", entry.attempt())
                .bind("occurred", entry.occurredAt())
                .execute());
  }

  /** A page of a payout's history, oldest first, after the entry of a number. */
  List<RecordedEntry> history(String payoutId, int after, int limit) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM payout_event WHERE payout_id = :payout AND sequence > :after ORDER BY sequence LIMIT :limit")
                .bind("payout", payoutId)
                .bind("after", after)
                .bind("limit", limit)
                .map((row, _) -> rows.recorded(row))
                .list());
  }
}
