// The SQL of payouts' histories.
package dev.semel.payout;

import dev.semel.db.Sql;
import dev.semel.domain.PayoutState;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.util.List;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** Appends to payouts' histories and reads them. */
@Singleton
final class PayoutHistoryStore {
  private static final String APPEND =
      """
      INSERT INTO payout_event (id, payout_id, tenant_id, sequence, type, applied, from_state, to_state, reason, evidence, actor, attempt, occurred_at)
      VALUES (:id, :payout, :tenant, :sequence, :type, :applied, :from, :to, :reason, :evidence, :actor, :attempt, :occurred)
      """;

  private final Sql sql;
  private final PayoutRows rows;

  PayoutHistoryStore(Sql sql, PayoutRows rows) {
    this.sql = sql;
    this.rows = rows;
  }

  /** Appends an entry to a payout's history. */
  void append(HistoryEntry entry) {
    append(List.of(entry));
  }

  /** Appends entries to the histories of their payouts. */
  void append(List<HistoryEntry> entries) {
    sql.use(
        handle -> {
          PreparedBatch batch = handle.prepareBatch(APPEND);
          entries.forEach(entry -> add(batch, entry));
          batch.execute();
        });
  }

  private static void add(PreparedBatch batch, HistoryEntry entry) {
    batch
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
        .add();
  }

  private static @Nullable String wireName(@Nullable PayoutState state) {
    return state == null ? null : state.wireName();
  }

  /** Whether any of these entries is there. */
  boolean has(List<String> ids) {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT EXISTS (SELECT FROM payout_event WHERE id = ANY (:ids))")
                .bind("ids", ids.toArray(String[]::new))
                .mapTo(Boolean.class)
                .one());
  }

  /** A page of a payout's history, oldest first, after the entry of a number. */
  List<RecordedEntry> page(String payoutId, int after, int limit) {
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
