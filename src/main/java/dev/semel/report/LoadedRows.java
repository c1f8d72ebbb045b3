// Rows on their way into the database.
package dev.semel.report;

import dev.semel.db.Tx;
import dev.semel.json.Shortened;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportRow;
import dev.semel.provider.RowSink;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes the rows of a report into the open transaction, some at a time, and lets the report count
 * when it proves to be whole. When it does not, the caller rolls the transaction back, and nothing
 * was ever there.
 */
final class LoadedRows implements RowSink {
  private static final int BATCH = 5000;
  private static final int LONGEST_NAME = 255;
  private static final int TOLD_FLAWS = 20;
  private static final int LONGEST_REASON = 1000;

  private final ReportLineStore lines;
  private final AcceptReport acceptReport;
  private final String provider;
  private final String report;
  private final LocalDate day;
  private final boolean known;
  private final List<ReportRow> waiting = new ArrayList<>();
  private final List<String> flaws = new ArrayList<>();
  private int flawed;
  private int rows;

  /**
   * Rows of a report.
   *
   * @param known whether its rows were loaded before, so that they are only looked at
   */
  LoadedRows(
      ReportLineStore lines,
      AcceptReport acceptReport,
      String provider,
      String report,
      LocalDate day,
      boolean known) {
    this.lines = lines;
    this.acceptReport = acceptReport;
    this.provider = provider;
    this.report = report;
    this.day = day;
    this.known = known;
  }

  /** A row that the provider's file finds readable and that can't be compared. */
  static final class UnusableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableException(String message) {
      super(message);
    }
  }

  @Override
  public void take(ReportRow row) {
    Tx.assertInside();
    rows++;
    row.flaw().ifPresent(flaw -> flaw(row, flaw));
    keep(row);
  }

  private void flaw(ReportRow row, String flaw) {
    flawed++;
    if (flaws.size() < TOLD_FLAWS) {
      flaws.add("row " + row.line() + ": " + flaw);
    }
  }

  private void keep(ReportRow row) {
    String fault = fault(row);
    if (fault != null) {
      throw new UnusableException(fault);
    }
    waiting.add(row);
    if (waiting.size() == BATCH) {
      flush();
    }
  }

  private void flush() {
    if (!known && !waiting.isEmpty()) {
      lines.add(report, waiting);
    }
    waiting.clear();
  }

  /** What keeps a row from being compared; null when nothing does. */
  private static @Nullable String fault(ReportRow row) {
    boolean tooLong =
        Stream.of(
                row.reference().stream(),
                row.names().stream(),
                row.statement().providerPayoutId().stream(),
                row.batch().flatMap(ReportRow.Batch::id).stream())
            .flatMap(names -> names)
            .anyMatch(name -> name.length() > LONGEST_NAME || name.indexOf('\0') >= 0);
    if (tooLong) {
      return "row " + row.line() + " has a reference or an id of over 255 characters.";
    }
    return namesNothing(row) ? "row " + row.line() + " names no payout." : null;
  }

  private static boolean namesNothing(ReportRow row) {
    return switch (row.kind()) {
      case PAYOUT, RETURN ->
          row.reference().isEmpty() && row.statement().providerPayoutId().isEmpty();
      case FEE, BATCH, OTHER -> false;
    };
  }

  @Override
  public void commit(ReportFacts facts) {
    if (facts.lacksPages()) {
      throw new UnusableException(
          "it is one page of a longer report, and the others are missing. Ask for all of them in"
              + " one.");
    }
    flush();
    acceptReport.accept(provider, report, day, facts, sentences(facts));
  }

  @Override
  public void discard() {
    waiting.clear();
  }

  /** What people should know of a report that counts. */
  private List<String> sentences(ReportFacts facts) {
    List<String> sentences = new ArrayList<>();
    if (flawed > 0) {
      sentences.add(
          flawed
              + " of "
              + rows
              + " rows are used in part only. "
              + String.join("; ", flaws)
              + ".");
    }
    sentences.addAll(facts.notes());
    return sentences;
  }

  /** A sentence that is not too long to be kept. */
  static String shortened(String text) {
    String whole = text.endsWith(".") ? text : text + ".";
    return whole.length() <= LONGEST_REASON ? whole : Shortened.to(whole, LONGEST_REASON - 1) + "…";
  }
}
