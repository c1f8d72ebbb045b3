// From a dialect's answers to bytes.
package dev.semel.app.conformance;

import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.semel.app.conformance.Dialect.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** Writes answers and bodies, and knows the values that are everywhere. */
final class Wording {
  static final String TYPE = "Content-Type";

  private final VirtualClock clock;
  private final Map<String, String> settings;
  private int number;
  private String baseUrl = "";

  /**
   * Wording of a scenario.
   *
   * @param settings the test values of the provider file's settings and secrets
   */
  Wording(VirtualClock clock, Map<String, String> settings) {
    this.clock = clock;
    this.settings = Map.copyOf(settings);
  }

  void serverAt(String url) {
    baseUrl = url;
  }

  String setting(String name) {
    return settings.getOrDefault(name, "");
  }

  /** The values that are everywhere. */
  Places everywhere() {
    return place ->
        switch (place) {
          case "base_url" -> text(baseUrl);
          case "uuid" -> text(UUID.randomUUID().toString());
          case "number" -> Optional.of(IntNode.valueOf(++number));
          case "now" -> text(clock.instant().toString());
          default ->
              place.startsWith("settings.")
                  ? Optional.ofNullable(settings.get(place.substring("settings.".length())))
                      .flatMap(Wording::text)
                  : Optional.empty();
        };
  }

  private static Optional<JsonNode> text(String text) {
    return Optional.of(TextNode.valueOf(text));
  }

  /**
   * Writes an answer.
   *
   * @param stage of the payment that it is about, or another word of {@code body_of}
   */
  Reply write(Answer answer, Places places, String stage) {
    Places all = places.or(everywhere());
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.put("Date", RFC_1123_DATE_TIME.format(clock.instant().atOffset(ZoneOffset.UTC)));
    answer
        .headers()
        .forEach((name, value) -> headers.put(name, Phrase.text(value, all).orElse("")));
    String raw = answer.text();
    byte[] body =
        raw != null
            ? raw.getBytes(StandardCharsets.UTF_8)
            : body(answer.body(), answer.bodyOf(), answer.form(), all, stage, headers);
    return Reply.answer(answer.status(), headers, body);
  }

  /** Writes a body, and its type into the headers. */
  byte[] body(
      Optional<JsonNode> body,
      Map<String, JsonNode> bodyOf,
      Map<String, String> form,
      Places places,
      String stage,
      Map<String, String> headers) {
    Places all = places.or(everywhere());
    if (!form.isEmpty()) {
      headers.putIfAbsent(TYPE, "application/x-www-form-urlencoded");
      return form.entrySet().stream()
          .flatMap(
              field ->
                  Phrase.text(field.getValue(), all).stream()
                      .map(value -> encoded(field.getKey()) + "=" + encoded(value)))
          .collect(Collectors.joining("&"))
          .getBytes(StandardCharsets.UTF_8);
    }
    Optional<JsonNode> tree = Optional.ofNullable(bodyOf.get(stage)).or(() -> body);
    if (tree.isEmpty()) {
      return new byte[0];
    }
    headers.putIfAbsent(TYPE, "application/json");
    return Phrase.tree(tree.get(), all).toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
