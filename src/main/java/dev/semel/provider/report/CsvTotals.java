// Checks a CSV against what it says its rows come to.
package dev.semel.provider.report;

import dev.semel.provider.ReportFacts.Proof;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.report.CsvFormat.Field;
import dev.semel.provider.report.CsvFormat.Total;
import dev.semel.provider.report.CsvFormat.Value;
import dev.semel.provider.report.RecordWords.Meaning;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Adds up rows as they come, and compares with what total rows and the lines before the header say.
 * A row counts once, and nothing counts behind a total row.
 */
final class CsvTotals {
  private final CsvFormat format;
  private final List<Running> running = new ArrayList<>();
  private final int currencyIndex;
  private final Set<Proof> proofs = EnumSet.noneOf(Proof.class);
  private final Balances balances = new Balances();
  private boolean totalSeen;

  /** One declared total, and what the rows come to so far. */
  private static final class Running {
    private final Total declared;
    private final int index;
    private final SumsByCurrency sums = new SumsByCurrency();
    private int count;

    Running(Total declared, int index) {
      this.declared = declared;
      this.index = index;
    }
  }

  /**
   * Totals of a report.
   *
   * @throws ReportRefusedException when a column of a total is not there
   */
  CsvTotals(CsvFormat format, CsvLayout layout) throws ReportRefusedException {
    this.format = format;
    for (Total total : format.totals()) {
      int index =
          total.column().isPresent()
              ? layout.indexOf(total.column().get(), false)
              : CsvLayout.ABSENT;
      running.add(new Running(total, index));
    }
    Optional<Value> currency = Optional.ofNullable(format.values().get(Field.CURRENCY));
    this.currencyIndex =
        currency.flatMap(Value::column).isPresent()
            ? layout.indexOf(currency.flatMap(Value::column).get(), true)
            : CsvLayout.ABSENT;
  }

  /** Counts a row. */
  void add(CsvLine line, Meaning meaning) throws ReportRefusedException {
    if (totalSeen) {
      throw new ReportRefusedException(
          ReportPlace.ofLine(line.line()),
          "there are rows behind the total row, which is the last one that counts");
    }
    String currency = line.cell(currencyIndex).toUpperCase(Locale.ROOT);
    for (Running total : running) {
      if (total.declared.of().contains(meaning)) {
        total.count++;
        if (sums(total.declared) && !line.cell(total.index).isEmpty()) {
          total.sums.add(currency, line.number(total.index, format.numbers()));
        }
      }
    }
  }

  private static boolean sums(Total total) {
    return total.proves() != Proving.COUNT;
  }

  /** Compares with a total row. */
  void compare(CsvLine line) throws ReportRefusedException {
    totalSeen = true;
    String currency = line.cell(currencyIndex).toUpperCase(Locale.ROOT);
    for (Running total : running) {
      if (total.declared.cell().isEmpty()) {
        BigDecimal said = line.number(total.index, format.numbers());
        compare(total, said, currency, line.place(total.index));
      }
    }
  }

  /**
   * Compares with the lines before the header, and wants a total row where one is declared.
   *
   * @param preamble the lines, as records
   */
  void end(List<CsvLine> preamble) throws ReportRefusedException {
    boolean declared = running.stream().anyMatch(total -> total.declared.cell().isEmpty());
    if (declared && !totalSeen) {
      throw new ReportRefusedException(
          ReportPlace.whole(),
          "the total row that the provider's file promises is missing: the file is cut. Fetch it"
              + " again");
    }
    for (Running total : running) {
      if (total.declared.cell().isPresent()) {
        CsvFormat.Cell cell = total.declared.cell().get();
        CsvLine line = preamble.get(cell.line() - 1);
        BigDecimal said = line.number(cell.column() - 1, format.numbers());
        compare(total, said, "", line.place(cell.column() - 1));
      }
    }
    if (balances.prove(betweenBalances())) {
      proofs.add(Proof.BALANCES);
    }
  }

  private Optional<SumsByCurrency> betweenBalances() {
    return running.stream()
        .filter(
            total ->
                switch (total.declared.proves()) {
                  case OPENING, CLOSING -> true;
                  case COUNT, SUM -> false;
                })
        .map(total -> total.sums)
        .findFirst();
  }

  private void compare(Running total, BigDecimal said, String currency, ReportPlace place)
      throws ReportRefusedException {
    switch (total.declared.proves()) {
      case COUNT -> {
        agree(new BigDecimal(total.count), said, "the rows are", "rows", place);
        proofs.add(Proof.COUNTS);
      }
      case SUM -> {
        BigDecimal sum = sum(total, currency, place);
        agree(sum, said, "the rows come to", "", place);
        proofs.add(Proof.SUMS);
      }
      case OPENING -> balances.open(said, place);
      case CLOSING -> balances.close(said, place);
    }
  }

  private static BigDecimal sum(Running total, String currency, ReportPlace place)
      throws ReportRefusedException {
    return currency.isEmpty()
        ? total
            .sums
            .only()
            .orElseThrow(
                () ->
                    new ReportRefusedException(
                        place,
                        "the rows are in several currencies, and the total does not say of which"
                            + " it is"))
        : total.sums.of(currency);
  }

  private static void agree(
      BigDecimal is, BigDecimal said, String what, String unit, ReportPlace place)
      throws ReportRefusedException {
    if (is.compareTo(said) != 0) {
      throw new ReportRefusedException(
          place,
          "%s %s %s and this says %s: rows are missing or changed. Fetch it again, and ask the provider"
              .formatted(what, is.toPlainString(), unit, said.toPlainString())
              .replace("  ", " "));
    }
  }

  /** What was proven. */
  Set<Proof> proofs() {
    return Set.copyOf(proofs);
  }

  /** What lies between the balances, where there are some. */
  Optional<BigDecimal> booked() {
    return betweenBalances().flatMap(SumsByCurrency::only);
  }

  Balances balances() {
    return balances;
  }
}
