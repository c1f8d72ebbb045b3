// Where the templates of a dialect find their values.
package dev.semel.app.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Optional;

/** Where the templates of a dialect find their values. */
interface Places {
  /** The value at a place; empty where there is none. */
  Optional<JsonNode> find(String place);

  /** These places, and others where these have nothing. */
  default Places or(Places others) {
    return place -> find(place).or(() -> others.find(place));
  }

  /** Places with fixed texts. */
  static Places of(Map<String, String> values) {
    return place -> Optional.ofNullable(values.get(place)).map(TextNode::valueOf);
  }

  /** One place with a value of any type. */
  static Places of(String name, JsonNode value) {
    return place -> place.equals(name) ? Optional.of(value) : Optional.empty();
  }
}
