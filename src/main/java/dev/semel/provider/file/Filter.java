package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.semel.domain.WireNames;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
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
  DIGITS,
  /** Latin letters without marks; a text with others can't be written. */
  LATIN,
  /** A time as seconds since 1970. */
  UNIX,
  /** A time as milliseconds since 1970. */
  UNIX_MS,
  /** No more than so many characters of Unicode: {@code max_characters(35)}. */
  MAX_CHARACTERS,
  /** No more than so many bytes of UTF-8: {@code max_bytes(70)}. */
  MAX_BYTES;

  /**
   * A filter in a template.
   *
   * @param filter what it does
   * @param limit how much it leaves; 0 where the filter has no limit
   */
  record Use(Filter filter, int limit) {
    /**
     * The value as the filter leaves it.
     *
     * @throws RenderingException when nothing whole can be made of it; does not quote the value
     */
    JsonNode apply(JsonNode value) throws RenderingException {
      String text = value.asText();
      return switch (filter) {
        case NUMBER -> number(text);
        case MINOR_UNITS -> BigIntegerNode.valueOf(new BigDecimal(text).unscaledValue());
        case TEXT -> TextNode.valueOf(text);
        case UPPER -> TextNode.valueOf(text.toUpperCase(Locale.ROOT));
        case LOWER -> TextNode.valueOf(text.toLowerCase(Locale.ROOT));
        case DIGITS -> TextNode.valueOf(text.replaceAll("[^0-9]", ""));
        case LATIN ->
            TextNode.valueOf(
                LatinLetters.of(text)
                    .orElseThrow(
                        () ->
                            new RenderingException(
                                "has characters that can't be written in Latin letters")));
        case UNIX -> LongNode.valueOf(Instant.parse(text).getEpochSecond());
        case UNIX_MS -> LongNode.valueOf(Instant.parse(text).toEpochMilli());
        case MAX_CHARACTERS ->
            TextNode.valueOf(Cut.at(text, limit, part -> part.codePointCount(0, part.length())));
        case MAX_BYTES ->
            TextNode.valueOf(
                Cut.at(text, limit, part -> part.getBytes(StandardCharsets.UTF_8).length));
      };
    }
  }

  private static JsonNode number(String text) throws RenderingException {
    try {
      return DecimalNode.valueOf(new BigDecimal(text));
    } catch (NumberFormatException e) {
      throw new RenderingException("is not a number");
    }
  }

  /** Whether it stands with a number in brackets. */
  boolean takesLimit() {
    return this == MAX_CHARACTERS || this == MAX_BYTES;
  }

  static Optional<Filter> find(String name) {
    return Arrays.stream(values()).filter(filter -> WireNames.of(filter).equals(name)).findFirst();
  }

  static String known() {
    return Arrays.stream(values())
        .map(filter -> WireNames.of(filter) + (filter.takesLimit() ? "(N)" : ""))
        .collect(Collectors.joining(", "));
  }
}
