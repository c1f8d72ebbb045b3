// Every example of the contract is run: what it sends is taken, and what it shows is what comes.
package dev.semel.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.testing.ContractRuns.Asked;
import dev.semel.testing.ContractRuns.Run;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@QuarkusTest
class ContractRunApiTest {

  private static final Contract CONTRACT = Contract.load();
  private static final String NONE = "-";
  private static final String WHERE = "Add a row to RUNS in ContractRuns for ";

  @Inject ContractWorld world;

  /** An example of an answer, with the media type under which the contract has it. */
  private record Shown(String media, JsonNode example) {}

  static Stream<String> runs() {
    return ContractRuns.RUNS.stream().map(Run::toString);
  }

  static Stream<String> problems() {
    return ContractRuns.PROBLEMS.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("runs")
  void an_example_is_taken_and_answered_as_the_contract_shows(String name) throws Exception {
    Run run =
        ContractRuns.RUNS.stream()
            .filter(one -> one.toString().equals(name))
            .findFirst()
            .orElseThrow();
    Operation operation = operation(run.operation());
    Optional<Shown> shown = Optional.ofNullable(answers(operation).get(run.answer()));
    assertThat(shown.isPresent() || run.answer().equals(NONE)).as("the contract has it").isTrue();

    Asked asked = new Asked(body(operation, run.request()), world.tenant());
    String path = run.preparation().path(world, asked);
    assertThat(CONTRACT.find(operation.method(), path.replaceFirst("\\?.*", "")).map(Operation::id))
        .contains(run.operation());
    Response response = send(operation, path, asked, shown.map(Shown::media));

    assertThat(response.statusCode()).as(response.asString()).isBetween(200, 299);
    shown.ifPresent(one -> compare(one, response));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void a_problem_is_provoked_and_comes_as_the_contract_shows(String name) throws Exception {
    JsonNode example =
        CONTRACT.document().path("components").path("examples").path(name).path("value");

    Response response = Objects.requireNonNull(ContractRuns.PROBLEMS.get(name)).answer(world);

    assertThat(response.statusCode())
        .as(response.asString())
        .isEqualTo(example.path("status").intValue());
    assertThat(response.contentType()).startsWith("application/problem+json");
    JsonNode problem = ContractWorld.json(response);
    for (String member : List.of("type", "title", "status")) {
      assertThat(problem.path(member)).as(member).isEqualTo(example.path(member));
    }
    assertThat(Shape.of(example).differences(Shape.of(problem), false))
        .as(response.asString())
        .isEmpty();
  }

  @Test
  void every_operation_and_every_example_of_it_has_its_run() {
    List<String> missing = new ArrayList<>();
    Set<String> shown = new LinkedHashSet<>();
    for (Operation operation : CONTRACT.operations()) {
      List<Run> runs =
          ContractRuns.RUNS.stream().filter(run -> run.operation().equals(operation.id())).toList();
      if (runs.isEmpty()) {
        missing.add(WHERE + "the operation " + operation.id());
      }
      for (String request : requests(operation).keySet()) {
        if (runs.stream().noneMatch(run -> run.request().equals(request))) {
          missing.add(WHERE + "the request example " + operation.id() + " " + request);
        }
      }
      shown.addAll(answers(operation).keySet());
    }
    shown.removeAll(ContractRuns.NOT_RUN.keySet());
    shown.removeAll(ContractRuns.RUNS.stream().map(Run::answer).toList());
    shown.forEach(
        answer ->
            missing.add(
                WHERE
                    + "the answer example "
                    + answer
                    + ", or say in NOT_RUN why it can't be run"));
    assertThat(missing).isEmpty();
  }

  @Test
  void every_problem_is_provoked_or_said_not_to_be() {
    List<String> missing = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    CONTRACT
        .document()
        .path("x-problem-types")
        .forEach(type -> names.add(type.path("slug").asText()));
    CONTRACT.document().at("/components/examples").properties().stream()
        .filter(one -> isProblem(one.getValue().path("value")))
        .forEach(one -> names.add(one.getKey()));
    for (String name : names) {
      if (ContractRuns.PROBLEMS.containsKey(name) == ContractRuns.NOT_PROVOKED.containsKey(name)) {
        missing.add(
            "Add "
                + name
                + " either to PROBLEMS in ContractRuns, or with a reason to NOT_PROVOKED");
      }
    }
    assertThat(missing).isEmpty();
  }

  private static boolean isProblem(JsonNode example) {
    return example.path("type").asText().startsWith("/problems/") && example.has("request_id");
  }

  private static Response send(
      Operation operation, String path, Asked asked, Optional<String> media) {
    RequestSpecification request = RestAssured.given().filter(new ContractFilter());
    @Nullable Tenant who = asked.who();
    if (who != null) {
      request.header("Authorization", "Bearer " + who.token());
    }
    request.accept(media.orElse("application/json")).headers(asked.headers());
    if (operation.node().has("requestBody")) {
      request.contentType("application/json").body(asked.body().toString());
    }
    if (!operation.method().equals("get") && path.startsWith("/v1/")) {
      request.header("Idempotency-Key", ContractWorld.unique());
    }
    return request.request(operation.method().toUpperCase(Locale.ROOT), path);
  }

  private static void compare(Shown shown, Response response) {
    assertThat(response.contentType()).startsWith(shown.media());
    JsonNode value = shown.example().path("value");
    if (shown.media().endsWith("json")) {
      boolean cutShort = shown.example().path("summary").asText().contains("cut short");
      assertThat(Shape.of(value).differences(Shape.of(ContractWorld.json(response)), cutShort))
          .as(response.asString())
          // Whether a list that all tests add to has another page is chance.
          .filteredOn(difference -> !difference.startsWith("/next_cursor "))
          // And so are the kinds of differences that a run over their payouts finds.
          .filteredOn(difference -> !difference.contains("/differences/"))
          .isEmpty();
    } else {
      // The first line is what a text has in common with its example: a header, a version, a
      // doctype.
      assertThat(firstWord(response.asString())).isEqualTo(firstWord(value.asText()));
    }
  }

  private static String firstWord(String text) {
    return text.lines()
        .filter(line -> !line.startsWith("#"))
        .findFirst()
        .orElse("")
        .replaceFirst(">.*", ">");
  }

  private static Operation operation(String id) {
    return CONTRACT.operations().stream()
        .filter(operation -> operation.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("The contract has no operation " + id));
  }

  private static ObjectNode body(Operation operation, String request) {
    if (request.equals(NONE)) {
      assertThat(requests(operation)).as("a body").isEmpty();
      return JsonNodeFactory.instance.objectNode();
    }
    return Optional.ofNullable(requests(operation).get(request))
        .orElseThrow(() -> new AssertionError("The contract has no example " + request))
        .path("value")
        .deepCopy();
  }

  /** The examples of an operation's body, by name. */
  private static Map<String, JsonNode> requests(Operation operation) {
    Map<String, JsonNode> examples = new LinkedHashMap<>();
    JsonNode body = CONTRACT.resolve(operation.node().path("requestBody"));
    for (JsonNode media : body.path("content")) {
      media
          .path("examples")
          .properties()
          .forEach(one -> examples.put(one.getKey(), CONTRACT.resolve(one.getValue())));
    }
    return examples;
  }

  /** The examples of an operation's answers that are no problems, by the names that runs use. */
  private static Map<String, Shown> answers(Operation operation) {
    Map<String, Shown> examples = new LinkedHashMap<>();
    for (JsonNode response : operation.node().path("responses")) {
      for (Map.Entry<String, JsonNode> media :
          CONTRACT.resolve(response).path("content").properties()) {
        if (!media.getKey().equals("application/problem+json")) {
          for (Map.Entry<String, JsonNode> one : media.getValue().path("examples").properties()) {
            examples.put(
                nameOf(operation, media.getKey(), one),
                new Shown(media.getKey(), CONTRACT.resolve(one.getValue())));
          }
        }
      }
    }
    return examples;
  }

  private static String nameOf(
      Operation operation, String media, Map.Entry<String, JsonNode> example) {
    String reference = example.getValue().path("$ref").asText();
    return reference.isEmpty()
        ? operation.id() + "." + media + "." + example.getKey()
        : reference.substring(reference.lastIndexOf('/') + 1);
  }
}
