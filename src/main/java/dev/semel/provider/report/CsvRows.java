// The records of a CSV, one after the other.
package dev.semel.provider.report;

import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportPart;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.report.CsvFormat.Field;
import dev.semel.provider.report.CsvFormat.Records;
import dev.semel.provider.report.CsvFormat.Sum;
import dev.semel.provider.report.CsvFormat.Value;
import dev.semel.provider.report.RecordWords.Meaning;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Takes records as they come, and tells at the end what they were. */
final class CsvRows {
  private final CsvFormat format;
  private final ReportParser.Rows rows;
  private final RecordWords words;
  private final int kindIndex;
  private final Map<Meaning, CsvValues> kinds = new EnumMap<>(Meaning.class);
  private final CsvTotals totals;
  private final List<SumOf> sums = new ArrayList<>();
  private final RowMemory memory = new RowMemory();
  private final int onceIndex;
  private final Notes notes = new Notes();

  /** A cell that has to be the sum of others. */
  private record SumOf(int index, List<Integer> of) {}

  CsvRows(CsvFormat format, CsvLayout layout, ReportParser.Rows rows)
      throws ReportRefusedException {
    this.format = format;
    this.rows = rows;
    this.words = CsvParser.words(format);
    this.kindIndex =
        format.records().isPresent()
            ? layout.indexOf(format.records().get().column(), false)
            : CsvLayout.ABSENT;
    for (Meaning meaning : Meaning.values()) {
      boolean used = words.otherwise() == meaning || words.meanings().containsValue(meaning);
      if (meaning.isRow() && used) {
        kinds.put(meaning, new CsvValues(format, meaning, valuesOf(meaning), layout));
      }
    }
    this.totals = new CsvTotals(format, layout);
    for (Sum sum : format.sums()) {
      List<Integer> of = new ArrayList<>();
      for (CsvFormat.Column column : sum.of()) {
        of.add(layout.indexOf(column, false));
      }
      sums.add(new SumOf(layout.indexOf(sum.column(), false), of));
    }
    this.onceIndex =
        format.once().isPresent() ? layout.indexOf(format.once().get(), false) : CsvLayout.ABSENT;
    if (format.strict()) {
      layout.refuseUnlisted();
    }
  }

  private Map<Field, Value> valuesOf(Meaning meaning) {
    return format
        .records()
        .map(Records::values)
        .map(values -> values.get(meaning))
        .orElse(format.values());
  }

  /**
   * Takes the next record.
   *
   * @throws ReportRefusedException when it is not as promised
   */
  void read(CsvLine line) throws ReportRefusedException {
    if (line.isBlank()) {
      return;
    }
    line.check();
    Meaning meaning = words.of(line.cell(kindIndex));
    switch (meaning) {
      case PAYOUT, RETURN, FEE, OTHER -> row(line, meaning);
      case TOTAL -> totals.compare(line);
      case IGNORE -> {}
      case REFUSE ->
          throw line.refused(
              kindIndex,
              "the provider's file does not list this kind of record; list it, to be read or to"
                  + " be ignored");
    }
  }

  private void row(CsvLine line, Meaning meaning) throws ReportRefusedException {
    line.checkWidth();
    if (onceIndex != CsvLayout.ABSENT && isRepeated(line)) {
      return;
    }
    for (SumOf sum : sums) {
      check(line, sum);
    }
    totals.add(line, meaning);
    CsvValues values = kinds.get(meaning);
    if (values == null) {
      throw new IllegalStateException("a kind of record without its values");
    }
    ReportRow row = values.row(line);
    if (row.kind() == ReportRow.Kind.OTHER && meaning != Meaning.OTHER) {
      notes.add("A row names no payout, and is money that nothing explains.");
    }
    rows.add(row);
  }

  private boolean isRepeated(CsvLine line) throws ReportRefusedException {
    String name = line.cell(onceIndex);
    if (name.isEmpty()) {
      throw line.refused(onceIndex, "this cell names the row, and is empty");
    }
    return switch (memory.see(name, line.cells().getFields())) {
      case NEW -> false;
      case SAME -> {
        notes.add("A row stands in the report again, and counts once.");
        yield true;
      }
      case OTHER ->
          throw line.refused(
              onceIndex, "another row of this report has the same name; ask the provider");
    };
  }

  /** An empty cell is nothing, and adds nothing. */
  private void check(CsvLine line, SumOf sum) throws ReportRefusedException {
    BigDecimal parts = BigDecimal.ZERO;
    for (int index : sum.of()) {
      if (!line.cell(index).isEmpty()) {
        parts = parts.add(line.number(index, format.numbers()));
      }
    }
    BigDecimal whole = line.number(sum.index(), format.numbers());
    if (parts.compareTo(whole) != 0) {
      throw line.refused(
          sum.index(),
          "its parts come to "
              + parts.toPlainString()
              + " and it is "
              + whole.toPlainString()
              + "; ask the provider which is right");
    }
  }

  /**
   * What the report says of itself.
   *
   * @throws ReportRefusedException when that does not agree with its rows
   */
  ReportFacts end(List<CsvLine> preamble) throws ReportRefusedException {
    totals.end(preamble);
    Tellings told = new Tellings(format.zone(), format.times());
    for (Map.Entry<Telling, CsvFormat.Cell> telling : format.tellings().entrySet()) {
      CsvFormat.Cell cell = telling.getValue();
      CsvLine line = preamble.get(cell.line() - 1);
      told.tell(telling.getKey(), line.cell(cell.column() - 1), line.place(cell.column() - 1));
    }
    ReportPart part =
        told.part(totals.balances(), new ReportPart.Entries(rows.count(), 0), totals.booked());
    return new ReportFacts(
        rows.count(),
        told.id(),
        told.createdAt(),
        List.of(part),
        told.page(),
        totals.proofs(),
        notes.all());
  }
}
