// Reads a report whose bytes are kept into the database.
package dev.semel.report;

import dev.semel.db.Sql;
import dev.semel.db.Tx;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.provider.UnreadableMessageException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.LocalDate;

/** Reads a report whose bytes are kept into the database, whole or not at all. */
@Singleton
public class LoadReport {
  /** How long a transaction may take in which a report is read, however large it is. */
  public static final Duration LONGEST = Duration.ofMinutes(30);

  private final ReportStore reports;
  private final ReportLineStore lines;
  private final AcceptReport acceptReport;

  @Inject
  LoadReport(ReportStore reports, ReportLineStore lines, AcceptReport acceptReport) {
    this.reports = reports;
    this.lines = lines;
    this.acceptReport = acceptReport;
  }

  /** One whose statements run where the caller says. */
  public LoadReport(Sql sql) {
    this(
        new ReportStore(sql),
        new ReportLineStore(sql),
        new AcceptReport(new ReportFactsStore(sql)));
  }

  /** The refusal of a report: the transaction in which it was read has to be rolled back. */
  public static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /**
   * Reads and loads in the open transaction, and decides whether the report counts.
   *
   * @param provider whose it is
   * @param source how it is read
   * @param report its id
   * @param day its business date
   * @param content its bytes, from their beginning
   * @throws RefusedException when it can't be read whole
   */
  public void load(
      String provider, ReportSource source, String report, LocalDate day, InputStream content) {
    Tx.assertInside();
    boolean known = reports.lock(report);
    LoadedRows rows = new LoadedRows(lines, acceptReport, provider, report, day, known);
    try {
      source.read(content, rows);
    } catch (UnreadableMessageException | LoadedRows.UnusableException e) {
      throw new RefusedException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException("the report's bytes could not be had", e);
    }
  }
}
