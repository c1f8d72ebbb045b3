// From a dialect's text to its records or its faults.
package dev.semel.app.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.file.CheckedYaml;
import dev.semel.provider.file.ProviderFileFault;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Reads dialects. One is either sound as a whole or told with all its faults. */
final class DialectReader {
  /** What each kind of call has to say beside its name, its request and its answers. */
  private static final Map<String, Set<String>> ANSWERS =
      Map.of(
          "pay", Set.of("accepted"),
          "draft", Set.of("accepted"),
          "step", Set.of("accepted"),
          "token", Set.of("accepted"),
          "find", Set.of("found", "absent"),
          "list", Set.of("listed"),
          "ask", Set.of("taken"));

  private final CheckedYaml yaml = new CheckedYaml("/docs/dialect.schema.json");

  /** What reading came to. */
  sealed interface Reading {}

  record Sound(Dialect dialect) implements Reading {}

  record Faulty(List<ProviderFileFault> faults) implements Reading {
    Faulty {
      faults = List.copyOf(faults);
    }
  }

  Reading read(String text) {
    return switch (yaml.read(text, DialectReader::check)) {
      case CheckedYaml.Faulty faulty -> new Faulty(faulty.faults());
      case CheckedYaml.Sound sound -> new Sound(new DialectMapper(sound.tree()).dialect());
    };
  }

  private static void check(JsonNode file, BiConsumer<String, String> faults) {
    texts(file, "", faults);
    int pays = 0;
    int at = 0;
    for (JsonNode call : file.path("calls")) {
      call(call, "/calls/" + at, faults);
      pays += call.path("does").asText().equals("pay") ? 1 : 0;
      at++;
    }
    if (pays != 1) {
      faults.accept("/calls", "Exactly one call says 'does: pay': the one that moves money.");
    }
    JsonNode signature = file.path("webhook").path("signature");
    if (signature.has("kind")
        && !signature.path("kind").asText().matches("none|standard_webhooks")
        && !signature.has("header")) {
      faults.accept("/webhook/signature", "Say in which header the signature is.");
    }
  }

  private static void call(JsonNode call, String pointer, BiConsumer<String, String> faults) {
    String does = call.path("does").asText();
    for (String answer : ANSWERS.getOrDefault(does, Set.of())) {
      if (!call.path("answers").has(answer)) {
        faults.accept(
            pointer + "/answers",
            "A call that does '" + does + "' has an answer '" + answer + "'.");
      }
    }
    boolean about = call.has("reference") || call.has("payment");
    boolean needs = Set.of("pay", "draft", "find", "ask").contains(does);
    if (needs && !about) {
      faults.accept(pointer, "Say where the reference, or the id of the payment, is.");
    }
    if (does.equals("pay") && call.has("payment") && call.has("amount")) {
      faults.accept(pointer + "/amount", "The amount of a draft is known from the draft.");
    }
    boolean makes = does.equals("draft") || (does.equals("pay") && !call.has("payment"));
    if (makes && !(call.has("amount") && call.has("currency"))) {
      faults.accept(pointer, "Say where the amount and the currency are.");
    }
    if (does.equals("ask") && !call.has("result")) {
      faults.accept(pointer, "Say how the 'result' of the question is told.");
    }
    if (does.equals("list") && !call.has("item")) {
      faults.accept(pointer, "Say how an 'item' of the list is written.");
    }
  }

  private static void texts(JsonNode node, String pointer, BiConsumer<String, String> faults) {
    if (node.isTextual()) {
      Phrase.faults(node.textValue()).forEach(fault -> faults.accept(pointer, fault));
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      String name = member.getKey().replace("~", "~0").replace("/", "~1");
      texts(member.getValue(), pointer + "/" + name, faults);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      texts(node.get(i), pointer + "/" + i, faults);
    }
  }
}
