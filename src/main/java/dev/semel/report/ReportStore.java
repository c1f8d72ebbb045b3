// The SQL of reports.
package dev.semel.report;

import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes reports. */
@Singleton
public class ReportStore {
  private static final String COLUMNS =
      "r.id, r.business_date, r.status, r.reason, r.received_at, (SELECT count(*) FROM report_line l WHERE l.report_id = r.id) AS lines, (SELECT d.size = 0 OR EXISTS (SELECT FROM report_chunk c WHERE c.delivery_id = d.id) FROM report_delivery d WHERE d.id = r.delivery_id) AS kept";

  private final Sql sql;

  ReportStore(Sql sql) {
    this.sql = sql;
  }

  /** A report that is known. */
  StoredReport get(String id) {
    return sql.with(
        handle ->
            handle
                .createQuery("SELECT " + COLUMNS + " FROM report r WHERE r.id = :id")
                .bind("id", id)
                .map((row, _) -> report(row))
                .one());
  }

  /** The report of a provider's day that counts, where there is one. */
  Optional<StoredReport> accepted(String originator, LocalDate day) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    "SELECT "
                        + COLUMNS
                        + """
                         FROM report r WHERE r.originator = :originator AND r.business_date = :day AND r.status = 'accepted'
                        ORDER BY r.id DESC LIMIT 1
                        """)
                .bind("originator", originator)
                .bind("day", day)
                .map((row, _) -> report(row))
                .findOne());
  }

  /**
   * Keeps a report from being read, or from counting.
   *
   * @return false when it was kept so before for the same reason, or is past that
   */
  boolean quarantine(String id, QuarantineReason fault, String reason) {
    return sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE report SET status = 'quarantined', fault = :fault, reason = :reason, proposed_by = NULL, proposed_reason = NULL, proposed_at = NULL
                        WHERE id = :id AND (status = 'received' OR (status = 'quarantined' AND (fault, reason) IS DISTINCT FROM (:fault, :reason)))
                        """)
                    .bind("id", id)
                    .bind("fault", WireNames.of(fault))
                    .bind("reason", reason)
                    .execute())
        == 1;
  }

  /**
   * Lets nobody else read a report until the transaction ends: two readers must not both insert its
   * lines.
   *
   * @return whether its lines are there already
   */
  boolean lock(String id) {
    return sql.with(
        handle -> {
          handle
              .createQuery("SELECT id FROM report WHERE id = :id FOR UPDATE")
              .bind("id", id)
              .mapTo(String.class)
              .one();
          return handle
              .createQuery("SELECT EXISTS (SELECT FROM report_line WHERE report_id = :id)")
              .bind("id", id)
              .mapTo(Boolean.class)
              .one();
        });
  }

  private static StoredReport report(ResultSet row) throws SQLException {
    @Nullable String reason = row.getString("reason");
    return new StoredReport(
        row.getString("id"),
        row.getObject("business_date", LocalDate.class),
        WireNames.parse(StoredReport.Status.class, row.getString("status")),
        reason,
        row.getTimestamp("received_at").toInstant(),
        row.getInt("lines"),
        row.getBoolean("kept"));
  }
}
