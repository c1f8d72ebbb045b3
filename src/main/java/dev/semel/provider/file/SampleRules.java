// Judges the sample answers of a file by its own rules.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.provider.InboundMessage;
import dev.semel.provider.UnreadableMessageException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds samples that mean something else than the file says. */
final class SampleRules {
  private static final Map<String, Set<String>> MEANINGS =
      Map.of(
          "prepare",
          Set.of(
              "accepted", "refused", "duplicate", "busy", "throttled", "platform_fault", "unknown"),
          "submit",
          Set.of(
              "accepted", "refused", "duplicate", "busy", "throttled", "platform_fault", "unknown"),
          "lookup",
          Set.of("found", "absent", "pending", "unknown"),
          "status",
          Set.of("found", "absent", "pending", "unknown"),
          "webhook",
          Set.of("read", "test", "unreadable"),
          "report",
          Set.of("read", "unreadable"));

  private final ProviderFile file;
  private final JsonNode samples;
  private final FaultList faults;

  SampleRules(ProviderFile file, JsonNode samples, FaultList faults) {
    this.file = file;
    this.samples = samples;
    this.faults = faults;
  }

  /** Judges all samples, and returns how many there are. */
  int check() {
    for (int i = 0; i < samples.size(); i++) {
      sample(samples.path(i), "/samples/" + i);
    }
    return samples.size();
  }

  private void sample(JsonNode sample, String pointer) {
    String of = sample.path("of").asText();
    String means = sample.path("means").asText();
    if (!MEANINGS.getOrDefault(of, Set.of()).contains(means)) {
      faults.add(
          pointer + "/means",
          "A sample of "
              + of
              + " is one of "
              + String.join(", ", MEANINGS.getOrDefault(of, Set.of()).stream().sorted().toList())
              + "; correct it.");
      return;
    }
    if (sample.has("body") && sample.has("text")) {
      faults.add(pointer, "A sample has a body or a text, not both; remove one.");
      return;
    }
    Optional<SampleMeaning> meaning = meaning(of, sample, pointer);
    meaning.ifPresent(found -> compare(found, sample, pointer));
  }

  private Optional<SampleMeaning> meaning(String of, JsonNode sample, String pointer) {
    switch (of) {
      case "webhook" -> {
        return file.webhook()
            .map(terms -> SampleMeaning.ofMessage(terms, file.words(), message(terms, sample)))
            .or(() -> none(pointer, "The file has no webhook"));
      }
      case "report" -> {
        return file.report()
            .map(report -> ReportSample.meaning(report, sample))
            .or(() -> none(pointer, "The file has no report"));
      }
      default -> {}
    }
    if (!sample.has("status")) {
      faults.add(pointer, "An answer has a status; add it.");
      return Optional.empty();
    }
    return endpoint(of, sample.path("step").asText(), pointer)
        .map(endpoint -> SampleMeaning.ofAnswer(endpoint, words(of), answer(sample)));
  }

  private Optional<StatusWords> words(String of) {
    return of.equals("prepare") ? Optional.empty() : Optional.of(file.words());
  }

  private Optional<Endpoint> endpoint(String of, String step, String pointer) {
    return switch (of) {
      case "submit" -> Optional.of(file.submit());
      case "lookup" -> file.lookup().or(() -> none(pointer, "The file asks no such lookup"));
      case "status" -> file.status().or(() -> none(pointer, "The file has no status question"));
      default ->
          file.prepare().stream()
              .filter(known -> known.name().equals(step))
              .map(Endpoint.Step::endpoint)
              .findFirst()
              .or(() -> none(pointer, "There is no step '" + step + "' in prepare"));
    };
  }

  private <T> Optional<T> none(String pointer, String what) {
    faults.add(pointer + "/of", what + "; correct the sample or remove it.");
    return Optional.empty();
  }

  private static Answer answer(JsonNode sample) {
    Map<String, List<String>> headers = new HashMap<>();
    sample
        .path("headers")
        .properties()
        .forEach(
            header ->
                headers.put(
                    header.getKey().toLowerCase(Locale.ROOT), List.of(header.getValue().asText())));
    Answer.Body body =
        sample.has("body")
            ? new Answer.Body.Json(sample.path("body"))
            : Answer.parse(sample.path("text").asText().getBytes(StandardCharsets.UTF_8));
    return new Answer(sample.path("status").asInt(0), headers, body);
  }

  /** The text of a message is in the format of the file. */
  private static Answer message(WebhookTerms terms, JsonNode sample) {
    Answer answer = answer(sample);
    if (sample.has("body")) {
      return answer;
    }
    byte[] text = sample.path("text").asText().getBytes(StandardCharsets.UTF_8);
    try {
      JsonNode tree =
          MessageBody.read(
              terms.format(), new InboundMessage(answer.headers(), text, Instant.EPOCH));
      return new Answer(answer.status(), answer.headers(), new Answer.Body.Json(tree));
    } catch (UnreadableMessageException e) {
      return new Answer(
          answer.status(),
          answer.headers(),
          new Answer.Body.Unreadable(String.valueOf(e.getMessage())));
    }
  }

  private void compare(SampleMeaning found, JsonNode sample, String pointer) {
    String means = sample.path("means").asText();
    if (!found.word().equals(means)) {
      faults.add(
          pointer + "/means",
          "The rules take this for '"
              + found.word()
              + "' ("
              + found.why()
              + "), not for '"
              + means
              + "'; correct the rules or the sample.");
      return;
    }
    for (Map.Entry<String, JsonNode> expected : sample.path("read").properties()) {
      Optional<String> read = Optional.ofNullable(found.values().get(expected.getKey()));
      if (!read.equals(Optional.of(expected.getValue().asText()))) {
        faults.add(
            Pointers.child(pointer + "/read", expected.getKey()),
            read.map(value -> "The rules read '" + value + "' here")
                    .orElse("The rules read nothing here")
                + ", not '"
                + expected.getValue().asText()
                + "'; correct the rules or the sample.");
      }
    }
  }
}
