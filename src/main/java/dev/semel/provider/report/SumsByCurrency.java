// Exact sums, one for each currency.
package dev.semel.provider.report;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Adds up numbers by currency. */
final class SumsByCurrency {
  /** One for each currency there is, at most. */
  private final Map<String, BigDecimal> sums = new HashMap<>();

  /** Adds one, of a currency or, where a report has no such thing, of an empty one. */
  void add(String currency, BigDecimal number) {
    sums.merge(currency, number, BigDecimal::add);
  }

  /** The sum of a currency. */
  BigDecimal of(String currency) {
    return sums.getOrDefault(currency, BigDecimal.ZERO);
  }

  /** The currencies of which something was added. */
  Set<String> currencies() {
    return Set.copyOf(sums.keySet());
  }

  /** Whether anything of a currency was added. */
  boolean has(String currency) {
    return sums.containsKey(currency);
  }

  /** The one sum; empty where there are several currencies, whose sum would be none. */
  Optional<BigDecimal> only() {
    return sums.size() > 1
        ? Optional.empty()
        : Optional.of(sums.values().stream().findFirst().orElse(BigDecimal.ZERO));
  }
}
