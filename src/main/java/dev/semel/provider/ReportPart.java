// A statement, or whatever else a report holds several of.
package dev.semel.provider;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * What one part of a report says of itself: a statement of one account, or the report as a whole
 * where it has no such parts. Amounts are exact, and below zero where money is owed or went out.
 *
 * @param id its name at its sender, which may be used again next year
 * @param account the account that it is about: never for the log
 * @param currency the ISO 4217 code of its balances
 * @param sequence its number in a row of such parts, one more each time
 * @param page which page of it this is, where it says so
 * @param from the first moment that it is about
 * @param to the last moment that it is about
 * @param opening the balance before its first row
 * @param closing the balance after its last row
 * @param booked what its booked entries come to, where they are of one currency
 * @param rows how many of its entries are booked, and how many only announced
 * @param copy whether it says of itself that it was sent before
 */
public record ReportPart(
    Optional<String> id,
    Optional<String> account,
    Optional<String> currency,
    Optional<Long> sequence,
    Optional<ReportFacts.Page> page,
    Optional<Instant> from,
    Optional<Instant> to,
    Optional<BigDecimal> opening,
    Optional<BigDecimal> closing,
    Optional<BigDecimal> booked,
    Entries rows,
    boolean copy) {

  /**
   * Entries of a part.
   *
   * @param booked those that count
   * @param pending those that are only announced, and stand for nothing yet
   */
  public record Entries(int booked, int pending) {}
}
