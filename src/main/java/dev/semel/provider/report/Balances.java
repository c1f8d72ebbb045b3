// Two balances and what lies between them.
package dev.semel.provider.report;

import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import java.math.BigDecimal;
import java.util.Optional;

/** An opening and a closing balance, and the proof that the rows lead from one to the other. */
final class Balances {
  private Optional<BigDecimal> opening = Optional.empty();
  private Optional<BigDecimal> closing = Optional.empty();
  private ReportPlace place = ReportPlace.whole();

  void open(BigDecimal balance, ReportPlace at) {
    opening = Optional.of(balance);
    place = at;
  }

  void close(BigDecimal balance, ReportPlace at) {
    closing = Optional.of(balance);
    place = at;
  }

  Optional<BigDecimal> opening() {
    return opening;
  }

  Optional<BigDecimal> closing() {
    return closing;
  }

  /**
   * Proves that opening and rows make closing.
   *
   * @param between what the rows come to
   * @return false when there are not both balances, and nothing can be proven
   * @throws ReportRefusedException when it is not so
   */
  boolean prove(BigDecimal between) throws ReportRefusedException {
    if (opening.isEmpty() || closing.isEmpty()) {
      return false;
    }
    BigDecimal reached = opening.get().add(between);
    if (reached.compareTo(closing.get()) != 0) {
      throw new ReportRefusedException(
          place,
          "the opening balance "
              + opening.get().toPlainString()
              + " and the entries, "
              + between.toPlainString()
              + ", make "
              + reached.toPlainString()
              + ", and the closing balance is "
              + closing.get().toPlainString()
              + ": entries are missing or changed. Fetch it again, and ask the sender");
    }
    return true;
  }

  /** As {@link #prove(BigDecimal)}, of sums by currency, of which there has to be one. */
  boolean prove(Optional<SumsByCurrency> between) throws ReportRefusedException {
    if (opening.isEmpty() || closing.isEmpty() || between.isEmpty()) {
      return false;
    }
    Optional<BigDecimal> sum = between.get().only();
    if (sum.isEmpty()) {
      throw new ReportRefusedException(
          place, "the rows are in several currencies, and there is one balance");
    }
    return prove(sum.get());
  }
}
