// A payout that was paid in several parts.
package dev.semel.reconciliation;

import dev.semel.domain.Money;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * The parts in which a payout was paid, each smaller than what was asked.
 *
 * @param asked what was asked
 * @param count how many there are; 0 where what was paid is no part of what was asked
 * @param sum what they come to
 * @param lastMovedAt when the last of them was paid
 */
record Parts(Money asked, int count, Money sum, Instant lastMovedAt) {

  /**
   * The parts of a payout.
   *
   * @param paid the lines that say that it was paid
   */
  static Parts of(Ours ours, List<Theirs> paid) {
    Money asked = ours.money();
    boolean parts =
        paid.stream()
            .map(Theirs::amount)
            .allMatch(amount -> amount.filter(money -> isLess(money, asked)).isPresent());
    BigDecimal sum =
        paid.stream()
            .flatMap(line -> line.amount().stream())
            .map(Money::amount)
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    Instant last = paid.stream().map(Theirs::movedAt).max(Instant::compareTo).orElse(Instant.EPOCH);
    boolean fits = parts && sum.compareTo(asked.amount()) <= 0;
    return new Parts(
        asked, fits ? paid.size() : 0, fits ? new Money(sum, asked.currency()) : asked, last);
  }

  private static boolean isLess(Money money, Money asked) {
    return money.currency().equals(asked.currency())
        && money.amount().compareTo(asked.amount()) < 0;
  }

  /** Whether they come to exactly what was asked: then it was paid, and once. */
  boolean complete() {
    return count > 1 && sum.equals(asked);
  }

  /**
   * Whether more are to come.
   *
   * @param allowed whether the provider pays in parts
   */
  boolean awaitsMore(boolean allowed) {
    return allowed && count > 0 && !sum.equals(asked);
  }
}
