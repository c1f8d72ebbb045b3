// A text of a dialect, with places for values.
package dev.semel.app.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text of a dialect with places for values: {@code ${payment.id}}, {@code ${payment.code?}},
 * {@code ${payment.amount | minor_units}}. Values are data, and never read as templates.
 */
final class Phrase {
  private static final Pattern PLACE =
      Pattern.compile("\\$\\{\\s*([^}|?\\s]+)(\\?)?\\s*((?:\\|\\s*[a-z0-9_]+\\s*)*)}");

  private Phrase() {}

  /** A value that is needed and not there, or not as a filter needs it. */
  static final class MissingValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MissingValueException(String message) {
      super(message, null, false, false);
    }
  }

  /** What is wrong with the places of a text; empty when nothing is. */
  static List<String> faults(String text) {
    List<String> faults = new ArrayList<>();
    Matcher matcher = PLACE.matcher(text);
    int places = 0;
    while (matcher.find()) {
      places++;
      for (String filter : filters(matcher.group(3))) {
        if (Spelling.find(filter).isEmpty()) {
          faults.add("There is no filter '" + filter + "'; use " + Spelling.known() + ".");
        }
      }
    }
    if (places != text.split("\\$\\{", -1).length - 1) {
      faults.add("A place for a value is not written like ${payment.id | number}.");
    }
    return faults;
  }

  private static List<String> filters(String written) {
    return Pattern.compile("\\|")
        .splitAsStream(written)
        .map(String::strip)
        .filter(filter -> !filter.isEmpty())
        .toList();
  }

  /**
   * The text as a value: of the value's own type where it is one place alone.
   *
   * @return empty when it is one optional place without a value
   */
  static Optional<JsonNode> value(String text, Places places) {
    Matcher matcher = PLACE.matcher(text);
    if (matcher.matches()) {
      return filled(matcher, places);
    }
    StringBuilder result = new StringBuilder();
    int at = 0;
    matcher.reset();
    while (matcher.find()) {
      result.append(text, at, matcher.start());
      result.append(filled(matcher, places).map(JsonNode::asText).orElse(""));
      at = matcher.end();
    }
    return Optional.of(TextNode.valueOf(result.append(text, at, text.length()).toString()));
  }

  private static Optional<JsonNode> filled(Matcher matcher, Places places) {
    String place = matcher.group(1);
    Optional<JsonNode> found = places.find(place);
    if (found.isEmpty()) {
      if (matcher.group(2) == null) {
        throw new MissingValueException(place + " is missing");
      }
      return found;
    }
    JsonNode value = found.get();
    for (String filter : filters(matcher.group(3))) {
      value = Spelling.find(filter).orElseThrow().apply(value, places);
    }
    return Optional.of(value);
  }

  /** The text itself; empty when it is one optional place without a value. */
  static Optional<String> text(String text, Places places) {
    return value(text, places).map(JsonNode::asText);
  }

  /** A tree whose texts are such texts; optional members without a value are left out. */
  static JsonNode tree(JsonNode tree, Places places) {
    return part(tree, places)
        .orElseThrow(() -> new MissingValueException("a body has no value at all"));
  }

  private static Optional<JsonNode> part(JsonNode tree, Places places) {
    if (tree.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      tree.properties()
          .forEach(
              member ->
                  part(member.getValue(), places).ifPresent(v -> object.set(member.getKey(), v)));
      return Optional.of(object);
    }
    if (tree.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      tree.forEach(element -> part(element, places).ifPresent(array::add));
      return Optional.of(array);
    }
    return tree.isTextual() ? value(tree.textValue(), places) : Optional.of(tree);
  }
}
