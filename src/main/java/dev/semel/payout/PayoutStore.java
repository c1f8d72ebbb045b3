// The SQL that finds payouts and locks them.
package dev.semel.payout;

import dev.semel.db.Sql;
import dev.semel.domain.Promises;
import dev.semel.domain.ProviderTerms;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.statement.Query;

/**
 * Finds payouts and locks their rows. {@link NewPayoutStore} stores new ones, {@link
 * PayoutProgressStore} what becomes of them.
 */
@Singleton
public final class PayoutStore {
  /**
   * The columns that {@link PayoutRows} reads, for a query that names the payout {@code p} and its
   * present attempt {@code a}.
   */
  static final String COLUMNS =
      "p.*, a.client_reference, a.provider_key, a.first_possible_send, a.last_possible_send, a.promised_repeats, a.promised_window_ms, a.promised_visible_ms, a.file_fingerprint, a.beneficiary AS corrected_beneficiary, now() AS read_at";

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
   * @param promises what its provider promised when they were
   * @param now the database's time at which the transaction began
   */
  public record Locked(
      PayoutRecord payout,
      Optional<Instant> firstPossibleSend,
      Optional<Instant> lastPossibleSend,
      Optional<Promises> promises,
      Instant now) {
    /** A provider's terms, as far as they were promised to the present attempt, too. */
    public ProviderTerms asPromised(ProviderTerms terms) {
      return promises.map(terms::asFarAs).orElse(terms);
    }
  }

  /** Locks a payout's row until the transaction ends. */
  public Locked lock(String payoutId) {
    lockRow("id = :id", query -> query.bind("id", payoutId));
    return select("WHERE p.id = :id", query -> query.bind("id", payoutId)).getFirst();
  }

  /**
   * Takes the row's lock in a statement of its own. One that waits for a lock and joins would see
   * the row as it is by then, and the attempt beside it as it was before the wait.
   */
  private void lockRow(String condition, UnaryOperator<Query> binder) {
    sql.with(
        handle ->
            binder
                .apply(
                    handle.createQuery("SELECT id FROM payout WHERE " + condition + " FOR UPDATE"))
                .mapTo(String.class)
                .list());
  }

  /** Locks a tenant's payout; empty when the tenant has none of that id. */
  Optional<Locked> lock(String tenantId, String payoutId) {
    lockRow(
        "id = :id AND tenant_id = :tenant",
        query -> query.bind("id", payoutId).bind("tenant", tenantId));
    return select(
            "WHERE p.id = :id AND p.tenant_id = :tenant",
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
                        -- Of a paid payout nothing was due: its questions begin anew.
                        UPDATE payout SET due_at = least(due_at, now()), status_checks = CASE WHEN state = 'paid' AND due_at IS NULL THEN 0 ELSE status_checks END
                        WHERE id = :id AND state IN ('sent', 'submission_unknown', 'paid') AND (lease_until IS NULL OR lease_until < now())
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
    return list(
            pageQuery(filter),
            query -> query.bindMap(filter.conditions().values()).bind("limit", limit))
        .stream()
        .map(Locked::payout)
        .toList();
  }

  /** The query of a page, whose values and {@code limit} are to be bound. */
  static String pageQuery(PayoutFilter filter) {
    return "SELECT "
        + COLUMNS
        + FROM
        + "WHERE "
        + filter.conditions().text()
        + " ORDER BY "
        + filter.order()
        + " LIMIT :limit";
  }

  /** Takes back rows that were locked or claimed by another statement of the same transaction. */
  public List<Locked> lockAll(List<String> payoutIds) {
    return select(
        "WHERE p.id = ANY (:ids) ORDER BY p.due_at, p.id FOR UPDATE OF p",
        query -> query.bind("ids", payoutIds.toArray(String[]::new)));
  }

  private List<Locked> select(String condition, UnaryOperator<Query> binder) {
    return list("SELECT " + COLUMNS + FROM + condition, binder);
  }

  private List<Locked> list(String query, UnaryOperator<Query> binder) {
    return sql.with(
        handle -> binder.apply(handle.createQuery(query)).map((row, _) -> rows.locked(row)).list());
  }
}
