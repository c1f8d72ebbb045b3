// The SQL of reports as people see them.
package dev.semel.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.db.Conditions;
import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import dev.semel.report.pickup.Try;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads reports and their deliveries for people. */
@Singleton
final class ReportLogStore {
  private static final String REPORT =
      """
      SELECT r.*, d.size, f.rows, d.size = 0 OR EXISTS (SELECT FROM report_chunk c WHERE c.delivery_id = d.id) AS kept
      FROM report r JOIN report_delivery d ON d.id = r.delivery_id LEFT JOIN report_facts f ON f.report_id = r.id
      WHERE\s""";

  private final Sql sql;
  private final ObjectMapper json;

  ReportLogStore(Sql sql, ObjectMapper json) {
    this.sql = sql;
    this.json = json;
  }

  /** A page of reports, newest first. */
  List<ReportView> page(ReportFilter filter, int limit) {
    Conditions conditions = filter.conditions();
    return sql.with(
        handle ->
            handle
                .createQuery(REPORT + conditions.text() + " ORDER BY r.id DESC LIMIT :limit")
                .bindMap(conditions.values())
                .bind("limit", limit)
                .map((row, _) -> report(row))
                .list());
  }

  /** A report. */
  Optional<ReportView> find(String id) {
    return one(id, "");
  }

  /** A report, locked until the transaction ends. */
  Optional<ReportView> lock(String id) {
    return one(id, " FOR UPDATE OF r");
  }

  private Optional<ReportView> one(String id, String lock) {
    return sql.with(
        handle ->
            handle
                .createQuery(REPORT + "r.id = :id" + lock)
                .bind("id", id)
                .map((row, _) -> report(row))
                .findOne());
  }

  private static ReportView report(ResultSet row) throws SQLException {
    int rows = row.getInt("rows");
    Optional<Integer> read = row.wasNull() ? Optional.empty() : Optional.of(rows);
    return new ReportView(
        row.getString("id"),
        row.getString("originator"),
        row.getObject("business_date", LocalDate.class),
        WireNames.parse(StoredReport.Status.class, row.getString("status")),
        text(row, "fault").map(word -> WireNames.parse(QuarantineReason.class, word)),
        text(row, "reason"),
        row.getBytes("content_hash"),
        row.getLong("size"),
        row.getString("content_type"),
        row.getTimestamp("received_at").toInstant(),
        read,
        row.getBoolean("kept"),
        proposal(row));
  }

  private static Optional<ReportView.Proposal> proposal(ResultSet row) throws SQLException {
    @Nullable String by = row.getString("proposed_by");
    return by == null
        ? Optional.empty()
        : Optional.of(
            new ReportView.Proposal(
                by, row.getString("proposed_reason"), row.getTimestamp("proposed_at").toInstant()));
  }

  /** The latest deliveries of a report's bytes, newest first. */
  List<DeliveryView> deliveries(String reportId, int most) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT d.* FROM report r JOIN report_delivery d ON d.originator = r.originator AND d.content_hash = r.content_hash
                    WHERE r.id = :id ORDER BY d.id DESC LIMIT :most
                    """)
                .bind("id", reportId)
                .bind("most", most)
                .map((row, _) -> delivery(row))
                .list());
  }

  private DeliveryView delivery(ResultSet row) throws SQLException {
    long number = row.getLong("id");
    return new DeliveryView(
        number,
        WireNames.parse(DeliveryWay.class, row.getString("way")),
        row.getString("label"),
        Optional.ofNullable(row.getBytes("checksum")),
        row.getBytes("signature") != null,
        row.getTimestamp("received_at").toInstant(),
        DecisionStore.decision(row),
        instant(row, "decided_at"),
        proofs(row.getString("proofs")),
        tries(number));
  }

  private JsonNode proofs(String text) {
    try {
      return json.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the database holds JSON that cannot be read", e);
    }
  }

  private List<Try> tries(long delivery) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT at, fault FROM report_try WHERE delivery_id = :delivery ORDER BY number")
                .bind("delivery", delivery)
                .map(
                    (row, _) -> new Try(row.getTimestamp("at").toInstant(), row.getString("fault")))
                .list());
  }

  private static Optional<String> text(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }

  private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
    @Nullable Timestamp value = row.getTimestamp(column);
    return value == null ? Optional.empty() : Optional.of(value.toInstant());
  }
}
