// A request as the server sees it.
package dev.semel.app.conformance;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.semel.app.conformance.Dialect.When;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request as the server sees it.
 *
 * @param headers by their names in lower case
 */
record Asked(
    String method,
    String path,
    Map<String, String> query,
    Map<String, String> headers,
    Map<String, String> form,
    JsonNode json) {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  Asked {
    query = Map.copyOf(query);
    headers = Map.copyOf(headers);
    form = Map.copyOf(form);
  }

  static Asked of(
      String method, String path, String query, Map<String, String> headers, byte[] body) {
    Map<String, String> lower = new HashMap<>();
    headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
    String type = lower.getOrDefault("content-type", "");
    boolean form = type.startsWith("application/x-www-form-urlencoded");
    String text = new String(body, StandardCharsets.UTF_8);
    return new Asked(
        method,
        path,
        pairs(query),
        lower,
        form ? pairs(text) : Map.of(),
        form ? MissingNode.getInstance() : json(body));
  }

  private static JsonNode json(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  private static Map<String, String> pairs(String text) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : text.split("&", -1)) {
      if (!pair.isEmpty()) {
        int at = pair.indexOf('=');
        String name = at < 0 ? pair : pair.substring(0, at);
        pairs.putIfAbsent(decoded(name), at < 0 ? "" : decoded(pair.substring(at + 1)));
      }
    }
    return pairs;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** What the request has at the places of a call's path; empty when the call takes another. */
  Optional<Map<String, String>> fits(When when) {
    boolean fits =
        when.method().equals(method)
            && has(query, when.query())
            && has(headers, when.header())
            && has(form, when.form())
            && when.body().entrySet().stream()
                .allMatch(test -> passes(at(test.getKey()), test.getValue()));
    return fits ? segments(when.path()) : Optional.empty();
  }

  private static boolean has(Map<String, String> values, Map<String, String> tests) {
    return tests.entrySet().stream()
        .allMatch(
            test -> {
              String name = test.getKey();
              Optional<String> value =
                  Optional.ofNullable(values.get(name))
                      .or(() -> Optional.ofNullable(values.get(name.toLowerCase(Locale.ROOT))));
              return passes(value, test.getValue());
            });
  }

  private static boolean passes(Optional<String> value, String test) {
    return switch (test) {
      case "present" -> value.isPresent();
      case "absent" -> value.isEmpty();
      default -> value.filter(test::equals).isPresent();
    };
  }

  private Optional<Map<String, String>> segments(String pattern) {
    String[] wanted = pattern.split("/", -1);
    String[] given = path.split("/", -1);
    if (wanted.length != given.length) {
      return Optional.empty();
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < wanted.length; i++) {
      int open = wanted[i].indexOf('{');
      int close = wanted[i].indexOf('}');
      if (open < 0) {
        if (!wanted[i].equals(given[i])) {
          return Optional.empty();
        }
        continue;
      }
      String before = wanted[i].substring(0, open);
      String after = wanted[i].substring(close + 1);
      boolean fits =
          given[i].length() > before.length() + after.length()
              && given[i].startsWith(before)
              && given[i].endsWith(after);
      if (!fits) {
        return Optional.empty();
      }
      String value = given[i].substring(before.length(), given[i].length() - after.length());
      values.put(wanted[i].substring(open + 1, close), decoded(value));
    }
    return Optional.of(values);
  }

  private Optional<String> at(String pointer) {
    JsonNode value = json.at(pointer);
    return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value.asText());
  }

  /** What templates may say of it. */
  Places places(Map<String, String> inPath) {
    return place -> {
      int dot = place.indexOf('.');
      String name = place.substring(dot + 1);
      Optional<String> value =
          switch (dot < 0 ? "" : place.substring(0, dot)) {
            case "header" -> Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
            case "query" -> Optional.ofNullable(query.get(name));
            case "form" -> Optional.ofNullable(form.get(name));
            case "path" -> Optional.ofNullable(inPath.get(name));
            case "body" -> at(name);
            default -> Optional.empty();
          };
      return value.filter(text -> !text.isEmpty()).map(TextNode::valueOf);
    };
  }
}
