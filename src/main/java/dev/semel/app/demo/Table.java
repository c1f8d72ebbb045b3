// A table in plain text.
package dev.semel.app.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * A table in plain text, its columns aligned.
 *
 * @param head the names of the columns
 * @param rows as many cells each as there are columns
 */
record Table(List<String> head, List<List<String>> rows) {
  private static final String GAP = "  ";

  Table {
    head = List.copyOf(head);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != head.size()) {
        throw new IllegalArgumentException("a row has %d cells".formatted(row.size()));
      }
    }
  }

  /**
   * The table's lines: the head, a rule, the rows.
   *
   * @param width no line is longer; where it is too little, the widest column is cut
   */
  List<String> lines(int width) {
    int[] widths = widths(width);
    List<String> lines = new ArrayList<>();
    lines.add(line(head, widths));
    List<String> rule = new ArrayList<>();
    for (int column : widths) {
      rule.add("-".repeat(column));
    }
    lines.add(line(rule, widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return lines;
  }

  private int[] widths(int width) {
    int[] widths = new int[head.size()];
    for (int column = 0; column < widths.length; column++) {
      widths[column] = head.get(column).length();
      for (List<String> row : rows) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    while (total(widths) > width) {
      int widest = 0;
      for (int column = 0; column < widths.length; column++) {
        widest = widths[column] > widths[widest] ? column : widest;
      }
      if (widths[widest] <= 1) {
        break;
      }
      widths[widest]--;
    }
    return widths;
  }

  private static int total(int[] widths) {
    int total = GAP.length() * (widths.length - 1);
    for (int column : widths) {
      total += column;
    }
    return total;
  }

  private static String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = Words.cut(cells.get(column), widths[column]);
      line.append(column == 0 ? "" : GAP).append(cell);
      line.repeat(" ", widths[column] - cell.length());
    }
    return line.toString().stripTrailing();
  }
}
