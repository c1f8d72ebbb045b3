// The SQL of what stands beside a case.
package dev.semel.casework;

import dev.semel.db.Sql;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Reads what stands beside a case: the report's line, the payout, its history and its calls. */
@Singleton
public class CaseEvidenceStore {
  private static final int LATEST = 50;

  private final Sql sql;

  CaseEvidenceStore(Sql sql) {
    this.sql = sql;
  }

  /** What is on record now of what a case is about. */
  CaseEvidence of(OpsCase opsCase) {
    return sql.with(
        handle ->
            new CaseEvidence(
                line(handle, opsCase),
                payout(handle, opsCase),
                events(handle, opsCase),
                calls(handle, opsCase)));
  }

  private static Optional<CaseEvidence.Line> line(Handle handle, OpsCase opsCase) {
    if (opsCase.reportId == null || opsCase.reportLine == null) {
      return Optional.empty();
    }
    return handle
        .createQuery("SELECT * FROM report_line WHERE report_id = :report AND line = :line")
        .bind("report", opsCase.reportId)
        .bind("line", opsCase.reportLine)
        .map(
            (row, _) ->
                new CaseEvidence.Line(
                    row.getObject("place", Integer.class),
                    row.getString("kind"),
                    row.getString("reference"),
                    row.getString("provider_payout_id"),
                    money(row),
                    row.getString("status"),
                    row.getString("provider_word"),
                    instant(row, "settled_at")))
        .findOne();
  }

  private static Optional<CaseEvidence.Payout> payout(Handle handle, OpsCase opsCase) {
    return handle
        .createQuery("SELECT * FROM payout WHERE id = :id AND tenant_id = :tenant")
        .bind("id", opsCase.payoutId)
        .bind("tenant", opsCase.tenantId)
        .map(
            (row, _) ->
                new CaseEvidence.Payout(
                    row.getString("state"),
                    money(row).orElseThrow(),
                    row.getString("provider_payout_id"),
                    row.getBoolean("terms_differ")))
        .findOne();
  }

  private static List<CaseEvidence.Event> events(Handle handle, OpsCase opsCase) {
    return handle
        .createQuery(
            """
            SELECT * FROM (SELECT * FROM payout_event WHERE payout_id = :id AND tenant_id = :tenant ORDER BY sequence DESC LIMIT :latest) latest
            ORDER BY sequence
            """)
        .bind("id", opsCase.payoutId)
        .bind("tenant", opsCase.tenantId)
        .bind("latest", LATEST)
        .map(
            (row, _) ->
                new CaseEvidence.Event(
                    row.getString("type"),
                    row.getBoolean("applied"),
                    row.getString("to_state"),
                    row.getString("reason"),
                    row.getString("evidence"),
                    row.getTimestamp("recorded_at").toInstant()))
        .list();
  }

  private static List<CaseEvidence.Call> calls(Handle handle, OpsCase opsCase) {
    return handle
        .createQuery(
            """
            SELECT * FROM (SELECT id, operation, outcome, started_at FROM provider_call WHERE payout_id = :id ORDER BY id DESC LIMIT :latest) latest
            ORDER BY id
            """)
        .bind("id", opsCase.payoutId)
        .bind("latest", LATEST)
        .map(
            (row, _) ->
                new CaseEvidence.Call(
                    row.getString("id"),
                    row.getString("operation"),
                    row.getString("outcome"),
                    row.getTimestamp("started_at").toInstant()))
        .list();
  }

  private static Optional<Money> money(ResultSet row) throws SQLException {
    @Nullable BigDecimal amount = row.getBigDecimal("amount");
    return amount == null
        ? Optional.empty()
        : Optional.of(
            new Money(amount.stripTrailingZeros(), CurrencyCode.of(row.getString("currency"))));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    @Nullable Timestamp value = row.getTimestamp(column);
    return value == null ? null : value.toInstant();
  }
}
