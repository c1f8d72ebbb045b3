package dev.semel.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.semel.provider.Masking;
import dev.semel.provider.file.Answer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What may be seen of an answer to a request for a token. Any value of it may be one, under
 * whatever name and though it is not usable: so the names are kept and the values are not. Only a
 * refusal may say why, under the names that are usual for that.
 */
final class TokenAnswer {
  private static final String MASK = "***";
  private static final int REFUSALS = 400;
  private static final Set<String> WHY =
      Set.of(
          "error",
          "errordescription",
          "errorcode",
          "errormessage",
          "code",
          "message",
          "detail",
          "title",
          "status");
  private static final Set<String> TELLING_HEADERS =
      Set.of(
          "content-type",
          "content-length",
          "transfer-encoding",
          "connection",
          "date",
          "retry-after",
          "www-authenticate",
          "server");

  private final Transfer.Answered answered;
  private final Masking masking;

  TokenAnswer(Transfer.Answered answered, Masking masking) {
    this.answered = answered;
    this.masking = masking;
  }

  Map<String, List<String>> headers() {
    Map<String, List<String>> seen = new HashMap<>(masking.headers(answered.headers()));
    seen.replaceAll(
        (name, values) ->
            TELLING_HEADERS.contains(name) ? values : values.stream().map(_ -> MASK).toList());
    return seen;
  }

  String body() {
    return Answer.parse(answered.body()) instanceof Answer.Body.Json(JsonNode value)
        ? shape("", value).toString()
        : "(" + answered.body().length + " bytes that are no JSON)";
  }

  private JsonNode shape(String name, JsonNode value) {
    if (value.isObject()) {
      ObjectNode shape = JsonNodeFactory.instance.objectNode();
      value
          .properties()
          .forEach(m -> shape.set(masking.text(m.getKey()), shape(m.getKey(), m.getValue())));
      return shape;
    }
    if (value.isArray()) {
      ArrayNode shape = JsonNodeFactory.instance.arrayNode();
      value.forEach(element -> shape.add(shape(name, element)));
      return shape;
    }
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
    boolean tellsWhy = answered.status() >= REFUSALS && WHY.contains(plain);
    return TextNode.valueOf(tellsWhy ? masking.text(value.asText()) : MASK);
  }
}
