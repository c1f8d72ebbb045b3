package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

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

  /** Whether the value (or a missing node) is as asked. */
  default boolean fits(JsonNode value) {
    return switch (this) {
      case Present _ -> !value.isMissingNode() && !value.isNull();
      case Absent _ -> value.isMissingNode() || value.isNull();
      case AnyOf any -> any.values().stream().anyMatch(wanted -> same(wanted, value));
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
