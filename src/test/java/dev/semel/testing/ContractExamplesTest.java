// The contract file keeps its own promises: whole, closed, and every example true.
package dev.semel.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ContractExamplesTest {

  private static final Contract CONTRACT = Contract.load();

  static Stream<Operation> operations() {
    return CONTRACT.operations().stream();
  }

  @Test
  void every_reference_leads_somewhere() {
    walk(
        CONTRACT.document(),
        "#",
        (at, node) -> {
          if (node.path("$ref").isTextual()) {
            assertThatCode(() -> CONTRACT.target(node.path("$ref").textValue()))
                .as(at)
                .doesNotThrowAnyException();
          }
        });
  }

  @Test
  void operation_ids_are_different() {
    assertThat(operations().map(Operation::id)).doesNotHaveDuplicates().doesNotContain("");
  }

  @ParameterizedTest
  @MethodSource("operations")
  void an_operation_says_what_it_is_and_needs(Operation operation) {
    JsonNode node = operation.node();
    assertThat(node.path("tags")).as("tags").hasSize(1);
    assertThat(node.path("summary").asText()).as("summary").isNotBlank();
    assertThat(node.path("description").asText()).as("description").isNotBlank();
    assertThat(node.path("x-permission").asText()).as("x-permission").isNotBlank();
    assertThat(node.has("security"))
        .as("only what needs no permission needs no credential")
        .isEqualTo(node.path("x-permission").asText().equals("none"));
    Set<String> variables = new HashSet<>();
    node.path("parameters")
        .forEach(
            parameter -> {
              JsonNode resolved = CONTRACT.resolve(parameter);
              if (resolved.path("in").asText().equals("path")) {
                variables.add("{" + resolved.path("name").asText() + "}");
              }
            });
    assertThat(variables)
        .as("path parameters")
        .isEqualTo(
            Set.copyOf(
                Stream.of(operation.template().split("/", -1))
                    .filter(segment -> segment.startsWith("{"))
                    .toList()));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void an_operation_can_be_refused_with_a_problem(Operation operation) {
    boolean health = operation.template().startsWith("/health");
    boolean refused =
        operation.node().path("responses").properties().stream()
            .anyMatch(
                response ->
                    response.getKey().startsWith("4")
                        && CONTRACT
                            .resolve(response.getValue())
                            .at("/content/application~1problem+json")
                            .isObject());
    assertThat(refused || health).isTrue();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void every_change_by_the_api_takes_an_idempotency_key(Operation operation) {
    boolean changes = Set.of("post", "patch", "delete").contains(operation.method());
    if (changes && operation.template().startsWith("/v1/")) {
      assertThat(operation.node().path("parameters"))
          .map(parameter -> CONTRACT.resolve(parameter).path("name").asText())
          .contains("Idempotency-Key");
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void every_response_names_the_request(Operation operation) {
    for (Map.Entry<String, JsonNode> response : operation.node().path("responses").properties()) {
      JsonNode resolved = CONTRACT.resolve(response.getValue());
      assertThat(resolved.path("headers").has("Request-Id")).as(response.getKey()).isTrue();
      assertThat(resolved.path("description").asText()).as(response.getKey()).isNotBlank();
    }
  }

  @Test
  void every_body_has_an_example_and_every_example_fits() {
    List<String> faults = new ArrayList<>();
    walk(
        CONTRACT.document(),
        "#",
        (at, node) -> {
          // A member of a body may be called so, too.
          boolean members = at.endsWith("/properties");
          for (Map.Entry<String, JsonNode> media :
              (members ? MissingNode.getInstance() : node.path("content")).properties()) {
            faults.addAll(mediaFaults(at + "/content/" + media.getKey(), media.getValue()));
          }
        });
    assertThat(faults).isEmpty();
  }

  @Test
  void every_header_and_parameter_example_fits() {
    List<String> faults = new ArrayList<>();
    for (String kind : List.of("headers", "parameters")) {
      for (Map.Entry<String, JsonNode> one :
          CONTRACT.document().path("components").path(kind).properties()) {
        JsonNode example = one.getValue().path("example");
        if (!example.isMissingNode()) {
          CONTRACT
              .violations(one.getValue().path("schema"), example)
              .forEach(fault -> faults.add(one.getKey() + fault));
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void every_example_of_a_schema_fits_it() {
    List<String> faults = new ArrayList<>();
    walk(
        CONTRACT.document().at("/components/schemas"),
        "#/components/schemas",
        (at, node) -> {
          if (node.path("examples").isArray()) {
            for (JsonNode example : node.path("examples")) {
              CONTRACT.violations(node, example).forEach(fault -> faults.add(at + fault));
            }
          }
        });
    assertThat(faults).isEmpty();
  }

  @Test
  void every_object_is_closed() {
    List<String> open = new ArrayList<>();
    walk(
        CONTRACT.document().at("/components/schemas"),
        "#/components/schemas",
        (at, node) -> {
          if (node.path("properties").isObject() && !node.has("additionalProperties")) {
            open.add(at);
          }
        });
    assertThat(open).isEmpty();
  }

  @Test
  void every_problem_type_has_an_example_and_a_response_that_names_it() {
    Set<String> named = new HashSet<>();
    walk(
        CONTRACT.document(),
        "#",
        (at, node) -> {
          if (node.has("content")) {
            node.path("x-problem-types").forEach(slug -> named.add(slug.asText()));
          }
        });
    for (JsonNode type : CONTRACT.document().path("x-problem-types")) {
      String slug = type.path("slug").asText();
      JsonNode example =
          CONTRACT.document().path("components").path("examples").path(slug).path("value");
      assertThat(named).contains(slug);
      assertThat(example.path("type").asText()).isEqualTo("/problems/" + slug);
      assertThat(example.path("status")).as(slug).isEqualTo(type.path("status"));
      assertThat(example.path("title")).as(slug).isEqualTo(type.path("title"));
    }
    assertThat(CONTRACT.document().path("x-problem-types"))
        .map(type -> type.path("slug").asText())
        .containsExactlyInAnyOrderElementsOf(named);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void a_response_shows_the_problems_that_it_names_under_their_own_status(Operation operation) {
    for (Map.Entry<String, JsonNode> response : operation.node().path("responses").properties()) {
      JsonNode resolved = CONTRACT.resolve(response.getValue());
      JsonNode media = resolved.at("/content/application~1problem+json");
      // In their order; one type may be shown by several examples.
      Set<String> shown = new LinkedHashSet<>();
      media
          .path("examples")
          .forEach(
              example -> {
                JsonNode value = CONTRACT.resolve(example).path("value");
                assertThat(value.path("status").asText()).isEqualTo(response.getKey());
                shown.add(value.path("type").asText().replace("/problems/", ""));
              });
      assertThat(resolved.path("x-problem-types"))
          .map(JsonNode::asText)
          .containsExactlyElementsOf(shown);
    }
  }

  private static List<String> mediaFaults(String at, JsonNode media) {
    if (media.path("examples").isEmpty()) {
      return List.of(at + " has no example");
    }
    List<String> faults = new ArrayList<>();
    for (Map.Entry<String, JsonNode> example : media.path("examples").properties()) {
      JsonNode resolved = CONTRACT.resolve(example.getValue());
      if (!resolved.has("value") || !resolved.has("summary")) {
        faults.add(at + " " + example.getKey() + " lacks its value or its summary");
      }
      CONTRACT
          .violations(media.path("schema"), resolved.path("value"))
          .forEach(fault -> faults.add(at + " " + example.getKey() + fault));
    }
    return faults;
  }

  /** Visits every object below a node, but for the insides of examples. */
  private static void walk(JsonNode node, String at, BiConsumer<String, JsonNode> visit) {
    if (node.isObject()) {
      visit.accept(at, node);
      for (Map.Entry<String, JsonNode> member : node.properties()) {
        if (!member.getKey().equals("value")) {
          walk(member.getValue(), at + "/" + member.getKey(), visit);
        }
      }
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        walk(node.get(i), at + "/" + i, visit);
      }
    }
  }
}
