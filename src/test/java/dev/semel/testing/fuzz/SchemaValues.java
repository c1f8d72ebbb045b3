// Values that fit a JSON Schema.
package dev.semel.testing.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.testing.Contract;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.StreamSupport;

/**
 * Makes values of the schemas of a contract (JSON Schema 2020-12): types, {@code null} among them,
 * enums, constants, patterns, formats, lengths, ranges, alternatives, references, closed and open
 * objects. Whether one really fits, the judge decides: what a schema demands in some other way is
 * made by luck or not at all.
 */
final class SchemaValues {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int DEEPEST = 8;

  private final Contract contract;
  private final Party party;
  private final Dice dice;
  private final Hints hints;

  SchemaValues(Contract contract, Party party, Dice dice, Instant now) {
    this.contract = contract;
    this.party = party;
    this.dice = dice;
    this.hints = new Hints(party, dice, now);
  }

  /** A value. */
  JsonNode make(JsonNode schema) {
    return make(schema, "", 0);
  }

  /**
   * A value of a member or a parameter.
   *
   * @param name the member's, for what is usual under this name
   */
  JsonNode make(JsonNode schema, String name) {
    return make(schema, name, 0);
  }

  private JsonNode make(JsonNode referring, String name, int depth) {
    JsonNode schema = contract.resolve(referring);
    if (dice.percent(92)) {
      Optional<JsonNode> hint =
          hints.of(name).filter(value -> contract.violations(referring, value).isEmpty());
      if (hint.isPresent()) {
        return hint.get();
      }
    }
    if (schema.has("const")) {
      return schema.path("const");
    }
    if (schema.has("enum")) {
      return dice.pick(items(schema.path("enum")));
    }
    if (schema.has("allOf")) {
      return make(together(schema), name, depth);
    }
    for (String alternatives : List.of("oneOf", "anyOf")) {
      if (schema.has(alternatives)) {
        return alternative(schema, items(schema.path(alternatives)), name, depth);
      }
    }
    return ofType(schema, type(schema), name, depth);
  }

  /** One alternative; beside properties it says which of them have to be there. */
  private JsonNode alternative(
      JsonNode schema, List<JsonNode> alternatives, String name, int depth) {
    // The first one is mostly the usual one.
    JsonNode chosen = dice.percent(40) ? alternatives.getFirst() : dice.pick(alternatives);
    if (!schema.has("properties")) {
      boolean isNull = chosen.path("type").asText().equals("null");
      return make(isNull && dice.percent(70) ? dice.pick(alternatives) : chosen, name, depth);
    }
    ObjectNode one = schema.deepCopy();
    one.remove(List.of("oneOf", "anyOf"));
    ArrayNode required = one.withArray("/required");
    chosen.path("required").forEach(required::add);
    Set<String> others = new HashSet<>();
    for (JsonNode other : alternatives) {
      other.path("required").forEach(member -> others.add(member.asText()));
    }
    required.forEach(member -> others.remove(member.asText()));
    ((ObjectNode) one.path("properties")).remove(others);
    return object(one, depth);
  }

  private ObjectNode together(JsonNode schema) {
    ObjectNode whole = schema.deepCopy();
    whole.remove("allOf");
    for (JsonNode part : schema.path("allOf")) {
      for (var member : contract.resolve(part).properties()) {
        switch (member.getKey()) {
          case "properties" ->
              whole.withObject("/properties").setAll((ObjectNode) member.getValue());
          case "required" -> member.getValue().forEach(whole.withArray("/required")::add);
          default -> whole.set(member.getKey(), member.getValue());
        }
      }
    }
    return whole;
  }

