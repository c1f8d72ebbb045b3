// Says where a request does not fit the contract.
package dev.semel.testing.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.testing.Contract;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Judges requests by the schemas of the contract and by what it says of strictness in words: no
 * unknown and no repeated members or parameters, UTF-8 alone, no NUL, no unpaired surrogate, not
 * more than 32 levels, 1 MiB at most.
 */
final class RequestJudge {

  private static final int MAX_BODY = 1_048_576;
  private static final int MAX_NESTING = 32;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();
  private static final Pattern UNPAIRED =
      Pattern.compile(
          "[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|\u0000");
  private static final Pattern BARE_KEY = Pattern.compile("[!#-+\\--\\[\\]-~]{1,255}");
  private static final Pattern QUOTED_KEY =
      Pattern.compile("\"([ !#-\\[\\]-~]|\\\\[\"\\\\]){1,255}\"");

  private final Contract contract;

  RequestJudge(Contract contract) {
    this.contract = contract;
  }

  /** Why a request is wrong, one line each; empty when it fits. Credentials are not judged. */
  List<String> faults(FuzzRequest request) {
    List<String> faults = new ArrayList<>();
    pathFaults(request, faults);
    queryFaults(request, faults);
    headerFaults(request, faults);
    bodyFaults(request, faults);
    return faults;
  }

  private void pathFaults(FuzzRequest request, List<String> faults) {
    String[] template = request.operation().template().split("/", -1);
    String[] path = request.path().split("/", -1);
    if (template.length != path.length) {
      faults.add("path: it is another one");
      return;
    }
    for (int i = 0; i < path.length; i++) {
      if (template[i].startsWith("{")) {
        String name = template[i].substring(1, template[i].length() - 1);
        Optional<String> value = decoded(path[i].replace("+", "%2B"));
        Optional<JsonNode> declared = parameters(request, "path").filter(is(name)).findFirst();
        faults.addAll(valueFaults("path " + name, declared.orElseThrow(), value));
      } else if (!path[i].equals(template[i])) {
        faults.add("path: it is another one");
      }
    }
  }

  private void queryFaults(FuzzRequest request, List<String> faults) {
    boolean secured = !request.operation().node().has("security");
    boolean reads = request.operation().method().equals("get");
    boolean takesNone = parameters(request, "query").findAny().isEmpty();
    // Where one thing is read, and where anybody may read, a query that means nothing is ignored.
    if (request.query().isEmpty() || !secured || (reads && takesNone)) {
      return;
    }
    Set<String> seen = new HashSet<>();
    for (String pair : request.query().split("&", -1)) {
      String raw = pair.replaceFirst("=.*", "");
      if (raw.isEmpty()) {
        continue;
      }
      Optional<String> name = decoded(raw);
      Optional<JsonNode> declared =
          parameters(request, "query").filter(is(name.orElse(""))).findFirst();
      if (name.isEmpty() || declared.isEmpty()) {
        faults.add("query " + raw + ": it is not declared");
      } else if (!seen.add(name.get())) {
        faults.add("query " + raw + ": it is there twice");
      } else {
        String value = pair.contains("=") ? pair.substring(pair.indexOf('=') + 1) : "";
        faults.addAll(valueFaults("query " + raw, declared.get(), decoded(value)));
      }
    }
  }

  private void headerFaults(FuzzRequest request, List<String> faults) {
    parameters(request, "header")
        .forEach(
            declared -> {
              String name = declared.path("name").asText();
              List<String> values =
                  request.headers().stream()
                      .filter(header -> header.name().equalsIgnoreCase(name))
                      .map(FuzzRequest.Header::value)
                      .toList();
              if (name.equals("Idempotency-Key")) {
                faults.addAll(keyFaults(values));
              } else if (values.isEmpty() && declared.path("required").asBoolean()) {
                faults.add("header " + name + ": it is required");
              }
            });
  }

  private static List<String> keyFaults(List<String> values) {
    if (values.size() != 1) {
      return List.of("header Idempotency-Key: it is there " + values.size() + " times");
    }
    String key = values.getFirst().strip();
    return BARE_KEY.matcher(key).matches() || QUOTED_KEY.matcher(key).matches()
        ? List.of()
        : List.of("header Idempotency-Key: it has not the form");
  }

