// From how much money on a case takes two people.
package dev.semel.casework;

import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** From how much money on, currency by currency, a case is graver and takes two people. */
@Singleton
final class MoneyLimits {
  private static final String EXAMPLE =
      "; write SEMEL_CASE_SECOND_PERSON_ABOVE like KES 50000.00, EUR 500.00";

  private final Map<String, BigDecimal> limits;

  /**
   * Limits as they are configured.
   *
   * @throws IllegalStateException when a limit is none; the message names the setting
   */
  MoneyLimits(CaseConfig config) {
    limits = new HashMap<>();
    for (String one : config.secondPersonAbove().orElse("").split(",", -1)) {
      if (!one.isBlank()) {
        add(one.strip());
      }
    }
  }

  private void add(String one) {
    String[] words = one.split(" +", -1);
    if (words.length != 2 || !words[1].matches("[0-9]{1,18}([.][0-9]{1,4})?")) {
      throw new IllegalStateException("'" + one + "' is no limit" + EXAMPLE);
    }
    try {
      Money limit = new Money(new BigDecimal(words[1]), CurrencyCode.of(words[0]));
      if (limits.put(words[0], limit.amount()) != null) {
        throw new IllegalStateException("'" + words[0] + "' has two limits" + EXAMPLE);
      }
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IllegalStateException("'" + one + "' is no amount of a currency" + EXAMPLE, e);
    }
  }

  /** Whether money is above its currency's limit. A currency without one has none. */
  boolean above(Optional<Money> money) {
    return money
        .filter(one -> limits.containsKey(one.currency().code()))
        .filter(one -> one.amount().compareTo(limits.get(one.currency().code())) > 0)
        .isPresent();
  }
}
