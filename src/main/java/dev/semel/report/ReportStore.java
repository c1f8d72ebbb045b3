// The SQL of reports and their lines.
package dev.semel.report;

import dev.semel.db.Ids;
import dev.semel.db.Sql;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.WireNames;
import dev.semel.provider.ReportRow;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** Reads and writes reports and their lines. */
@Singleton
public class ReportStore {
  private static final String COLUMNS =
      "r.id, r.business_date, r.status, r.reason, r.received_at, (SELECT count(*) FROM report_line l WHERE l.report_id = r.id) AS lines";

  private final Sql sql;

  ReportStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Stores a report's bytes, once: the same bytes of the same provider again are the same report.
   *
   * @return the report, new or known
   */
  StoredReport store(
      String originator, LocalDate day, byte[] hash, byte[] content, String contentType) {
    return sql.with(
        handle -> {
          handle
              .createUpdate(
                  """
                  INSERT INTO report (id, originator, business_date, content_hash, content, content_type, status)
                  VALUES (:id, :originator, :day, :hash, :content, :type, 'received')
                  ON CONFLICT (originator, content_hash) DO NOTHING
                  """)
              .bind("id", Ids.next(Ids.Kind.REPORT))
              .bind("originator", originator)
              .bind("day", day)
              .bind("hash", hash)
              .bind("content", content)
              .bind("type", contentType)
              .execute();
          return handle
              .createQuery(
                  "SELECT "
                      + COLUMNS
                      + " FROM report r WHERE r.originator = :originator AND r.content_hash = :hash")
              .bind("originator", originator)
              .bind("hash", hash)
              .map((row, _) -> report(row))
              .one();
        });
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

  /** Keeps a report that can't be read. */
  void quarantine(String id, String reason) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    "UPDATE report SET status = 'quarantined', reason = :reason WHERE id = :id AND status IN ('received', 'quarantined')")
                .bind("id", id)
                .bind("reason", reason)
                .execute());
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

  /**
   * Lets a report count, whose lines are there, instead of earlier ones of its day.
   *
   * @param notes what people should know of it, such as what could not be used and did not keep it
   *     from counting; null when nothing
   */
  void accept(String originator, StoredReport report, @Nullable String notes) {
    sql.use(
        handle -> {
          handle
              .createUpdate("UPDATE report SET status = 'accepted', reason = :notes WHERE id = :id")
              .bind("notes", notes)
              .bind("id", report.id())
              .execute();
          handle
              .createUpdate(
                  """
                  UPDATE report SET status = 'superseded', reason = 'A later report of the same day counts instead.'
                  WHERE originator = :originator AND business_date = :day AND status = 'accepted' AND id <> :id
                  """)
              .bind("originator", originator)
              .bind("day", report.businessDate())
              .bind("id", report.id())
              .execute();
        });
  }

  /** Inserts some lines of a report. */
  void insertLines(String reportId, List<ReportRow> rows) {
    sql.use(
        handle -> {
          PreparedBatch batch =
              handle.prepareBatch(
                  """
                  INSERT INTO report_line (report_id, line, reference, provider_payout_id, amount, currency, status, provider_word, settled_at, returned_amount, returned_currency)
                  VALUES (:report, :line, :reference, :provider_payout, :amount, :currency, :status, :word, :settled, :back, :back_currency)
                  """);
          rows.forEach(row -> bind(batch, reportId, row).add());
          batch.execute();
        });
  }

  private static PreparedBatch bind(PreparedBatch batch, String reportId, ReportRow row) {
    ProviderStatement statement = row.statement();
    Money money =
        statement
            .money()
            .orElseThrow(() -> new IllegalArgumentException("a line without money was accepted"));
    Optional<Money> back =
        statement.back() instanceof ProviderStatement.MoneyBack.Apart apart
            ? apart.told()
            : Optional.empty();
    return batch
        .bind("report", reportId)
        .bind("line", row.line())
        .bind("reference", row.reference().orElse(null))
        .bind("provider_payout", statement.providerPayoutId().orElse(null))
        .bind("amount", money.amount())
        .bind("currency", money.currency().code())
        .bind("status", WireNames.of(statement.status()))
        .bind("word", statement.providerWord())
        .bind("settled", row.settledAt().orElse(null))
        .bind("back", back.map(Money::amount).orElse(null))
        .bind("back_currency", back.map(told -> told.currency().code()).orElse(null));
  }

  private static StoredReport report(ResultSet row) throws SQLException {
    @Nullable String reason = row.getString("reason");
    return new StoredReport(
        row.getString("id"),
        row.getObject("business_date", LocalDate.class),
        WireNames.parse(StoredReport.Status.class, row.getString("status")),
        reason,
        row.getTimestamp("received_at").toInstant(),
        row.getInt("lines"));
  }
}
