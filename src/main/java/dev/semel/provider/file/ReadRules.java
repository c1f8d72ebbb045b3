package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.UnreadableMessageException;
import java.util.HashMap;
import java.util.Map;

/**
 * What an answer carries and where.
 *
 * @param at where the payout is in the answer
 * @param values the named values, their pointers starting there
 */
public record ReadRules(JsonPointer at, Map<String, ValueRead> values) {
  /** Nothing is read. */
  public static final ReadRules NOTHING = new ReadRules(JsonPointer.empty(), Map.of());

  public ReadRules {
    values = Map.copyOf(values);
  }

  /**
   * Reads the values.
   *
   * @return those that are there, by name
   * @throws UnreadableMessageException when one that the file promises is missing
   */
  public ReadValues read(JsonNode answer) throws UnreadableMessageException {
    JsonNode payout = answer.at(at);
    Map<String, ReadValues.Value> found = new HashMap<>();
    for (Map.Entry<String, ValueRead> rule : values.entrySet()) {
      ValueRead read = rule.getValue();
      JsonNode value = read.in(payout);
      boolean missing = !value.isValueNode() || value.isNull() || value.asText().isBlank();
      if (!missing) {
        found.put(rule.getKey(), new ReadValues.Value(value, read.as(), read.zone()));
      } else if (!read.optional()) {
        throw new UnreadableMessageException(
            "it lacks " + at + read.at() + ", which the provider's file promises");
      }
    }
    return new ReadValues(found, values.containsKey(ReadValues.RETURNED_AMOUNT));
  }
}
