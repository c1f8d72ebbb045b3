// Which cell of a record is what.
package dev.semel.provider.report;

import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.report.CsvFormat.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The columns of one report, as its header names them. */
final class CsvLayout {
  /** A column that is not there. */
  static final int ABSENT = -1;

  private final List<String> names;
  private final long line;
  private final int width;
  private final Set<Integer> listed = new HashSet<>();

  private CsvLayout(List<String> names, long line, int width) {
    this.names = names;
    this.line = line;
    this.width = width;
  }

  /** The layout that a header gives. */
  static CsvLayout of(List<String> header, long line) {
    return new CsvLayout(header.stream().map(PartnerText::bare).toList(), line, header.size());
  }

  /** A layout without names. */
  static CsvLayout ofWidth(int width, long line) {
    return new CsvLayout(List.of(), line, width);
  }

  /** How many cells a record has. */
  int width() {
    return width;
  }

  /** The place of a cell. */
  ReportPlace place(long recordLine, int index) {
    return new ReportPlace(
        recordLine, index + 1, index >= 0 && index < names.size() ? names.get(index) : "");
  }

  /**
   * Where a column is, from 0.
   *
   * @param optional whether it may be missing; then {@link #ABSENT} says so
   * @throws ReportRefusedException when it is missing, or there twice
   */
  int indexOf(Column column, boolean optional) throws ReportRefusedException {
    if (column.names().isEmpty()) {
      return ofNumber(column, optional);
    }
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (column.names().contains(names.get(i))) {
        found.add(i);
      }
    }
    if (found.size() > 1) {
      throw refused(
          "the column '"
              + column.title()
              + "' is there "
              + found.size()
              + " times, so that nobody knows which counts; ask the provider");
    }
    if (found.isEmpty()) {
      return absent(column, optional);
    }
    listed.add(found.getFirst());
    return found.getFirst();
  }

  private int ofNumber(Column column, boolean optional) throws ReportRefusedException {
    if (column.number() > width) {
      return absent(column, optional);
    }
    listed.add(column.number() - 1);
    return column.number() - 1;
  }

  private int absent(Column column, boolean optional) throws ReportRefusedException {
    if (optional) {
      return ABSENT;
    }
    throw refused(
        "the column '"
            + column.title()
            + "' is missing; when the provider has renamed it, or changed the delimiter, correct"
            + " the provider's file");
  }

  /**
   * Refuses columns that nobody has asked for.
   *
   * @throws ReportRefusedException when there is one
   */
  void refuseUnlisted() throws ReportRefusedException {
    for (int i = 0; i < width; i++) {
      if (!listed.contains(i)) {
        throw new ReportRefusedException(
            new ReportPlace(line, i + 1, ""),
            "this column is not listed in the provider's file, which is strict; list it when it"
                + " is harmless");
      }
    }
  }

  private ReportRefusedException refused(String what) {
    return new ReportRefusedException(ReportPlace.ofLine(line), what);
  }
}
