// Compares our payouts with a report of one day.
package dev.semel.reconciliation;

import dev.semel.db.Tx;
import dev.semel.domain.ProviderTerms;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Compares our payouts with a report of one day, and with what earlier runs carried over. It only
 * reads.
 */
@Singleton
class CompareDay {
  private final MatchStore matches;

  CompareDay(MatchStore matches) {
    this.matches = matches;
  }

  /**
   * Compares in the open transaction.
   *
   * @param lag how long a difference of timing may last
   * @param asOf when the report was asked for: what happened later can't be in it
   */
  Comparison compare(Day day, String reportId, ProviderTerms terms, Duration lag, Instant asOf) {
    Tx.assertInside();
    Instant edge = asOf.isBefore(day.end()) ? asOf : day.end();
    Judge judge = new Judge(terms, new Words(day.provider(), day.date()), edge.minus(lag));
    Comparison comparison = new Comparison();
    for (Pair pair : matches.linesOf(day, reportId)) {
      comparison.add(judge.judge(pair));
      comparison.sum(pair);
    }
    for (Ours ours : matches.inNoReport(day, reportId, asOf)) {
      Pair pair = new Pair(Optional.of(ours), List.of());
      comparison.add(judge.judge(pair));
      if (ours.paidAt().filter(at -> !at.isBefore(day.start())).isPresent()) {
        comparison.sum(pair);
      }
    }
    for (Pair pair : matches.carriedLines(day, reportId)) {
      pair.ours().ifPresent(ours -> comparison.add(judge.standing(ours, pair.theirs())));
    }
    return comparison;
  }
}
