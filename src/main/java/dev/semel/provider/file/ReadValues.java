// The values that were read from one answer, event or row.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatement.MoneyBack;
import dev.semel.domain.ProviderStatus;
import dev.semel.provider.UnreadableMessageException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Named values as the partner wrote them, and what they mean.
 *
 * @param values those that are there
 * @param tellsMoneyBack whether the partner tells apart from the amount how much came back
 */
public record ReadValues(Map<String, Value> values, boolean tellsMoneyBack) {
  /** The name under which a file reads how much came back. */
  static final String RETURNED_AMOUNT = "returned_amount";

  private static final int LONGEST_NUMBER = 40;
  private static final int MOST_DIGITS_BEFORE_POINT = 20;
  private static final int LONGEST_ID = 255;

  /** A value and how it is written. */
  public record Value(JsonNode node, ValueRead.As as, Optional<ZoneId> zone) {}

  public ReadValues {
    values = Map.copyOf(values);
  }

  /** A value as text. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name)).map(value -> Texts.of(value.node()));
  }

  /**
   * What the values state of a payout.
   *
   * @param words what the partner's status words mean
   * @param askedCurrency the currency of an amount that comes without one
   * @throws UnreadableMessageException when an amount or currency is none, or an id is too long
   */
  public ProviderStatement statement(StatusWords words, Optional<String> askedCurrency)
      throws UnreadableMessageException {
    String word = text("status").orElse("");
    if (text("id").filter(id -> id.length() > LONGEST_ID).isPresent()) {
      throw new UnreadableMessageException("its id has more than " + LONGEST_ID + " characters");
    }
    return new ProviderStatement(
        text("id"),
        word.isEmpty() ? ProviderStatus.PROCESSING : words.meaning(word),
        word,
        money(askedCurrency),
        text("code"),
        text("message"),
        back(askedCurrency));
  }

  private MoneyBack back(Optional<String> askedCurrency) throws UnreadableMessageException {
    return tellsMoneyBack
        ? new MoneyBack.Apart(
            money(
                RETURNED_AMOUNT,
                text("returned_currency").or(() -> text("currency")).or(() -> askedCurrency)))
        : new MoneyBack.InTheAmount();
  }

  /**
   * The amount with its currency.
   *
   * @throws UnreadableMessageException when it is no amount of a currency that is known
   */
  public Optional<Money> money(Optional<String> askedCurrency) throws UnreadableMessageException {
    return money("amount", text("currency").or(() -> askedCurrency));
  }

  private Optional<Money> money(String name, Optional<String> code)
      throws UnreadableMessageException {
    Value amount = values.get(name);
    if (amount == null || code.isEmpty()) {
      return Optional.empty();
    }
    CurrencyCode currency =
        CurrencyCode.find(code.get().toUpperCase(Locale.ROOT))
            .orElseThrow(
                () -> new UnreadableMessageException("its currency is none that is known"));
    return Optional.of(moneyOf(amount, currency));
  }

  private static Money moneyOf(Value amount, CurrencyCode currency)
      throws UnreadableMessageException {
    try {
      BigDecimal number = decimal(amount.node());
      boolean minor = amount.as() == ValueRead.As.MINOR_UNITS;
      BigDecimal major =
          minor ? new BigDecimal(number.toBigIntegerExact(), currency.minorUnits()) : number;
      return new Money(major, currency);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new UnreadableMessageException("its amount is not an amount of " + currency.code());
    }
  }

  private static BigDecimal decimal(JsonNode node) {
    BigDecimal number =
        node.isNumber() ? node.decimalValue() : new BigDecimal(shortEnough(node.asText()));
    boolean wild = Math.abs(number.scale()) > LONGEST_NUMBER || number.precision() > LONGEST_NUMBER;
    if (wild || number.precision() - number.scale() > MOST_DIGITS_BEFORE_POINT) {
      throw new ArithmeticException("too many digits for money");
    }
    if (number.signum() < 0) {
      throw new ArithmeticException("below zero");
    }
    return number;
  }

  private static String shortEnough(String text) {
    if (text.length() > LONGEST_NUMBER) {
      throw new NumberFormatException("too long for money");
    }
    return text;
  }

  /**
   * A time.
   *
   * @throws UnreadableMessageException when it is not written as the file says
   */
  public Optional<Instant> instant(String name) throws UnreadableMessageException {
    Value value = values.get(name);
    return value == null
        ? Optional.empty()
        : Optional.of(TimeValues.of(name, value.node().asText(), value.as(), value.zone()));
  }

  /**
   * A whole number.
   *
   * @throws UnreadableMessageException when it is none
   */
  public Optional<Long> wholeNumber(String name) throws UnreadableMessageException {
    try {
      return text(name).map(Long::valueOf);
    } catch (NumberFormatException e) {
      throw new UnreadableMessageException("its " + name + " is not a whole number");
    }
  }
}
