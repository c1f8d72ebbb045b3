// Everything that comparing a day found.
package dev.semel.reconciliation;

import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Counts and sums while a day is compared, and keeps the differences. */
final class Comparison {
  private int compared;
  private int matched;
  private int carriedOver;
  private final List<Difference> differences = new ArrayList<>();
  private final Map<String, BigDecimal> ours = new TreeMap<>();
  private final Map<String, BigDecimal> theirs = new TreeMap<>();

  /** Takes what was found of one payout, or of lines that name none. */
  void add(Verdict verdict) {
    compared++;
    switch (verdict) {
      case Verdict.Agrees _ -> matched++;
      case Verdict.TooYoung _ -> carriedOver++;
      case Verdict.Differs differs -> differences.addAll(differs.differences());
    }
  }

  /** Adds both sides' money of the day. A payment that stands there again in full counts once. */
  void sum(Pair pair) {
    pair.ours()
        .ifPresent(
            payout ->
                ours.merge(
                    payout.money().currency().code(), payout.money().amount(), BigDecimal::add));
    Set<String> seen = new HashSet<>();
    for (Theirs line : pair.theirs()) {
      if (seen.add(line.name() + "/" + line.money())) {
        theirs.merge(line.currency(), line.amount(), BigDecimal::add);
      }
    }
  }

  List<Difference> differences() {
    return differences;
  }

  Reconciliation.Result result(int casesOpened) {
    Set<String> currencies = new TreeSet<>(ours.keySet());
    currencies.addAll(theirs.keySet());
    return new Reconciliation.Result(
        compared,
        matched,
        carriedOver,
        casesOpened,
        currencies.stream()
            .map(
                currency ->
                    new Reconciliation.Sum(currency, text(ours, currency), text(theirs, currency)))
            .toList());
  }

  private static String text(Map<String, BigDecimal> sums, String currency) {
    return new Money(sums.getOrDefault(currency, BigDecimal.ZERO), CurrencyCode.of(currency))
        .decimal();
  }
}
