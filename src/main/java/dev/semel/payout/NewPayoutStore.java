// The SQL of accepting payouts.
package dev.semel.payout;

import dev.semel.db.Sql;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Stores new payouts with their first attempts. */
@Singleton
final class NewPayoutStore {
  private static final String INSERT =
      """
      INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, purpose, metadata,
          submit_after, submit_before, attempt, due_at, batch_id, created_by, created_at, updated_at)
      VALUES (:id, :tenant, :reference, :state, 1, :amount, :currency, :funding_asked, :funded, :provider, CAST(:beneficiary AS jsonb), CAST(:sender AS jsonb),
          :purpose, CAST(:metadata AS jsonb), :submit_after, :submit_before, 1, :due_at, :batch, :created_by, :created_at, :created_at)
      ON CONFLICT (tenant_id, reference) DO NOTHING
      """;

  private static final String INSERT_ATTEMPT =
      """
      INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key)
      VALUES (:payout, :number, :provider, :reference, :key)
      """;

  private final Sql sql;
  private final PayoutRows rows;

  NewPayoutStore(Sql sql, PayoutRows rows) {
    this.sql = sql;
    this.rows = rows;
  }

  /** The time of the database at which the transaction began, to the microsecond. */
  Instant now() {
    return sql.with(handle -> handle.createQuery("SELECT now()").mapTo(Instant.class).one());
  }

  /**
   * The ids of the tenant's payouts that have one of these references, by reference; those that
   * this transaction stored included.
   */
  Map<String, String> idsOfReferences(String tenantId, Collection<String> references) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT reference, id FROM payout WHERE tenant_id = :tenant AND reference = ANY (:references)")
                .bind("tenant", tenantId)
                .bind("references", references.toArray(String[]::new))
                .setMapKeyColumn("reference")
                .setMapValueColumn("id")
                .collectInto(new org.jdbi.v3.core.generic.GenericType<Map<String, String>>() {}));
  }

  /**
   * Stores payouts with their first attempts. While another transaction is accepting a payout of
   * the same reference, this waits for its end, at most as long as the connection's {@code
   * lock_timeout}.
   *
   * @return false when the tenant has a payout with one of these references already; then of a
   *     single payout nothing is stored, and of several the caller has to take back what may be
   */
  boolean insert(List<PayoutRecord> payouts) {
    // Everybody takes references in the same order, so that two who share some never wait for each
    // other.
    List<PayoutRecord> inOrder =
        payouts.stream()
            .sorted(Comparator.comparing((PayoutRecord payout) -> payout.asked().reference()))
            .toList();
    int[] stored =
        sql.with(
            handle -> {
              PreparedBatch batch = handle.prepareBatch(INSERT);
              inOrder.forEach(payout -> add(batch, payout));
              return batch.execute();
            });
    boolean all = Arrays.stream(stored).allMatch(count -> count == 1);
    if (all) {
      insertAttempts(payouts);
    }
    return all;
  }

  private void add(PreparedBatch batch, PayoutRecord payout) {
    rows.bindAsked(batch, payout.asked())
        .bind("state", payout.state.wireName())
        .bind("funded", payout.funded)
        .bind("due_at", payout.dueAt)
        .add();
  }

  private void insertAttempts(List<PayoutRecord> payouts) {
    sql.use(
        handle -> {
          PreparedBatch batch = handle.prepareBatch(INSERT_ATTEMPT);
          for (PayoutRecord payout : payouts) {
            batch
                .bind("payout", payout.id())
                .bind("number", payout.attempt)
                .bind("provider", payout.asked().provider())
                .bind("reference", payout.clientReference)
                .bind("key", payout.providerKey)
                .add();
          }
          batch.execute();
        });
  }
}
