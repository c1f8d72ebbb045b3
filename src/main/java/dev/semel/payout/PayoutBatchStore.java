// The SQL of batches of payouts.
package dev.semel.payout;

import dev.semel.db.Sql;
import dev.semel.domain.PayoutState;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Reads and writes batches of payouts. */
@Singleton
final class PayoutBatchStore {
  private final Sql sql;

  PayoutBatchStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Stores a new batch. All of its payouts must be there at the commit; {@link #takeBack} takes it
   * back with everything that was stored since.
   */
  void insert(PayoutBatch batch, String createdBy) {
    sql.use(
        handle -> {
          handle.execute("SAVEPOINT batch");
          handle
              .createUpdate(
                  """
                  INSERT INTO payout_batch (id, tenant_id, payouts, created_by, created_at)
                  VALUES (:id, :tenant, :payouts, :created_by, :created_at)
                  """)
              .bind("id", batch.id())
              .bind("tenant", batch.tenantId())
              .bind("payouts", batch.payouts())
              .bind("created_by", createdBy)
              .bind("created_at", batch.createdAt())
              .execute();
        });
  }

  /** Takes back the batch that was stored last and all that was stored since. */
  void takeBack() {
    sql.use(handle -> handle.execute("ROLLBACK TO SAVEPOINT batch"));
  }

  /** A tenant's batch; empty when the tenant has none of that id. */
  Optional<PayoutBatch> find(String tenantId, String batchId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT payouts, created_at FROM payout_batch WHERE tenant_id = :tenant AND id = :id")
                .bind("tenant", tenantId)
                .bind("id", batchId)
                .map(
                    (row, _) ->
                        new PayoutBatch(
                            batchId,
                            tenantId,
                            row.getInt("payouts"),
                            row.getTimestamp("created_at").toInstant()))
                .findOne());
  }

  /** How many payouts of a batch are in each state; states without any are left out. */
  Map<PayoutState, Integer> counts(String batchId) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT state, count(*) AS payouts FROM payout WHERE batch_id = :batch GROUP BY state")
                .bind("batch", batchId)
                .reduceRows(
                    new EnumMap<PayoutState, Integer>(PayoutState.class),
                    (counts, row) -> {
                      counts.put(
                          PayoutState.ofWireName(row.getColumn("state", String.class)),
                          row.getColumn("payouts", Integer.class));
                      return counts;
                    }));
  }
}
