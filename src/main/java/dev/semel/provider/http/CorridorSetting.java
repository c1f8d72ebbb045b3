// Corridors that the configuration gives instead of a file's own.
package dev.semel.provider.http;

import dev.semel.domain.CurrencyCode;
import dev.semel.provider.ProviderCapacity.Corridor;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which payouts a partner is offered, where that is not left to its file: what was agreed with a
 * partner differs from one operator to the next. One corridor a line, or several with semicolons
 * between them: country, currency, methods with commas, smallest and largest amount.
 *
 * <pre>KE KES bank_account,mobile_wallet 10.00 250000.00; NG NGN bank_account 100.00 1000000.00
 * </pre>
 *
 * @param corridors the corridors, where all lines are sound
 * @param faults a sentence about each line that is not
 */
record CorridorSetting(List<Corridor> corridors, List<String> faults) {
  /** The setting's name. */
  static final String NAME = "corridors";

  private static final Pattern SEPARATOR = Pattern.compile("[;\\n]");
  private static final Pattern LINE =
      Pattern.compile("([A-Z]{2})\\s+([A-Z]{3})\\s+([a-z_,]+)\\s+(\\S+)\\s+(\\S+)");
  private static final Pattern AMOUNT = Pattern.compile("(0|[1-9][0-9]{0,17})([.][0-9]{1,4})?");
  private static final Set<String> METHODS =
      Set.of("bank_account", "mobile_wallet", "cash_pickup", "card_token");

  CorridorSetting {
    corridors = List.copyOf(corridors);
    faults = List.copyOf(faults);
  }

  /** Reads the setting's text. Empty lines and those that begin with # say nothing. */
  static CorridorSetting of(String text) {
    List<Corridor> corridors = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (String part : SEPARATOR.split(text, -1)) {
      String line = part.strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      Optional<String> fault = read(line, corridors);
      fault.ifPresent(sentence -> faults.add("'" + line + "': " + sentence));
    }
    if (corridors.isEmpty() && faults.isEmpty()) {
      faults.add("there is no corridor; name one, or remove the setting.");
    }
    return new CorridorSetting(corridors, faults);
  }

  private static Optional<String> read(String line, List<Corridor> corridors) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return Optional.of(
          "a corridor is written like KE KES bank_account,mobile_wallet 10.00 250000.00.");
    }
    List<String> methods = List.of(matcher.group(3).split(",", -1));
    if (!METHODS.containsAll(methods)) {
      return Optional.of("the methods are bank_account, mobile_wallet, cash_pickup, card_token.");
    }
    Optional<CurrencyCode> currency = CurrencyCode.find(matcher.group(2));
    if (currency.isEmpty()) {
      return Optional.of("the currency is not a current one of ISO 4217.");
    }
    return amounts(matcher, methods, currency.get(), corridors);
  }

  private static Optional<String> amounts(
      Matcher line, List<String> methods, CurrencyCode currency, List<Corridor> corridors) {
    if (!AMOUNT.matcher(line.group(4)).matches() || !AMOUNT.matcher(line.group(5)).matches()) {
      return Optional.of("an amount is a plain decimal number such as 10.00.");
    }
    BigDecimal min = new BigDecimal(line.group(4));
    BigDecimal max = new BigDecimal(line.group(5));
    if (Math.max(min.scale(), max.scale()) > currency.minorUnits()) {
      return Optional.of(
          currency.code() + " has " + currency.minorUnits() + " decimals; write no more.");
    }
    if (min.compareTo(max) > 0) {
      return Optional.of("the smallest amount is above the largest; swap them.");
    }
    corridors.add(new Corridor(line.group(1), currency.code(), methods, min, max));
    return Optional.empty();
  }
}
