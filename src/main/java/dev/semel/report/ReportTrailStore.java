// The SQL of what happened to reports.
package dev.semel.report;

import dev.semel.db.Sql;
import dev.semel.domain.WireNames;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes down what happens to reports, and reads it. Nothing of it ever changes. */
@Singleton
final class ReportTrailStore {
  /** Who did what nobody asked for. */
  static final String SYSTEM = "system";

  private final Sql sql;

  ReportTrailStore(Sql sql) {
    this.sql = sql;
  }

  /** Something that happened to a report. */
  record Entry(ReportAct act, Optional<String> text, String actor, Instant at) {}

  /** Writes down what happens to a report, whose row is locked. */
  void append(String reportId, ReportAct act, @Nullable String text, String actor) {
    sql.use(
        handle ->
            handle
                .createUpdate(
                    """
                    INSERT INTO report_entry (report_id, sequence, action, text, actor)
                    SELECT :id, coalesce(max(sequence), 0) + 1, :action, :text, :actor FROM report_entry WHERE report_id = :id
                    """)
                .bind("id", reportId)
                .bind("action", WireNames.of(act))
                .bind("text", text)
                .bind("actor", actor)
                .execute());
  }

  /** The latest of what happened to a report, oldest first. */
  List<Entry> of(String reportId, int most) {
    return sql.with(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT * FROM (SELECT * FROM report_entry WHERE report_id = :id ORDER BY sequence DESC LIMIT :most) latest
                    ORDER BY sequence
                    """)
                .bind("id", reportId)
                .bind("most", most)
                .map(
                    (row, _) ->
                        new Entry(
                            WireNames.parse(ReportAct.class, row.getString("action")),
                            Optional.ofNullable(row.getString("text")),
                            row.getString("actor"),
                            row.getTimestamp("at").toInstant()))
                .list());
  }
}
