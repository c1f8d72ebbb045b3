// How a provider's CSV is written.
package dev.semel.provider.report;

import dev.semel.domain.ProviderStatus;
import dev.semel.provider.report.RecordWords.Meaning;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a provider's CSV is written.
 *
 * @param charset how its bytes are text
 * @param bom whether it begins with a byte order mark
 * @param delimiter what stands between cells
 * @param quote what stands around cells, where anything does
 * @param numbers how numbers are written
 * @param times how times are written
 * @param zone whose clock times without an offset are of
 * @param skip how many lines stand before the header
 * @param header whether the first record names the columns; if not, they are known by number
 * @param strict whether a column that the file does not list refuses the report
 * @param outgoing the sign of the amount of a payout
 * @param values where the values of a row are
 * @param records what kinds of records there are, and in which column that stands
 * @param totals what the rows have to agree with
 * @param tellings what lines before the header say of the report
 * @param sums cells of a row that have to be the sum of others
 * @param once the column whose value names a row; a row that stands there again counts once
 * @param statuses what status words mean
 */
public record CsvFormat(
    Charset charset,
    Bom bom,
    char delimiter,
    Optional<Character> quote,
    NumberForm numbers,
    TimeForm times,
    ZoneId zone,
    int skip,
    boolean header,
    boolean strict,
    Outgoing outgoing,
    Map<Field, Value> values,
    Optional<Records> records,
    List<Total> totals,
    Map<Telling, Cell> tellings,
    List<Sum> sums,
    Optional<Column> once,
    Map<String, ProviderStatus> statuses)
    implements ReportFormat {

  /** Whether a file begins with a byte order mark. */
  public enum Bom {
    ALLOWED,
    REQUIRED,
    REFUSED
  }

  /** The sign of money that leaves. */
  public enum Outgoing {
    POSITIVE,
    NEGATIVE
  }

  /** What a row carries. */
  public enum Field {
    REFERENCE,
    ID,
    AMOUNT,
    CURRENCY,
    STATUS,
    SETTLED_AT,
    RETURNED_AMOUNT,
    RETURNED_CURRENCY,
    CODE,
    MESSAGE
  }

  /**
   * A column.
   *
   * @param names the names that it may have in the header, of which exactly one has to be there
   * @param number its number from 1, where it has no name
   */
  public record Column(List<String> names, int number) {
    public Column {
      names = List.copyOf(names);
    }

    /** What people call it. */
    String title() {
      return names.isEmpty() ? "column " + number : String.join(" or ", names);
    }
  }

  /**
   * A value of a row.
   *
   * @param column where it stands
   * @param fixed the value itself, where no column has it because it is always the same
   * @param optional whether the column may be missing, and the cell empty
   * @param minorUnits whether an amount is a whole number of minor units
   */
  public record Value(
      Optional<Column> column, Optional<String> fixed, boolean optional, boolean minorUnits) {}

  /**
   * Records of several kinds.
   *
   * @param column where the word stands that tells the kind
   * @param words what it means
   * @param values of kinds whose values are elsewhere than those of the others
   */
  public record Records(Column column, RecordWords words, Map<Meaning, Map<Field, Value>> values) {
    public Records {
      values = Map.copyOf(values);
    }
  }

  /** A cell of a line before the header; both numbers begin with 1. */
  public record Cell(int line, int column) {}

  /**
   * A cell that says something of the rows.
   *
   * @param cell the cell before the header; empty for one in each total row
   * @param column in total rows its column; before the header the column that is summed
   * @param proves what it has to equal
   * @param of which rows count for it
   */
  public record Total(
      Optional<Cell> cell, Optional<Column> column, Proving proves, Set<Meaning> of) {
    public Total {
      of = Set.copyOf(of);
    }
  }

  /** A cell of a row that has to be the exact sum of others. */
  public record Sum(Column column, List<Column> of) {
    public Sum {
      of = List.copyOf(of);
    }
  }

  public CsvFormat {
    values = Map.copyOf(values);
    totals = List.copyOf(totals);
    tellings = Map.copyOf(tellings);
    sums = List.copyOf(sums);
    statuses = Map.copyOf(statuses);
  }

  @Override
  public String title() {
    return "CSV";
  }
}
