// From a dialect's checked tree to its records.
package dev.semel.app.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.app.conformance.Dialect.Answer;
import dev.semel.app.conformance.Dialect.Auth;
import dev.semel.app.conformance.Dialect.Call;
import dev.semel.app.conformance.Dialect.Does;
import dev.semel.app.conformance.Dialect.Memory;
import dev.semel.app.conformance.Dialect.Message;
import dev.semel.app.conformance.Dialect.Signature;
import dev.semel.app.conformance.Dialect.Webhook;
import dev.semel.app.conformance.Dialect.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes the records of a dialect whose shape is known to be right. */
final class DialectMapper {
  private static final List<String> PLACES =
      List.of("id", "reference", "repeat", "amount", "currency", "since", "until");

  private final JsonNode file;

  DialectMapper(JsonNode file) {
    this.file = file;
  }

  Dialect dialect() {
    return new Dialect(
        file.path("dialect").asText(),
        file.path("title").asText(),
        texts(file.path("settings")),
        file.path("payout"),
        file.has("auth") ? auth(file.get("auth")) : new Dialect.Open(),
        file.has("unauthorized") ? answer(file.get("unauthorized")) : unauthorized(),
        memory(),
        Duration.parse(file.path("invisible_for").asText("PT10S")),
        file.path("id").asText("${uuid}"),
        words(file.path("words")),
        file.path("words").path("unheard").asText("a_word_of_tomorrow"),
        texts(file.path("failure")),
        calls(),
        file.has("webhook") ? Optional.of(webhook(file.get("webhook"))) : Optional.empty());
  }

  private static Answer unauthorized() {
    JsonNode body = JsonNodeFactory.instance.objectNode().put("error", "unauthorized");
    return new Answer(401, Map.of(), Optional.of(body), Map.of(), Map.of(), null);
  }

  private static Auth auth(JsonNode auth) {
    if (auth.has("bearer")) {
      String setting = auth.get("bearer").asText();
      return new Dialect.Bearer(setting.equals("token") ? Optional.empty() : Optional.of(setting));
    }
    if (auth.has("basic")) {
      JsonNode basic = auth.get("basic");
      return new Dialect.Basic(basic.path("user").asText(), basic.path("password").asText());
    }
    return auth.has("header") ? new Dialect.Own(texts(auth.get("header"))) : new Dialect.Open();
  }

  private Memory memory() {
    JsonNode memory = file.path("memory");
    Optional<Duration> window = text(memory, "window").map(Duration::parse);
    return new Memory(
        !memory.asText().equals("none"),
        window,
        memory.path("replays").asText().equals("stored"),
        memory.path("errors").asBoolean(false));
  }

  private static Map<Stage, JsonNode> words(JsonNode words) {
    Map<Stage, JsonNode> found = new EnumMap<>(Stage.class);
    for (Stage stage : Stage.values()) {
      if (words.has(stage.word())) {
        found.put(stage, words.get(stage.word()));
      }
    }
    return found;
  }

  private List<Call> calls() {
    List<Call> calls = new ArrayList<>();
    file.path("calls").forEach(call -> calls.add(call(call)));
    return calls;
  }

  private static Call call(JsonNode call) {
    JsonNode payment = call.path("payment");
    Map<String, String> places = new LinkedHashMap<>();
    PLACES.forEach(name -> text(call, name).ifPresent(text -> places.put(name, text)));
    if (call.has("payment")) {
      places.put(
          "payment",
          payment.isTextual() ? payment.textValue() : payment.path("reference").asText());
    }
    text(call.path("result"), "to").ifPresent(text -> places.put("to", text));
    return new Call(
        call.path("name").asText(),
        when(call.path("when")),
        Does.valueOf(call.path("does").asText().toUpperCase(Locale.ROOT)),
        places,
        payment.isObject(),
        texts(call.path("keep")),
        texts(call.path("use")),
        call.has("auth") ? Optional.of(auth(call.get("auth"))) : Optional.empty(),
        Duration.parse(call.path("lasts").asText("PT1H")),
        texts(call.path("page")),
        Optional.ofNullable(call.get("item")),
        call.has("result") ? Optional.of(message(call.get("result"))) : Optional.empty(),
        answers(call.path("answers")));
  }

  private static When when(JsonNode when) {
    return new When(
        when.path("method").asText(),
        when.path("path").asText(),
        texts(when.path("query")),
        texts(when.path("header")),
        texts(when.path("form")),
        texts(when.path("body")));
  }

  private static Map<String, List<Answer>> answers(JsonNode answers) {
    Map<String, List<Answer>> found = new LinkedHashMap<>();
    answers
        .properties()
        .forEach(
            named -> {
              List<Answer> all = new ArrayList<>();
              if (named.getValue().isArray()) {
                named.getValue().forEach(answer -> all.add(answer(answer)));
              } else {
                all.add(answer(named.getValue()));
              }
              found.put(named.getKey(), all);
            });
    return found;
  }

  private static Answer answer(JsonNode answer) {
    return new Answer(
        answer.path("status").asInt(),
        texts(answer.path("headers")),
        Optional.ofNullable(answer.get("body")),
        trees(answer.path("body_of")),
        texts(answer.path("form")),
        answer.has("text") ? answer.get("text").asText() : null);
  }

  private static Message message(JsonNode message) {
    return new Message(
        message.path("method").asText("POST"),
        texts(message.path("headers")),
        Optional.ofNullable(message.get("body")),
        trees(message.path("body_of")),
        texts(message.path("form")));
  }

  private static Webhook webhook(JsonNode webhook) {
    Set<Stage> tells = EnumSet.noneOf(Stage.class);
    webhook
        .path("tells")
        .forEach(stage -> tells.add(Stage.valueOf(stage.asText().toUpperCase(Locale.ROOT))));
    return new Webhook(
        tells,
        message(webhook),
        words(webhook.path("words")),
        words(webhook.path("types")),
        signature(webhook.path("signature")));
  }

  private static Signature signature(JsonNode signature) {
    return new Signature(
        signature.path("kind").asText(),
        signature.path("header").asText(),
        signature.path("encoding").asText("hex").equals("base64"),
        signature.path("value").asText("${signature}"),
        signature.path("secret").asText("webhook_secret"),
        signature.path("public_key").asText("webhook_public_key"),
        signature.path("over").asText("${body}"),
        text(signature.path("timestamp"), "header"),
        signature.path("timestamp").path("format").asText("unix"));
  }

  private static Optional<String> text(JsonNode object, String name) {
    return Optional.ofNullable(object.get(name)).map(JsonNode::asText);
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new LinkedHashMap<>();
    object.properties().forEach(member -> texts.put(member.getKey(), member.getValue().asText()));
    return texts;
  }

  private static Map<String, JsonNode> trees(JsonNode object) {
    Map<String, JsonNode> trees = new LinkedHashMap<>();
    object.properties().forEach(member -> trees.put(member.getKey(), member.getValue()));
    return trees;
  }
}
