// A table in plain text.
package dev.semel.app.rig;

import java.util.ArrayList;
import java.util.List;

/**
 * A table in plain text, its columns aligned.
 *
 * @param head the names of the columns
 * @param rows as many cells each as there are columns
 */
public record Table(List<String> head, List<List<String>> rows) {
  private static final String GAP = "  ";

  public Table {
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
  public List<String> lines(int width) {
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

  /** A text of at most so many characters. */
  public static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    return most <= 2 ? text.substring(0, most) : text.substring(0, most - 2) + "..";
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
      String cell = cut(cells.get(column), widths[column]);
      line.append(column == 0 ? "" : GAP).append(cell);
      line.repeat(" ", widths[column] - cell.length());
    }
    return line.toString().stripTrailing();
  }
}
