// One record of a CSV.
package dev.semel.provider.report;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * One record of a CSV, with its place.
 *
 * @param layout which cell is what
 * @param cells its cells
 * @param line where it begins
 */
record CsvLine(CsvLayout layout, CsvRecord cells, long line) {
  /** Whether it has nothing but empty cells. */
  boolean isBlank() {
    for (int i = 0; i < cells.getFieldCount(); i++) {
      if (!PartnerText.bare(cells.getField(i)).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** A cell without the spaces around it; empty where the record is too short to have it. */
  String cell(int index) {
    return index < 0 || index >= cells.getFieldCount()
        ? ""
        : PartnerText.bare(cells.getField(index));
  }

  /**
   * Checks that every cell is text.
   *
   * @throws ReportRefusedException when one is not
   */
  void check() throws ReportRefusedException {
    for (int i = 0; i < cells.getFieldCount(); i++) {
      if (PartnerText.isBroken(cells.getField(i))) {
        throw refused(
            i,
            "this is no text in the declared character set; correct charset or ask the provider");
      }
    }
  }

  /**
   * Checks that the record has as many cells as the header.
   *
   * @throws ReportRefusedException when not
   */
  void checkWidth() throws ReportRefusedException {
    if (cells.getFieldCount() != layout.width()) {
      throw new ReportRefusedException(
          ReportPlace.ofLine(line),
          "it has "
              + cells.getFieldCount()
              + " cells and the header "
              + layout.width()
              + "; the file is cut, or a cell with a delimiter lacks its quotes");
    }
  }

  /**
   * The number in a cell; nothing is none.
   *
   * @throws ReportRefusedException when it is none in the declared form
   */
  BigDecimal number(int index, NumberForm form) throws ReportRefusedException {
    Optional<BigDecimal> number = form.read(cell(index));
    if (number.isEmpty()) {
      throw refused(
          index,
          "this is no number in the form that the provider's file declares (decimal '"
              + form.decimal()
              + "', "
              + form.thousands().map(sign -> "thousands '" + sign + "'").orElse("no thousands")
              + "); nothing is guessed, correct the file when the provider has changed it");
    }
    return number.get();
  }

  ReportPlace place(int index) {
    return layout.place(line, index);
  }

  ReportRefusedException refused(int index, String what) {
    return new ReportRefusedException(place(index), what);
  }
}
