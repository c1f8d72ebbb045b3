// Counts and sums while a day is compared.
package dev.semel.reconciliation;

import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.domain.WireNames;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Counts and sums while a day is compared. */
final class Comparison {
  private int lines;
  private int payouts;
  private int compared;
  private int matched;
  private int carriedOver;
  private final Map<String, Integer> differences = new TreeMap<>();
  private final Map<String, BigDecimal> ours = new TreeMap<>();
  private final Map<String, BigDecimal> theirs = new TreeMap<>();
  private final Map<String, BigDecimal> fees = new TreeMap<>();
  private final Map<String, BigDecimal> others = new TreeMap<>();

  /** Takes payouts that plainly agree with their line. */
  void add(MatchStore.Agreeing agreeing) {
    payouts += agreeing.payouts();
    compared += agreeing.payouts();
    matched += agreeing.payouts();
    put(ours, agreeing.ours());
    put(theirs, agreeing.theirs());
  }

  /** Takes how many lines there are, and what stands beside the payouts. */
  void beside(int allLines, List<MatchStore.Other> beside) {
    lines += allLines;
    for (MatchStore.Other other : beside) {
      (other.kind().equals("fee") ? fees : others)
          .merge(other.currency(), new BigDecimal(other.sum()), BigDecimal::add);
    }
  }

  /**
   * Takes what was found of one payout, or of lines that name none. What only other days' reports
   * have, and agrees with them, is none of this day's.
   */
  void add(Day day, Pair pair, Verdict verdict) {
    List<Theirs> here = pair.theirs().stream().filter(line -> line.place().compared()).toList();
    boolean elsewhere = here.isEmpty() && !pair.theirs().isEmpty();
    if (elsewhere && verdict instanceof Verdict.Agrees) {
      return;
    }
    compared++;
    switch (verdict) {
      case Verdict.Agrees _ -> matched++;
      case Verdict.TooYoung _ -> carriedOver++;
      case Verdict.Differs differs ->
          differs
              .differences()
              .forEach(found -> differences.merge(WireNames.of(found.kind()), 1, Integer::sum));
    }
    if (pair.ours().isPresent()) {
      payouts++;
      Ours payout = pair.ours().get();
      boolean ofDay = payout.paidAt().filter(at -> !at.isBefore(day.start())).isPresent();
      if (!here.isEmpty() || (!elsewhere && ofDay)) {
        put(ours, payout.money());
      }
    }
    sum(here);
  }

  /** A payment that stands there again in full counts once. */
  private void sum(List<Theirs> here) {
    Set<String> seen = new HashSet<>();
    for (Theirs line : here) {
      boolean payout =
          switch (line.kind()) {
            case PAYOUT, RETURN, BATCH -> true;
            // It is summed up beside the payouts.
            case FEE, OTHER -> false;
          };
      if (payout && seen.add(line.name() + "/" + line.money())) {
        line.amount().ifPresent(amount -> put(theirs, Words.size(amount)));
      }
    }
  }

  private static void put(Map<String, BigDecimal> sums, Money money) {
    sums.merge(money.currency().code(), money.amount(), BigDecimal::add);
  }

  Reconciliation.Result result(int casesOpened) {
    Set<String> currencies = new TreeSet<>(ours.keySet());
    currencies.addAll(theirs.keySet());
    currencies.addAll(fees.keySet());
    currencies.addAll(others.keySet());
    return new Reconciliation.Result(
        lines,
        payouts,
        compared,
        matched,
        carriedOver,
        differences,
        casesOpened,
        currencies.stream()
            .map(
                currency ->
                    new Reconciliation.Sum(
                        currency,
                        text(ours, currency),
                        text(theirs, currency),
                        text(fees, currency),
                        text(others, currency)))
            .toList());
  }

  private static String text(Map<String, BigDecimal> sums, String currency) {
    return new Money(sums.getOrDefault(currency, BigDecimal.ZERO), CurrencyCode.of(currency))
        .decimal();
  }
}
