// The partner's settlement report of one day, with the differences that were asked for.
package dev.semel.simulator;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A day's report: every payout whose money moved on that day in UTC, with its present status.
 *
 * @param date ISO 8601
 * @param totals per currency, the sum of the rows as they stand here, so that a row that differs
 *     does not look like a damaged file
 */
record ReportPage(String date, List<Row> rows, Map<String, String> totals, int count) {

  /** One payout in a report. */
  record Row(
      String id,
      String clientReference,
      String amount,
      String currency,
      PayoutStatus status,
      @Nullable String returnedAmount,
      Instant settledAt) {}

  static ReportPage of(LocalDate date, Ledger ledger) {
    List<Row> rows = new ArrayList<>();
    for (Payout payout : ledger.payouts()) {
      Instant settled = payout.settledAt();
      if (settled != null && settled.atZone(ZoneOffset.UTC).toLocalDate().equals(date)) {
        rows.addAll(rowsOf(payout, settled, ledger.differences(payout.id())));
      }
    }
    Map<String, BigDecimal> sums = new TreeMap<>();
    for (Row row : rows) {
      sums.merge(row.currency(), new BigDecimal(row.amount()), BigDecimal::add);
    }
    Map<String, String> totals = new TreeMap<>();
    sums.forEach((currency, sum) -> totals.put(currency, sum.toPlainString()));
    return new ReportPage(date.toString(), rows, totals, rows.size());
  }

  private static List<Row> rowsOf(
      Payout payout, Instant settled, List<JournalEntry.ReportDiffers> asked) {
    List<JournalEntry.ReportDiffers> differences = new ArrayList<>(asked);
    if (payout.fault().effect() instanceof Effect.Report byFault) {
      differences.add(
          new JournalEntry.ReportDiffers(
              payout.id(), byFault.change(), payout.params().amount(), null));
    }
    Row row =
        new Row(
            payout.id(),
            payout.clientReference(),
            payout.amount(),
            payout.currency(),
            payout.status(),
            payout.returnedAmount(),
            settled);
    List<Row> rows = new ArrayList<>(List.of(row));
    for (JournalEntry.ReportDiffers difference : differences) {
      apply(difference, rows, row);
    }
    return rows;
  }

  private static void apply(JournalEntry.ReportDiffers difference, List<Row> rows, Row truth) {
    switch (difference.difference()) {
      case MISSING -> rows.removeIf(row -> row.id().equals(truth.id()));
      case AMOUNT ->
          rows.replaceAll(
              row ->
                  row.id().equals(truth.id())
                      ? with(row, otherAmount(difference, row), row.status())
                      : row);
      case STATUS ->
          rows.replaceAll(
              row ->
                  row.id().equals(truth.id())
                      ? with(row, row.amount(), otherStatus(difference, row))
                      : row);
      case FOREIGN -> rows.add(foreign(difference, truth));
    }
  }

  private static Row with(Row row, String amount, PayoutStatus status) {
    return new Row(
        row.id(),
        row.clientReference(),
        amount,
        row.currency(),
        status,
        row.returnedAmount(),
        row.settledAt());
  }

  private static String otherAmount(JournalEntry.ReportDiffers difference, Row row) {
    @Nullable String amount = difference.amount();
    return amount == null ? SubmitPayout.oneMore(row.amount()) : amount;
  }

  private static PayoutStatus otherStatus(JournalEntry.ReportDiffers difference, Row row) {
    @Nullable PayoutStatus status = difference.status();
    if (status != null) {
      return status;
    }
    return row.status() == PayoutStatus.PAID ? PayoutStatus.RETURNED : PayoutStatus.PAID;
  }

  // The same foreign row every time the report is fetched.
  private static Row foreign(JournalEntry.ReportDiffers difference, Row beside) {
    String name = beside.id().substring(beside.id().length() - 12);
    @Nullable String amount = difference.amount();
    return new Row(
        "sim_foreign_" + name,
        "FOREIGN" + name.toUpperCase(Locale.ROOT),
        amount == null ? beside.amount() : amount,
        beside.currency(),
        PayoutStatus.PAID,
        null,
        beside.settledAt());
  }
}
