// How a provider's JSON report is written.
package dev.semel.provider.report;

import com.fasterxml.jackson.core.JsonPointer;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a provider's JSON report is written.
 *
 * @param rows where the array of rows is
 * @param row what a row means
 * @param records what kinds of rows there are
 * @param totals what the rows have to agree with
 * @param tellings what it says of itself, and where
 * @param zone whose clock times without an offset are of
 */
public record JsonFormat(
    JsonPointer rows,
    JsonRow row,
    Optional<Records> records,
    List<Total> totals,
    Map<Telling, JsonPointer> tellings,
    ZoneId zone)
    implements ReportFormat {

  /**
   * Rows of several kinds.
   *
   * @param at where in a row the word stands that tells the kind
   * @param words what it means
   */
  public record Records(JsonPointer at, RecordWords words) {}

  /**
   * A member that says something of the rows.
   *
   * @param at where it is, beside the rows
   * @param proves what it has to equal: their count or their sum
   * @param minorUnits whether a sum is a whole number of minor units
   * @param byCurrency whether it is an object of sums, one for each currency
   */
  public record Total(JsonPointer at, Proving proves, boolean minorUnits, boolean byCurrency) {}

  public JsonFormat {
    totals = List.copyOf(totals);
    tellings = Map.copyOf(tellings);
  }

  @Override
  public String title() {
    return "JSON";
  }
}
