// The served contract, the pages of problems, and what every answer has in common.
package dev.semel.app;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.problem.ProblemType;
import dev.semel.testing.Contract;
import dev.semel.testing.ContractFilter;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class ContractApiTest {

  private static final JsonNode EXAMPLES = Contract.load().document().at("/components/examples");

  @Test
  void the_contract_is_served_as_the_very_file() throws IOException {
    byte[] served = request().get("/openapi").then().statusCode(200).extract().body().asByteArray();
    assertThat(served).isEqualTo(Files.readAllBytes(Path.of("openapi", "semel.yaml")));
  }

  @Test
  void the_contract_is_yaml_unless_json_is_asked_for() throws IOException {
    request().accept("*/*").get("/openapi").then().header("Content-Type", "application/yaml");
    request()
        .accept("application/json;q=0.5, application/yaml")
        .get("/openapi")
        .then()
        .header("Content-Type", "application/yaml");
    String asked = request().accept("application/json").get("/openapi").asString();
    String named = request().get("/openapi.json").asString();
    assertThat(asked).isEqualTo(named);
    assertThat(new JsonMapper().readTree(named)).isEqualTo(Contract.load().document());
  }

  @Test
  void the_contract_can_be_kept_while_it_does_not_change() {
    Response first = request().get("/openapi");
    request()
        .header("If-None-Match", first.header("ETag"))
        .get("/openapi")
        .then()
        .statusCode(304)
        .header("ETag", first.header("ETag"));
    assertThat(request().get("/openapi.json").header("ETag")).isNotEqualTo(first.header("ETag"));
    assertThat(first.header("Cache-Control")).contains("max-age=300");
  }

  @Test
  void the_contract_can_not_be_had_as_an_image() {
    request()
        .accept("image/png")
        .get("/openapi")
        .then()
        .statusCode(406)
        .body("type", equalTo("/problems/not-acceptable"));
  }

  @ParameterizedTest
  @EnumSource(ProblemType.class)
  void every_problem_has_its_page_with_the_contracts_example(ProblemType type) {
    JsonNode example = EXAMPLES.path(type.slug()).path("value");
    request()
        .accept("text/html")
        .get(type.path())
        .then()
        .statusCode(200)
        .contentType("text/html")
        .body(containsString("<h1>" + type.title() + "</h1>"))
        .body(containsString("&quot;" + type.path() + "&quot;"))
        .body(containsString(example.path("detail").asText().replace("\"", "&quot;")));
    request()
        .accept("application/json")
        .get(type.path())
        .then()
        .statusCode(200)
        .body("slug", equalTo(type.slug()))
        .body("status", equalTo(type.status()))
        .body("example", equalTo(new JsonMapper().convertValue(example, Map.class)));
  }

  @Test
  void the_contract_shows_a_page_of_a_problem_as_it_is() throws IOException {
    String page = request().accept("application/json").get("/problems/reference-taken").asString();
    assertThat(new JsonMapper().readTree(page))
        .isEqualTo(EXAMPLES.path("ProblemTypeDescription").path("value"));
  }

  @Test
  void the_list_of_problems_links_each() {
    String page = request().get("/problems").then().statusCode(200).extract().asString();
    for (ProblemType type : ProblemType.values()) {
      assertThat(page).contains("href=\"" + type.path() + "\"");
    }
    request()
        .accept("application/json")
        .get("/problems")
        .then()
        .body("data.size()", equalTo(ProblemType.values().length));
  }

  @Test
  void a_problem_that_does_not_exist_is_not_found() {
    request()
        .get("/problems/no-such")
        .then()
        .statusCode(404)
        .contentType("application/problem+json")
        .body("type", equalTo("/problems/not-found"));
  }

  @Test
  void a_path_that_does_not_exist_is_not_found_with_a_problem() {
    request()
        .get("/no/such/path")
        .then()
        .statusCode(404)
        .contentType("application/problem+json")
        .body("instance", equalTo("/no/such/path"));
  }

  @Test
  void a_method_that_a_path_lacks_is_not_allowed() {
    request()
        .delete("/openapi")
        .then()
        .statusCode(405)
        .header("Allow", containsString("GET"))
        .body("type", equalTo("/problems/method-not-allowed"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/openapi", "/problems/not-found", "/health/live", "/no/such/path"})
  void a_request_id_is_echoed_everywhere(String path) {
    request()
        .header("Request-Id", "checkout-2f61")
        .get(path)
        .then()
        .header("Request-Id", "checkout-2f61");
  }

  @Test
  void a_request_id_of_another_form_is_replaced_also_in_the_problem() {
    Response response = request().header("Request-Id", "a b").get("/no/such/path");
    String id = response.header("Request-Id");
    assertThat(id).matches("req-[0-9a-f]{32}");
    response.then().body("request_id", equalTo(id));
    request().get("/openapi").then().header("Request-Id", not(equalTo(id)));
    request().get("/openapi").then().header("Request-Id", matchesPattern("req-[0-9a-f]{32}"));
  }

  @Test
  void a_body_that_says_that_it_is_too_large_is_refused_unread() {
    request()
        .contentType("application/json")
        .body(new byte[1_048_577])
        .post("/v1/payouts")
        .then()
        .statusCode(413)
        .contentType("application/problem+json")
        .body("type", equalTo("/problems/content-too-large"));
  }

  private static RequestSpecification request() {
    return given().filter(new ContractFilter());
  }
}