  private String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    if (type.isArray()) {
      String chosen = dice.pick(items(type)).asText();
      return chosen.equals("null") && dice.percent(60) ? type.path(0).asText() : chosen;
    }
    return schema.has("properties") ? "object" : type.asText("string");
  }

  private JsonNode ofType(JsonNode schema, String type, String name, int depth) {
    return switch (type) {
      case "object" -> object(schema, depth);
      case "array" -> array(schema, name, depth);
      case "integer", "number" -> JSON.numberNode(number(schema));
      case "boolean" -> JSON.booleanNode(dice.percent(50));
      case "null" -> JSON.nullNode();
      default -> JSON.textNode(text(schema));
    };
  }

  private ObjectNode object(JsonNode schema, int depth) {
    ObjectNode object = JSON.objectNode();
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(member -> required.add(member.asText()));
    for (var property : schema.path("properties").properties()) {
      if (required.contains(property.getKey())
          || (depth < DEEPEST && dice.percent(hints.howOften(property.getKey())))) {
        object.set(property.getKey(), make(property.getValue(), property.getKey(), depth + 1));
      }
    }
    JsonNode free = schema.path("additionalProperties");
    if (free.isObject()) {
      int most = Math.min(schema.path("maxProperties").asInt(3), dice.oneOf(0, 1, 3, 20));
      for (int i = 0; i < most; i++) {
        JsonNode names = schema.path("propertyNames");
        String key = names.isMissingNode() ? hints.text() : make(names, "").asText();
        object.set(key, make(free, "", depth + 1));
      }
    }
    return object;
  }

  private ArrayNode array(JsonNode schema, String name, int depth) {
    ArrayNode array = JSON.arrayNode();
    int least = schema.path("minItems").asInt(0);
    int most = Math.min(schema.path("maxItems").asInt(least + 3), least + 3);
    for (int i = dice.between(least, most); i > 0; i--) {
      JsonNode item = make(schema.path("items"), name, depth + 1);
      boolean again = items(array).contains(item);
      if (!(again && schema.path("uniqueItems").asBoolean())) {
        array.add(item);
      }
    }
    return array;
  }

  private int number(JsonNode schema) {
    int least = schema.path("minimum").asInt(0);
    int most = schema.path("maximum").asInt(least + 1000);
    return dice.percent(30) ? dice.oneOf(least, most) : dice.between(least, most);
  }

  private String text(JsonNode schema) {
    if (schema.has("pattern")) {
      String pattern = schema.path("pattern").asText();
      return dice.percent(70)
          ? party.harvest().id(pattern, dice).orElseGet(() -> Patterns.text(pattern, dice))
          : Patterns.text(pattern, dice);
    }
    if (schema.has("format")) {
      return formatted(schema.path("format").asText());
    }
    int least = schema.path("minLength").asInt(0);
    int most = Math.min(schema.path("maxLength").asInt(least + 60), 5_000);
    String text = hints.text();
    if (dice.percent(15)) {
      text += " " + Noise.harmless(dice);
    }
    int length =
        dice.percent(10) ? dice.oneOf(most, Math.max(least, 1)) : Math.max(least, text.length());
    return fitted(text, Math.min(length, most));
  }

  private String formatted(String format) {
    return switch (format) {
      case "date-time" ->
          dice.between(2020, 2035)
              + dice.oneOf("-01-31T23:59:59Z", "-11-30T10:00:00.123456+05:30", "-02-28T00:00:00Z");
      case "date" -> dice.between(2020, 2035) + "-02-28";
      case "uri", "url", "iri" -> "https://example.com/" + hints.text();
      case "email" -> hints.text() + "@example.com";
      case "uuid" -> new UUID(dice.random().nextLong(), dice.below(1 << 30)).toString();
      case "duration" -> dice.oneOf("PT1H", "P1D", "PT0S");
      default -> hints.text();
    };
  }

  /** The text, cut or filled up to so many characters. */
  private static String fitted(String text, int length) {
    StringBuilder fitted = new StringBuilder(text);
    while (fitted.codePointCount(0, fitted.length()) < length) {
      fitted.append('x');
    }
    return fitted.substring(0, fitted.offsetByCodePoints(0, length));
  }

  static List<JsonNode> items(JsonNode array) {
    return new ArrayList<>(StreamSupport.stream(array.spliterator(), false).toList());
  }
}
