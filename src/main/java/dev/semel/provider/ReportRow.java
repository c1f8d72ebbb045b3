// One row of a provider's report.
package dev.semel.provider;

import dev.semel.domain.ProviderStatement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One row of a provider's report.
 *
 * @param line the row's number in the report, from 1, in the order in which the rows stand there
 * @param place where it stands
 * @param kind what it tells of
 * @param part to which of the report's parts it belongs, from 0: {@link ReportFacts#parts()}
 * @param reference our reference, where it carries one
 * @param names what else in it may name the payout, the most trusted first
 * @param batch of a row of several payouts: what is told of them
 * @param statement what it says. Money of a payout or a return is never below zero; of a fee or
 *     other money it has the sign that the report gives it
 * @param settledAt when it was settled, where it says
 * @param flaw what in it could not be used, and does not keep the row from counting
 */
public record ReportRow(
    int line,
    ReportPlace place,
    Kind kind,
    int part,
    Optional<String> reference,
    List<String> names,
    Optional<Batch> batch,
    ProviderStatement statement,
    Optional<Instant> settledAt,
    Optional<String> flaw) {

  /** What a row tells of. */
  public enum Kind {
    /** One payout. */
    PAYOUT,
    /** Money of a payout that came back. */
    RETURN,
    /** What the provider or a bank takes for its work. */
    FEE,
    /** Several payouts in one sum. */
    BATCH,
    /** Money that nothing in the row explains. */
    OTHER
  }

  /**
   * Several payouts in one sum.
   *
   * @param id the name of the batch, where it has one
   * @param count how many payouts it holds, where that is told
   */
  public record Batch(Optional<String> id, OptionalInt count) {}

  public ReportRow {
    names = List.copyOf(names);
  }

  /** A row of one payout that stands on a line of its own. */
  public ReportRow(
      int line,
      Optional<String> reference,
      ProviderStatement statement,
      Optional<Instant> settledAt,
      Optional<String> flaw) {
    this(
        line,
        ReportPlace.ofLine(line),
        Kind.PAYOUT,
        0,
        reference,
        List.of(),
        Optional.empty(),
        statement,
        settledAt,
        flaw);
  }

  /** The same row as the one with another number. */
  public ReportRow at(int number) {
    return new ReportRow(
        number, place, kind, part, reference, names, batch, statement, settledAt, flaw);
  }
}
