// The SQL of what reports say of themselves, and of which of them count.
package dev.semel.report;

import dev.semel.db.Sql;
import dev.semel.domain.Sha256;
import dev.semel.domain.WireNames;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportPart;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jspecify.annotations.Nullable;

/** Keeps what reports say of themselves, and which of several of a day count. */
@Singleton
public class ReportFactsStore {
  private final Sql sql;

  ReportFactsStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Another report of the same day that counts.
   *
   * @param id the report
   * @param writtenAt when it was made, by its sender's clock
   */
  record Counting(String id, Optional<Instant> writtenAt) {}

  /** How many rows a report has more, fewer and other than the one before it. */
  record Diff(int added, int removed, int changed) {}

  /** Waits for whoever decides which report of a day counts, and keeps others waiting. */
  void lockDay(String originator, LocalDate day) {
    sql.use(
        handle ->
            handle
                .createQuery(
                    "SELECT 1 FROM (SELECT pg_advisory_xact_lock(hashtextextended('report of ' || :originator || ' ' || :day, 0))) locked")
                .bind("originator", originator)
                .bind("day", day.toString())
                .mapTo(Integer.class)
                .one());
  }

  /** Keeps what a report says of itself. */
  void insert(String reportId, ReportFacts facts) {
    sql.use(
        handle -> {
          handle
              .createUpdate(
                  """
                  INSERT INTO report_facts (report_id, message_id, written_at, rows, proofs) VALUES (:id, :message, :written, :rows, :proofs)
                  ON CONFLICT (report_id) DO NOTHING
                  """)
              .bind("id", reportId)
              .bind("message", facts.id().orElse(null))
              .bind("written", facts.createdAt().orElse(null))
              .bind("rows", facts.rows())
              .bindArray(
                  "proofs", String.class, facts.proofs().stream().map(WireNames::of).toList())
              .execute();
          PreparedBatch batch =
              handle.prepareBatch(
                  """
                  INSERT INTO report_part (report_id, part, id, account, currency, sequence, page, last_page, from_at, to_at, opening, closing, booked,
                      booked_entries, pending_entries, copy)
                  VALUES (:report, :part, :id, :account, :currency, :sequence, :page, :last, :from, :to, :opening, :closing, :booked, :entries, :pending, :copy)
                  ON CONFLICT (report_id, part) DO NOTHING
                  """);
          List<ReportPart> parts = facts.parts();
          for (int i = 0; i < parts.size(); i++) {
            bind(batch, reportId, i, parts.get(i)).add();
          }
          batch.execute();
        });
  }

  private static PreparedBatch bind(
      PreparedBatch batch, String reportId, int number, ReportPart part) {
    return batch
        .bind("report", reportId)
        .bind("part", number)
        .bind("id", part.id().orElse(null))
        .bind("account", part.account().map(Sha256::of).orElse(null))
        .bind("currency", part.currency().orElse(null))
        .bind("sequence", part.sequence().orElse(null))
        .bind("page", part.page().map(ReportFacts.Page::number).orElse(null))
        .bind("last", part.page().map(ReportFacts.Page::last).orElse(null))
        .bind("from", part.from().orElse(null))
        .bind("to", part.to().orElse(null))
        .bind("opening", part.opening().orElse(null))
        .bind("closing", part.closing().orElse(null))
        .bind("booked", part.booked().orElse(null))
        .bind("entries", part.rows().booked())
        .bind("pending", part.rows().pending())
        .bind("copy", part.copy());
  }

