// Compares our payouts with the reports of one day.
package dev.semel.reconciliation;

import dev.semel.db.Sql;
import dev.semel.db.Tx;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.WireNames;
import dev.semel.provider.Provider;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares our payouts with the reports of one day, and with what earlier runs carried over: first
 * all of them in the database, then what does not plainly agree one by one.
 */
@Singleton
class CompareDay {
  private final MatchStore matches;
  private final NamingStore naming;
  private final ItemStore items;

  @Inject
  CompareDay(MatchStore matches, NamingStore naming, ItemStore items) {
    this.matches = matches;
    this.naming = naming;
    this.items = items;
  }

  /** A comparison whose statements run where the caller says. */
  CompareDay(Sql sql) {
    this(new MatchStore(sql), new NamingStore(sql), new ItemStore(sql));
  }

  /** What a run compares. */
  Scope scope(Reconciliation run, String reportId, Provider.ReportSource source) {
    Tx.assertInside();
    Day day = new Day(run.provider(), run.businessDate(), source.timeZone());
    return matches.scope(run.id(), day, reportId, source.matching(), run.startedAt());
  }

  /**
   * Brings all together in the open transaction, and counts what plainly agrees. What is left are
   * items of the run.
   */
  Comparison all(Scope scope, ProviderTerms terms) {
    Tx.assertInside();
    Comparison comparison = new Comparison();
    matches.expectMany();
    naming.find(scope);
    matches.judge(scope, agreeing(terms)).forEach(comparison::add);
    comparison.beside(matches.lines(scope.reports(), Integer.MAX_VALUE), matches.beside(scope));
    matches.expectFew();
    return comparison;
  }

  /** Which states of ours plainly agree with which of their statuses. */
  static List<String> agreeing(ProviderTerms terms) {
    List<String> agreeing = new ArrayList<>();
    for (PayoutState state : PayoutState.values()) {
      for (ProviderStatus status : ProviderStatus.values()) {
        boolean plain =
            terms.meaningAfterPaid(status) == status
                && Standing.of(state, status) == Standing.AGREES;
        if (plain) {
          agreeing.add(state.wireName() + "/" + WireNames.of(status));
        }
      }
    }
    return agreeing;
  }

  /** A judge of a run's items. */
  static Judge judge(Scope scope, ProviderTerms terms, Duration lag) {
    Day day = scope.day();
    Instant edge = scope.asOf().isBefore(day.end()) ? scope.asOf() : day.end();
    return new Judge(
        terms,
        scope.terms().inParts(),
        new Words(day.provider(), day.date()),
        scope.terms().days().before(edge, lag, day.zone()));
  }

  /**
   * Looks at some items, one by one, in the open transaction.
   *
   * @param after the number of the last one that was looked at
   */
  List<Looked> some(Scope scope, Judge judge, int after, int most) {
    Tx.assertInside();
    List<Looked> looked =
        items.page(scope, after, most).stream()
            .map(item -> new Looked(item.number(), item.pair(), judge.judge(item.pair())))
            .toList();
    for (Outcome outcome : Outcome.values()) {
      items.keep(
          scope.run(),
          looked.stream()
              .filter(one -> outcome == Outcome.of(one.verdict()))
              .map(Looked::item)
              .toList(),
          WireNames.of(outcome));
    }
    return looked;
  }

  /** What looking at an item came to. */
  record Looked(int item, Pair pair, Verdict verdict) {
    List<Difference> differences() {
      return verdict instanceof Verdict.Differs differs ? differs.differences() : List.of();
    }
  }

  /** What is kept of a verdict. */
  private enum Outcome {
    MATCHED,
    CARRIED_OVER,
    DIFFERS;

    static Outcome of(Verdict verdict) {
      return switch (verdict) {
        case Verdict.Agrees _ -> MATCHED;
        case Verdict.TooYoung _ -> CARRIED_OVER;
        case Verdict.Differs _ -> DIFFERS;
      };
    }
  }
}