  private void bodyFaults(FuzzRequest request, List<String> faults) {
    JsonNode declared = contract.resolve(request.operation().node().path("requestBody"));
    if (declared.isMissingNode()) {
      return;
    }
    if (request.body().length > MAX_BODY) {
      faults.add("body: it is too large");
      return;
    }
    if (declared.path("content").has("*/*")) {
      return;
    }
    String type =
        request
            .header("Content-Type")
            .map(text -> text.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT))
            .orElse("(none)");
    JsonNode content = declared.path("content").path(type);
    if (content.isMissingNode()) {
      faults.add("body: the type " + type + " is not declared");
    } else if (type.equals("application/json")) {
      jsonFaults(content.path("schema"), request.body(), faults);
    }
  }

  private void jsonFaults(JsonNode schema, byte[] body, List<String> faults) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      JsonNode json = JSON.readTree(text);
      if (json.isMissingNode()) {
        faults.add("body: it is empty");
      } else if (depth(json) > MAX_NESTING) {
        faults.add("body: it is nested too deep");
      } else {
        textFaults(json, faults);
        leaveOutNulls(json);
        contract.violations(schema, json).forEach(fault -> faults.add("body: " + fault));
      }
    } catch (CharacterCodingException e) {
      faults.add("body: it is not UTF-8");
    } catch (JsonProcessingException e) {
      faults.add("body: it is not JSON");
    }
  }

  private static void textFaults(JsonNode json, List<String> faults) {
    if (json.isTextual() && UNPAIRED.matcher(json.textValue()).find()) {
      faults.add("body: it holds a NUL or an unpaired surrogate");
    }
    json.properties().stream()
        .filter(member -> UNPAIRED.matcher(member.getKey()).find())
        .forEach(member -> faults.add("body: a name holds a NUL or an unpaired surrogate"));
    json.forEach(child -> textFaults(child, faults));
  }

  /** By the contract's words, a member that is null counts as left out. */
  private static void leaveOutNulls(JsonNode json) {
    if (json instanceof ObjectNode object) {
      object.properties().removeIf(member -> member.getValue().isNull());
    }
    json.forEach(RequestJudge::leaveOutNulls);
  }

  private static int depth(JsonNode json) {
    int deepest = 0;
    for (JsonNode child : json) {
      deepest = Math.max(deepest, depth(child));
    }
    return json.isContainerNode() ? deepest + 1 : 0;
  }

  private List<String> valueFaults(String where, JsonNode parameter, Optional<String> text) {
    if (text.isEmpty()) {
      return List.of(where + ": it can't be decoded");
    }
    JsonNode schema = contract.resolve(parameter.path("schema"));
    String pattern = schema.path("pattern").asText();
    if (!pattern.isEmpty() && !Patterns.fits(pattern, text.get())) {
      return List.of(where + ": it does not fit " + pattern);
    }
    return contract.violations(schema, typed(schema, text.get())).stream()
        .map(fault -> where + ": " + fault)
        .toList();
  }

  private static JsonNode typed(JsonNode schema, String text) {
    return switch (schema.path("type").asText()) {
      case "integer" ->
          text.matches("-?[0-9]{1,9}")
              ? JsonNodeFactory.instance.numberNode(Integer.parseInt(text))
              : JsonNodeFactory.instance.textNode(text);
      case "boolean" ->
          text.equals("true") || text.equals("false")
              ? JsonNodeFactory.instance.booleanNode(Boolean.parseBoolean(text))
              : JsonNodeFactory.instance.textNode(text);
      default -> JsonNodeFactory.instance.textNode(text);
    };
  }

  /** The text behind percent signs, if it is UTF-8. */
  private static Optional<String> decoded(String raw) {
    try {
      String text = URLDecoder.decode(raw, StandardCharsets.UTF_8);
      return text.contains("\uFFFD") ? Optional.empty() : Optional.of(text);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Stream<JsonNode> parameters(FuzzRequest request, String in) {
    return SchemaValues.items(request.operation().node().path("parameters")).stream()
        .map(contract::resolve)
        .filter(parameter -> parameter.path("in").asText().equals(in));
  }

  private static Predicate<JsonNode> is(String name) {
    return parameter -> parameter.path("name").asText().equals(name);
  }
}
