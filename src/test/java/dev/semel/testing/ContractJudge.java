// Says where an exchange and the contract disagree. Pure: no HTTP in here.
package dev.semel.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares exchanges with a contract. */
public final class ContractJudge {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  /** How a server answers what the contract does not have. */
  private static final Set<Integer> STRANGER = Set.of(401, 404, 405);

  private final Contract contract;

  public ContractJudge(Contract contract) {
    this.contract = contract;
  }

  /** Fails the test when an exchange does not fit the contract, and says all of what does not. */
  public void check(Exchange exchange) {
    List<String> faults = faults(exchange);
    if (!faults.isEmpty()) {
      throw new AssertionError(
          "The exchange does not fit the contract:\n  - %s\n%s %s -> %d\nrequest: %s\nresponse: %s"
              .formatted(
                  String.join("\n  - ", faults),
                  exchange.method(),
                  exchange.path(),
                  exchange.status(),
                  Exchange.shortened(exchange.requestBody()),
                  Exchange.shortened(exchange.body())));
    }
  }

  /**
   * Where the exchange and the contract disagree, one readable line each; empty when they agree.
   * The request of an exchange that was refused (4xx) may be wrong on purpose and is not judged.
   */
  public List<String> faults(Exchange exchange) {
    Optional<Operation> operation = contract.find(exchange.method(), exchange.path());
    if (operation.isEmpty()) {
      return strangerFaults(exchange);
    }
    List<String> faults = new ArrayList<>();
    if (exchange.status() < 400 || exchange.status() >= 500) {
      faults.addAll(requestFaults(operation.get().node(), exchange));
    }
    JsonNode response = response(operation.get(), Integer.toString(exchange.status()));
    if (response.isMissingNode()) {
      faults.add(operation.get().id() + " declares no status " + exchange.status());
    } else {
      faults.addAll(headerFaults(response.path("headers"), exchange));
      faults.addAll(commonHeaderFaults(operation.get(), exchange));
      faults.addAll(bodyFaults(response, exchange));
    }
    return faults;
  }

  /** What the operation declares for a status, or else what every operation may answer. */
  private JsonNode response(Operation operation, String status) {
    JsonNode own = contract.resolve(operation.node().path("responses").path(status));
    return own.isMissingNode()
        ? contract.resolve(contract.document().path("x-common-responses").path(status))
        : own;
  }

  private List<String> commonHeaderFaults(Operation operation, Exchange exchange) {
    JsonNode common = contract.document().path("x-common-headers");
    List<String> faults = new ArrayList<>(headerFaults(common.path("everywhere"), exchange));
    if (!operation.node().has("security")) {
      faults.addAll(headerFaults(common.path("with-credential"), exchange));
    }
    return faults;
  }

  private List<String> strangerFaults(Exchange exchange) {
    if (!STRANGER.contains(exchange.status())) {
      return List.of("the contract has no " + exchange.method() + " " + exchange.path());
    }
    if (exchange.method().equalsIgnoreCase("HEAD")) {
      return List.of();
    }
    JsonNode problem = contract.document().at("/components/schemas/Problem");
    return jsonFaults("response", problem, exchange.body());
  }

  private List<String> requestFaults(JsonNode operation, Exchange exchange) {
    List<String> faults = new ArrayList<>();
    List<String> queryNames = new ArrayList<>();
    for (JsonNode reference : operation.path("parameters")) {
      JsonNode parameter = contract.resolve(reference);
      String name = parameter.path("name").asText();
      if (parameter.path("in").asText().equals("query")) {
        queryNames.add(name);
      } else if (parameter.path("in").asText().equals("header")
          && parameter.path("required").asBoolean()
          && !exchange.requestHeaders().containsKey(name.toLowerCase(Locale.ROOT))) {
        faults.add("request: the header " + name + " is required and was not sent");
      }
    }
    for (String name : exchange.query()) {
      if (!queryNames.contains(name)) {
        faults.add("request: the query parameter " + name + " is not declared");
      }
    }
    faults.addAll(requestBodyFaults(contract.resolve(operation.path("requestBody")), exchange));
    return faults;
  }

  private List<String> requestBodyFaults(JsonNode declared, Exchange exchange) {
    if (declared.isMissingNode()) {
      return exchange.requestBody().isEmpty()
          ? List.of()
          : List.of("request: a body was sent and none is declared");
    }
    if (exchange.requestBody().isEmpty()) {
      return declared.path("required").asBoolean()
          ? List.of("request: a body is required and none was sent")
          : List.of();
    }
    return contentFaults(
        "request", declared.path("content"), exchange.requestType(), exchange.requestBody());
  }

  private List<String> headerFaults(JsonNode headers, Exchange exchange) {
    List<String> faults = new ArrayList<>();
    for (Map.Entry<String, JsonNode> declared : headers.properties()) {
      JsonNode header = contract.resolve(declared.getValue());
      String sent = exchange.headers().get(declared.getKey().toLowerCase(Locale.ROOT));
      if (sent != null) {
        for (String fault :
            contract.violations(header.path("schema"), JsonNodeFactory.instance.textNode(sent))) {
          faults.add("response: the header " + declared.getKey() + " does not fit at " + fault);
        }
      } else if (header.path("required").asBoolean()) {
        faults.add("response: the header " + declared.getKey() + " is missing");
      }
    }
    return faults;
  }

  private List<String> bodyFaults(JsonNode response, Exchange exchange) {
    JsonNode content = response.path("content");
    if (exchange.method().equalsIgnoreCase("HEAD")) {
      return List.of();
    }
    if (content.isEmpty()) {
      return exchange.body().isEmpty()
          ? List.of()
          : List.of("response: a body came and none is declared");
    }
    return contentFaults("response", content, exchange.type(), exchange.body());
  }

  private List<String> contentFaults(
      String side, JsonNode content, Optional<String> type, String body) {
    JsonNode declared =
        content.has("*/*") ? content.path("*/*") : content.path(type.orElse("(none)"));
    if (declared.isMissingNode()) {
      return List.of(side + ": the content type " + type.orElse("(none)") + " is not declared");
    }
    boolean json = !content.has("*/*") && type.filter(name -> name.endsWith("json")).isPresent();
    return json ? jsonFaults(side, declared.path("schema"), body) : List.of();
  }

  private List<String> jsonFaults(String side, JsonNode schema, String body) {
    try {
      return contract.violations(schema, JSON.readTree(body)).stream()
          .map(fault -> side + ": the body does not fit at " + fault)
          .toList();
    } catch (JsonProcessingException e) {
      return List.of(side + ": the body is not JSON: " + e.getOriginalMessage());
    }
  }
}
