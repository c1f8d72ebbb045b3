// The headers of a message, as they are read and as they are kept.
package dev.semel.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The headers of a message: names in lower case, every value. What may carry a secret (a token, a
 * cookie, a signature under a shared secret) is masked before it is stored.
 */
record Headers(Map<String, List<String>> values) {
  static final String MASK = "***";

  private static final Pattern SECRET =
      Pattern.compile(
          "authorization|cookie|secret|token|password|passwd|signature|api-?key|hmac|digest-auth");

  Headers {
    values = Map.copyOf(values);
  }

  /** The headers of a request. */
  static Headers of(Map<String, List<String>> request) {
    Map<String, List<String>> lower = new TreeMap<>();
    request.forEach(
        (name, values) ->
            lower
                .computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                .addAll(values));
    lower.replaceAll((_, values) -> List.copyOf(values));
    return new Headers(lower);
  }

  /** What is stored: an object of arrays, secrets masked. */
  ObjectNode masked() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(values)
        .forEach(
            (name, all) -> {
              ArrayNode kept = json.putArray(name);
              all.forEach(value -> kept.add(isSecret(name) ? MASK : storable(value)));
            });
    return json;
  }

  /** PostgreSQL's jsonb holds no NUL, and no header needs one. */
  private static String storable(String value) {
    return value.replace('\0', '?');
  }

  /** The headers as they were stored. */
  static Headers stored(JsonNode json) {
    Map<String, List<String>> values = new TreeMap<>();
    json.properties()
        .forEach(
            header -> {
              List<String> all = new ArrayList<>();
              header.getValue().forEach(value -> all.add(value.asText()));
              values.put(header.getKey(), List.copyOf(all));
            });
    return new Headers(values);
  }

  private static boolean isSecret(String name) {
    return SECRET.matcher(name).find();
  }
}
