// A place in a report.
package dev.semel.provider;

/**
 * A place in a report, as precise as its format allows.
 *
 * @param line the line, from 1; 0 where the place is the file as a whole
 * @param column the column in that line, from 1: of CSV the cell, elsewhere the character; 0 where
 *     it is the line as a whole
 * @param name what stands there by the provider's file or the format: a column, an element, a JSON
 *     Pointer; empty where it has no name. It never is a value of the report
 */
public record ReportPlace(long line, int column, String name) {
  private static final ReportPlace WHOLE = new ReportPlace(0, 0, "");

  /** The report as a whole. */
  public static ReportPlace whole() {
    return WHOLE;
  }

  /** A line. */
  public static ReportPlace ofLine(long line) {
    return new ReportPlace(line, 0, "");
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (line > 0) {
      text.append("line ").append(line);
    }
    if (column > 0) {
      text.append(", column ").append(column);
    }
    if (!name.isEmpty()) {
      text.append(text.isEmpty() ? name : " (" + name + ")");
    }
    return text.isEmpty() ? "the file" : text.toString();
  }
}
