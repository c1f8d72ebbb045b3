// How a dialect writes and reads values.
package dev.semel.app.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.semel.app.conformance.Phrase.MissingValueException;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.domain.WireNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a place of a dialect can do to its value: {@code ${payment.amount | minor_units}}. */
enum Spelling {
  /** A decimal text as a JSON number. */
  NUMBER,
  /** Anything as a text. */
  TEXT,
  /** An amount as a whole number of minor units. */
  MINOR_UNITS,
  /** A whole number of minor units as an amount. */
  FROM_MINOR_UNITS,
  /** Capital letters. */
  UPPER,
  /** Small letters. */
  LOWER,
  /** A time as seconds. */
  UNIX,
  /** A time as milliseconds. */
  UNIX_MS,
  /** A time without an offset, of UTC. */
  LOCAL_TIME,
  /** The digits alone. */
  DIGITS;

  static Optional<Spelling> find(String name) {
    return Arrays.stream(values()).filter(filter -> WireNames.of(filter).equals(name)).findFirst();
  }

  static String known() {
    return Arrays.stream(values()).map(WireNames::of).collect(Collectors.joining(", "));
  }

  /**
   * The value as it is written.
   *
   * @param places where the currency is, for amounts
   */
  JsonNode apply(JsonNode value, Places places) {
    String text = value.asText();
    try {
      return switch (this) {
        case NUMBER -> number(new BigDecimal(text));
        case TEXT -> TextNode.valueOf(text);
        case MINOR_UNITS -> BigIntegerNode.valueOf(Money.of(text, currency(places)).minorUnits());
        case FROM_MINOR_UNITS -> TextNode.valueOf(fromMinorUnits(text, currency(places)));
        case UPPER -> TextNode.valueOf(text.toUpperCase(Locale.ROOT));
        case LOWER -> TextNode.valueOf(text.toLowerCase(Locale.ROOT));
        case UNIX -> LongNode.valueOf(Instant.parse(text).getEpochSecond());
        case UNIX_MS -> LongNode.valueOf(Instant.parse(text).toEpochMilli());
        case LOCAL_TIME ->
            TextNode.valueOf(Instant.parse(text).atOffset(ZoneOffset.UTC).toLocalDateTime() + "");
        case DIGITS -> TextNode.valueOf(text.replaceAll("[^0-9]", ""));
      };
    } catch (NumberFormatException | ArithmeticException e) {
      throw new MissingValueException("'" + text + "' is no such number");
    }
  }

  private static JsonNode number(BigDecimal number) {
    return number.scale() <= 0
        ? BigIntegerNode.valueOf(number.toBigIntegerExact())
        : DecimalNode.valueOf(number);
  }

  private static String fromMinorUnits(String text, String currency) {
    BigInteger units = new BigInteger(text);
    return new BigDecimal(units, CurrencyCode.of(currency).minorUnits()).toPlainString();
  }

  private static String currency(Places places) {
    String code =
        Stream.of("currency", "payment.currency")
            .flatMap(place -> places.find(place).stream())
            .map(JsonNode::asText)
            .findFirst()
            .orElseThrow(() -> new MissingValueException("no currency is known"));
    return CurrencyCode.find(code.toUpperCase(Locale.ROOT))
        .map(CurrencyCode::code)
        .orElseThrow(() -> new MissingValueException("'" + code + "' is no currency"));
  }
}
