// Which methods a path takes, as the contract says.
package dev.semel.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The methods of every path in the contract. Immutable. */
final class AllowedMethods {

  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

  private record Entry(Pattern path, String methods) {}

  private final List<Entry> entries = new ArrayList<>();

  AllowedMethods(JsonNode contract) {
    contract
        .path("paths")
        .properties()
        .forEach(path -> entries.add(new Entry(form(path.getKey()), methods(path.getValue()))));
  }

  /**
   * What the Allow header of a path says; empty for a path that the contract does not have.
   *
   * @param path raw, without the query
   */
  Optional<String> of(String path) {
    return entries.stream()
        .filter(entry -> entry.path().matcher(path).matches())
        .map(Entry::methods)
        .findFirst();
  }

  private static String methods(JsonNode path) {
    Set<String> methods = new TreeSet<>();
    for (String method : METHODS) {
      if (path.has(method)) {
        methods.add(method.toUpperCase(Locale.ROOT));
      }
    }
    return String.join(", ", methods);
  }

  private static Pattern form(String template) {
    StringBuilder form = new StringBuilder();
    for (String segment : template.substring(1).split("/", -1)) {
      form.append('/').append(segment.startsWith("{") ? "[^/]+" : Pattern.quote(segment));
    }
    return Pattern.compile(form.toString());
  }
}
