// The values that were read from one answer, event or row.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.provider.UnreadableMessageException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;

/**
 * Named values as the partner wrote them, and what they mean.
 *
 * @param values those that are there
 */
public record ReadValues(Map<String, Value> values) {
  private static final int LONGEST_NUMBER = 40;
  private static final int LONGEST_ID = 255;

  /** A value and how it is written. */
  public record Value(JsonNode node, ValueRead.As as) {}

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
        text("message"));
  }

  /**
   * The amount with its currency.
   *
   * @throws UnreadableMessageException when it is no amount of a currency that is known
   */
  public Optional<Money> money(Optional<String> askedCurrency) throws UnreadableMessageException {
    Value amount = values.get("amount");
    Optional<String> code = text("currency").or(() -> askedCurrency);
    if (amount == null || code.isEmpty()) {
      return Optional.empty();
    }
    CurrencyCode currency =
        CurrencyCode.find(code.get())
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
    if (wild) {
      throw new ArithmeticException("too many digits for money");
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
    if (value == null) {
      return Optional.empty();
    }
    String text = value.node().asText();
    try {
      return Optional.of(
          switch (value.as()) {
            case UNIX -> Instant.ofEpochSecond(Long.parseLong(text));
            case UNIX_MS -> Instant.ofEpochMilli(Long.parseLong(text));
            case PLAIN, MINOR_UNITS -> OffsetDateTime.parse(text).toInstant();
          });
    } catch (DateTimeException | NumberFormatException e) {
      throw new UnreadableMessageException("its " + name + " is not a time as the file says");
    }
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
