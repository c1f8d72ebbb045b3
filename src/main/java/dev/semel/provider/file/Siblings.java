// Values that share a name in what knows no arrays.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Values of one name in an object. */
final class Siblings {
  private Siblings() {}

  /** Adds a value: the first is itself, and from the second on all are an array. */
  static void add(ObjectNode object, String name, JsonNode value) {
    JsonNode known = object.path(name);
    if (known.isMissingNode()) {
      object.set(name, value);
    } else if (known.isArray()) {
      object.withArrayProperty(name).add(value);
    } else {
      object.putArray(name).add(known).add(value);
    }
  }
}
