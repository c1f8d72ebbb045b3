// Rows on their way into the database.
package dev.semel.report;

import dev.semel.db.Tx;
import dev.semel.json.Shortened;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportRow;
import dev.semel.provider.RowSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes the rows of a report into the open transaction, some at a time, and lets the report count
 * when it proves to be whole. When it does not, the caller rolls the transaction back, and nothing
 * was ever there. Fees, batches and other money are counted and not compared yet.
 */
final class LoadedRows implements RowSink {
  private static final int BATCH = 1000;
  private static final int LONGEST_NAME = 255;
  private static final int TOLD_FLAWS = 20;
  private static final int LONGEST_REASON = 1000;

  private final ReportStore reports;
  private final String provider;
  private final StoredReport report;
  private final boolean known;
  private final List<ReportRow> waiting = new ArrayList<>();
  private final List<String> flaws = new ArrayList<>();
  private int flawed;
  private int rows;
  private int others;

  /**
   * Rows of a report.
   *
   * @param known whether its rows were loaded before, so that they are only looked at
   */
  LoadedRows(ReportStore reports, String provider, StoredReport report, boolean known) {
    this.reports = reports;
    this.provider = provider;
    this.report = report;
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
    switch (row.kind()) {
      case PAYOUT, RETURN -> keep(row);
      case FEE, BATCH, OTHER -> others++;
    }
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
      reports.insertLines(report.id(), waiting);
    }
    waiting.clear();
  }

  /** What keeps a row from being compared; null when nothing does. */
  private static @Nullable String fault(ReportRow row) {
    if (row.statement().money().isEmpty()) {
      return "row " + row.line() + " has no amount with a currency.";
    }
    if (tooLong(row.reference()) || tooLong(row.statement().providerPayoutId())) {
      return "row " + row.line() + " has a reference or an id of over 255 characters.";
    }
    if (row.reference().isEmpty() && row.statement().providerPayoutId().isEmpty()) {
      return "row " + row.line() + " names no payout.";
    }
    return null;
  }

  private static boolean tooLong(Optional<String> name) {
    return name.filter(text -> text.length() > LONGEST_NAME || text.indexOf('\0') >= 0).isPresent();
  }

  @Override
  public void commit(ReportFacts facts) {
    if (facts.lacksPages()) {
      throw new UnusableException(
          "it is one page of a longer report, and the others are missing. Ask for all of them in"
              + " one.");
    }
    flush();
    reports.accept(provider, report, reason(facts));
  }

  @Override
  public void discard() {
    waiting.clear();
  }

  /** What people should know of a report that counts; null when there is nothing. */
  private @Nullable String reason(ReportFacts facts) {
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
    if (others > 0) {
      sentences.add(others + " rows are fees, batches or other money and are not compared.");
    }
    sentences.addAll(facts.notes());
    return sentences.isEmpty() ? null : shortened(String.join(" ", sentences));
  }

  /** A sentence that is not too long to be kept. */
  static String shortened(String text) {
    String whole = text.endsWith(".") ? text : text + ".";
    return whole.length() <= LONGEST_REASON ? whole : Shortened.to(whole, LONGEST_REASON - 1) + "…";
  }
}
