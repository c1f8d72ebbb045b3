// Rows of reports on their way into their table.
package dev.semel.report;

import dev.semel.db.Sql;
import dev.semel.db.SqlStates;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.WireNames;
import dev.semel.provider.ReportRow;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Writes rows of reports by COPY: a report has as many rows as a partner made payouts on a day, and
 * one INSERT for each would take longer than all the rest.
 */
@Singleton
public class ReportLineStore {
  private static final String COPY =
      """
      COPY report_line (report_id, line, kind, part, place, reference, names, provider_payout_id, batch, batch_count, amount, currency, status, provider_word,
          settled_at, returned_amount, returned_currency) FROM STDIN
      """;

  private final Sql sql;

  ReportLineStore(Sql sql) {
    this.sql = sql;
  }

  /** Adds some rows of a report, in the open transaction. */
  void add(String reportId, List<ReportRow> rows) {
    StringBuilder text = new StringBuilder(rows.size() * 200);
    rows.forEach(row -> write(text, reportId, row));
    sql.use(handle -> copy(handle, text.toString()));
  }

  private static void copy(Handle handle, String text) {
    try {
      handle
          .getConnection()
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn(COPY, new StringReader(text));
    } catch (SQLException e) {
      // Its message quotes the row, which may hold what no log may show.
      if (SqlStates.refusesValues(e)) {
        throw new LoadReport.RefusedException(
            "A row says what can't be kept (SQLSTATE " + e.getSQLState() + ").");
      }
      throw new IllegalStateException("rows could not be written: SQLSTATE " + e.getSQLState());
    } catch (IOException e) {
      throw new UncheckedIOException("text in memory can be read", e);
    }
  }

  private static void write(StringBuilder text, String reportId, ReportRow row) {
    ProviderStatement statement = row.statement();
    Optional<Money> money = statement.money();
    Optional<Money> back =
        statement.back() instanceof ProviderStatement.MoneyBack.Apart apart
            ? apart.told()
            : Optional.empty();
    CopyLine line = new CopyLine(text);
    line.bare(reportId).bare(String.valueOf(row.line())).bare(WireNames.of(row.kind()));
    line.bare(String.valueOf(row.part()));
    line.bare(row.place().line() > 0 ? String.valueOf(row.place().line()) : null);
    line.text(row.reference()).texts(row.names()).text(statement.providerPayoutId());
    line.text(row.batch().flatMap(ReportRow.Batch::id));
    line.bare(count(row.batch().map(ReportRow.Batch::count).orElse(OptionalInt.empty())));
    line.bare(money.map(Money::decimal).orElse(null));
    line.bare(money.map(one -> one.currency().code()).orElse(null));
    line.bare(WireNames.of(statement.status())).text(Optional.of(statement.providerWord()));
    line.bare(row.settledAt().map(Instant::toString).orElse(null));
    line.bare(back.map(Money::decimal).orElse(null));
    line.bare(back.map(one -> one.currency().code()).orElse(null)).end();
  }

  private static @Nullable String count(OptionalInt count) {
    return count.isPresent() ? String.valueOf(count.getAsInt()) : null;
  }
}
