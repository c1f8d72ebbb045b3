// The harness itself: small inputs that must fail, and why.
package dev.semel.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContractJudgeTest {

  private static final String CONTRACT =
      """
      openapi: 3.1.0
      paths:
        /things:
          post:
            operationId: createThing
            parameters:
              - {name: Idempotency-Key, in: header, required: true, schema: {type: string}}
              - {name: dry, in: query, schema: {type: boolean}}
            requestBody:
              required: true
              content:
                application/json: {schema: {$ref: '#/components/schemas/Thing'}}
            responses:
              '201':
                headers:
                  Location: {required: true, schema: {type: string, pattern: '^/things/'}}
                content:
                  application/json: {schema: {$ref: '#/components/schemas/Thing'}}
              '422': {$ref: '#/components/responses/Refused'}
        /things/{id}:
          delete:
            operationId: deleteThing
            responses: {'204': {description: Gone.}}
        /things/first:
          get:
            operationId: firstThing
            responses: {'200': {content: {text/plain: {schema: {type: string}}}}}
      components:
        responses:
          Refused:
            content:
              application/problem+json: {schema: {$ref: '#/components/schemas/Problem'}}
        schemas:
          Thing:
            type: object
            additionalProperties: false
            required: [name, at]
            properties:
              name: {type: string, maxLength: 5}
              at: {type: string, format: date-time}
          Problem:
            type: object
            required: [type]
      """;
  private static final String THING = "{\"name\": \"a\", \"at\": \"2026-11-30T10:00:00Z\"}";

  private final ContractJudge judge = new ContractJudge(Contract.parse(CONTRACT));

  @Test
  void an_exchange_that_fits_has_no_fault() {
    assertThat(faults(create(THING, 201, THING))).isEmpty();
  }

  @Test
  void a_path_that_the_contract_lacks_is_a_fault() {
    assertThat(faults(new Exchange("GET", "/others", List.of(), Map.of(), "", 200, Map.of(), "")))
        .containsExactly("the contract has no GET /others");
  }

  @Test
  void a_method_that_the_contract_lacks_may_be_refused_with_a_problem() {
    assertThat(faults(bare("PUT", "/things", 405, "{\"type\": \"/problems/x\"}"))).isEmpty();
    assertThat(faults(bare("PUT", "/things", 405, "{}")))
        .singleElement()
        .asString()
        .contains("type");
    assertThat(faults(bare("PUT", "/things", 200, "{\"type\": \"/problems/x\"}")))
        .containsExactly("the contract has no PUT /things");
  }

  @Test
  void a_request_body_that_does_not_fit_is_a_fault_when_it_was_accepted() {
    assertThat(faults(create("{\"name\": \"a\"}", 201, THING)))
        .singleElement()
        .asString()
        .startsWith("request: the body does not fit")
        .contains("at");
  }

  @Test
  void a_request_that_was_refused_may_be_wrong_on_purpose() {
    Map<String, String> type = Map.of("content-type", "application/problem+json");
    assertThat(
            faults(
                new Exchange(
                    "POST",
                    "/things",
                    List.of("odd"),
                    Map.of(),
                    "{",
                    422,
                    type,
                    "{\"type\": \"/problems/x\"}")))
        .isEmpty();
  }

  @Test
  void what_the_request_lacks_or_has_too_much_is_a_fault() {
    Exchange exchange =
        new Exchange(
            "POST",
            "/things",
            List.of("dry", "wet"),
            Map.of("content-type", "text/xml"),
            THING,
            201,
            answerHeaders(),
            THING);

    assertThat(faults(exchange))
        .containsExactlyInAnyOrder(
            "request: the header Idempotency-Key is required and was not sent",
            "request: the query parameter wet is not declared",
            "request: the content type text/xml is not declared");
  }

  @Test
  void a_missing_request_body_is_a_fault() {
    assertThat(faults(create("", 201, THING)))
        .containsExactly("request: a body is required and none was sent");
  }

  @Test
  void a_status_that_is_not_declared_is_a_fault() {
    assertThat(faults(create(THING, 202, THING)))
        .containsExactly("createThing declares no status 202");
  }

  @Test
  void a_response_body_that_does_not_fit_is_a_fault() {
    assertThat(
            faults(create(THING, 201, "{\"name\": \"toolong\", \"at\": \"yesterday\", \"b\": 1}")))
        .hasSize(3)
        .allMatch(fault -> fault.startsWith("response: the body does not fit"));
  }

  @Test
  void a_response_body_that_is_no_json_is_a_fault() {
    assertThat(faults(create(THING, 201, THING + "{")))
        .singleElement()
        .asString()
        .startsWith("response: the body is not JSON");
  }

  @Test
  void a_content_type_that_is_not_declared_is_a_fault() {
    assertThat(faults(bare("GET", "/things/first", 200, "x")))
        .containsExactly("response: the content type (none) is not declared");
  }

  @Test
  void a_missing_or_odd_response_header_is_a_fault() {
    Map<String, String> headers = new HashMap<>(answerHeaders());
    headers.remove("location");
    assertThat(faults(createAnswered(headers)))
        .containsExactly("response: the header Location is missing");
    headers.put("location", "elsewhere");
    assertThat(faults(createAnswered(headers)))
        .singleElement()
        .asString()
        .startsWith("response: the header Location does not fit");
  }

  @Test
  void a_body_where_none_is_declared_is_a_fault() {
    assertThat(faults(bare("DELETE", "/things/7", 204, ""))).isEmpty();
    assertThat(faults(bare("DELETE", "/things/7", 204, "x")))
        .containsExactly("response: a body came and none is declared");
  }

  @Test
  void a_contract_with_a_member_twice_is_refused() {
    assertThatThrownBy(() -> Contract.parse("a: 1\na: 2\n"))
        .isInstanceOf(UncheckedIOException.class);
  }

  private List<String> faults(Exchange exchange) {
    return judge.faults(exchange);
  }

  private static Exchange create(String body, int status, String answer) {
    return new Exchange(
        "POST",
        "/things",
        List.of(),
        Map.of("content-type", "application/json", "idempotency-key", "k"),
        body,
        status,
        answerHeaders(),
        answer);
  }

  private static Exchange createAnswered(Map<String, String> headers) {
    Exchange good = create(THING, 201, THING);
    return new Exchange(
        good.method(),
        good.path(),
        good.query(),
        good.requestHeaders(),
        THING,
        201,
        headers,
        THING);
  }

  private static Exchange bare(String method, String path, int status, String body) {
    return new Exchange(method, path, List.of(), Map.of(), "", status, Map.of(), body);
  }

  private static Map<String, String> answerHeaders() {
    return Map.of("content-type", "application/json;charset=UTF-8", "location", "/things/7");
  }
}
