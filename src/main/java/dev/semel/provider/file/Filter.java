package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.semel.domain.WireNames;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a template can do to a value: {@code ${payout.amount | minor_units}}. */
enum Filter {
  /** A decimal text becomes a JSON number. */
  NUMBER,
  /** The payout's amount becomes a whole number of its currency's minor units. */
  MINOR_UNITS,
  /** A number becomes a text. */
  TEXT,
  /** Capital letters. */
  UPPER,
  /** Small letters. */
  LOWER,
  /** Only the digits: a telephone number without its plus sign. */
  DIGITS;

  static Optional<Filter> find(String name) {
    return Arrays.stream(values()).filter(filter -> WireNames.of(filter).equals(name)).findFirst();
  }

  static String known() {
    return Arrays.stream(values()).map(WireNames::of).collect(Collectors.joining(", "));
  }

  JsonNode apply(JsonNode value) {
    return switch (this) {
      case NUMBER -> DecimalNode.valueOf(new BigDecimal(value.asText()));
      case MINOR_UNITS -> BigIntegerNode.valueOf(new BigDecimal(value.asText()).unscaledValue());
      case TEXT -> TextNode.valueOf(value.asText());
      case UPPER -> TextNode.valueOf(value.asText().toUpperCase(Locale.ROOT));
      case LOWER -> TextNode.valueOf(value.asText().toLowerCase(Locale.ROOT));
      case DIGITS -> TextNode.valueOf(value.asText().replaceAll("[^0-9]", ""));
    };
  }
}
