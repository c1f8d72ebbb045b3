package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;

/** What a rule asks of one value of an answer. */
public sealed interface ValueTest {
  /** There, and not null. */
  record Present() implements ValueTest {}

  /** Not there, or null. */
  record Absent() implements ValueTest {}

  /** Equal to one of these values; an empty array among them means an empty array. */
  record AnyOf(List<JsonNode> values) implements ValueTest {
    public AnyOf {
      values = List.copyOf(values);
    }
  }

  /**
   * A text with one of these in it, whatever the case. For partners that tell by words alone what
   * others have a code for.
   *
   * @param words in lower case
   */
  record Containing(List<String> words) implements ValueTest {
    public Containing {
      words = words.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
    }

    private boolean isIn(JsonNode value) {
      String text = value.isTextual() ? value.asText().toLowerCase(Locale.ROOT) : "";
      return words.stream().anyMatch(text::contains);
    }
  }

  /** Whether the value (or a missing node) is as asked. */
  default boolean fits(JsonNode value) {
    return switch (this) {
      case Present _ -> !value.isMissingNode() && !value.isNull();
      case Absent _ -> value.isMissingNode() || value.isNull();
      case AnyOf any -> any.values().stream().anyMatch(wanted -> same(wanted, value));
      case Containing containing -> containing.isIn(value);
    };
  }

  /**
   * Numbers are compared by value; a number and a text, or a boolean and a text, by their spelling.
   */
  private static boolean same(JsonNode wanted, JsonNode value) {
    if (wanted.isNumber() && value.isNumber()) {
      return wanted.decimalValue().compareTo(value.decimalValue()) == 0;
    }
    if (wanted.isNull() || wanted.isContainerNode()) {
      return wanted.equals(value);
    }
    return value.isValueNode() && !value.isNull() && wanted.asText().equals(value.asText());
  }
}