  /**
   * The reports that count of the day of another one, and are about an account that is one of its;
   * what names no accounts is about all.
   */
  List<Counting> counting(String originator, LocalDate day, String except) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT r.id, f.written_at FROM report r LEFT JOIN report_facts f ON f.report_id = r.id
                    WHERE r.originator = :originator AND r.business_date = :day AND r.status = 'accepted' AND r.id <> :id
                        AND (EXISTS (SELECT FROM report_part a JOIN report_part b ON b.account = a.account AND b.currency IS NOT DISTINCT FROM a.currency WHERE a.report_id = r.id AND b.report_id = :id)
                            OR NOT EXISTS (SELECT FROM report_part a WHERE a.report_id = r.id AND a.account IS NOT NULL)
                            OR NOT EXISTS (SELECT FROM report_part b WHERE b.report_id = :id AND b.account IS NOT NULL))
                    ORDER BY r.id
                    """)
                .bind("originator", originator)
                .bind("day", day)
                .bind("id", except)
                .map((row, _) -> new Counting(row.getString("id"), instant(row, "written_at")))
                .list());
  }

  /** Lets a report count whose rows are there. */
  void accept(String id, @Nullable String notes) {
    change(id, "accepted", notes);
  }

  /** Keeps a report that no longer counts, or never did, because another one does. */
  void supersede(String id, String reason) {
    change(id, "superseded", reason);
  }

  private void change(String id, String status, @Nullable String reason) {
    Sql.exactlyOne(
        sql.with(
            handle ->
                handle
                    .createUpdate(
                        """
                        UPDATE report SET status = :status, reason = :reason, fault = NULL, proposed_by = NULL, proposed_reason = NULL, proposed_at = NULL
                        WHERE id = :id
                        """)
                    .bind("status", status)
                    .bind("reason", reason)
                    .bind("id", id)
                    .execute()),
        "changing the status of report " + id);
  }

  /** Keeps what a report has otherwise than the one whose place it takes. */
  Diff diff(String id, String superseded) {
    return sql.with(
        handle -> {
          handle
              .createUpdate(
                  """
                  WITH told AS (
                          SELECT report_id, reference, provider_payout_id, kind, trim_scale(amount) AS amount, currency, status, count(*) AS times
                          FROM report_line WHERE report_id IN (:id, :superseded) GROUP BY 1, 2, 3, 4, 5, 6, 7),
                      lost AS (<of> report_id = :superseded EXCEPT <of> report_id = :id),
                      found AS (<of> report_id = :id EXCEPT <of> report_id = :superseded)
                  INSERT INTO report_change (report_id, superseded_id, number, reference, provider_payout_id, before, after)
                  SELECT :id, :superseded, row_number() OVER (ORDER BY reference, provider_payout_id), reference, provider_payout_id, <words> NOT now), <words> now)
                  FROM (SELECT *, false AS now FROM lost UNION ALL SELECT *, true FROM found) both_sides
                  GROUP BY reference, provider_payout_id
                  ON CONFLICT (report_id, superseded_id, number) DO NOTHING
                  """
                      .replace(
                          "<of>",
                          "SELECT reference, provider_payout_id, kind, amount, currency, status, times FROM told WHERE")
                      .replace(
                          "<words>",
                          "string_agg(concat_ws(' ', kind, amount, currency, status, CASE WHEN times > 1 THEN times || ' times' END), '; ' ORDER BY kind, status, amount) FILTER (WHERE"))
              .bind("id", id)
              .bind("superseded", superseded)
              .execute();
          return handle
              .createQuery(
                  """
                  SELECT count(*) FILTER (WHERE before IS NULL) AS added, count(*) FILTER (WHERE after IS NULL) AS removed,
                      count(*) FILTER (WHERE before IS NOT NULL AND after IS NOT NULL) AS changed
                  FROM report_change WHERE report_id = :id AND superseded_id = :superseded
                  """)
              .bind("id", id)
              .bind("superseded", superseded)
              .map(
                  (row, _) ->
                      new Diff(row.getInt("added"), row.getInt("removed"), row.getInt("changed")))
              .one();
        });
  }

  /**
   * A part of a report that counts.
   *
   * @param day the report's business date
   * @param part what it says of itself; its account is told by a digest
   */
  public record DatedPart(LocalDate day, ReportPart part) {}

  /**
   * The parts of a provider's reports that count, one behind the other as their periods and numbers
   * say, each account by itself.
   *
   * @param since from which business date on
   */
  public List<DatedPart> parts(String originator, LocalDate since) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT r.business_date, p.*, encode(p.account, 'hex') AS digest FROM report r JOIN report_part p ON p.report_id = r.id
                    WHERE r.originator = :originator AND r.business_date >= :since AND r.status = 'accepted'
                    ORDER BY p.account, p.currency, coalesce(p.from_at, r.business_date), p.sequence, p.page, r.id, p.part
                    """)
                .bind("originator", originator)
                .bind("since", since)
                .map(
                    (row, _) ->
                        new DatedPart(row.getObject("business_date", LocalDate.class), part(row)))
                .list());
  }

  private static ReportPart part(ResultSet row) throws SQLException {
    @Nullable Integer page = row.getObject("page", Integer.class);
    return new ReportPart(
        Optional.ofNullable(row.getString("id")),
        Optional.ofNullable(row.getString("digest")),
        Optional.ofNullable(row.getString("currency")),
        Optional.ofNullable(row.getObject("sequence", Long.class)),
        page == null
            ? Optional.empty()
            : Optional.of(new ReportFacts.Page(page, row.getBoolean("last_page"))),
        instant(row, "from_at"),
        instant(row, "to_at"),
        Optional.ofNullable(row.getBigDecimal("opening")),
        Optional.ofNullable(row.getBigDecimal("closing")),
        Optional.ofNullable(row.getBigDecimal("booked")),
        new ReportPart.Entries(row.getInt("booked_entries"), row.getInt("pending_entries")),
        row.getBoolean("copy"));
  }

  private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
    @Nullable Timestamp value = row.getTimestamp(column);
    return Optional.ofNullable(value).map(Timestamp::toInstant);
  }
}
