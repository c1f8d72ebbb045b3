// Paths that can name nothing answer 404, to whoever may ask.
package dev.semel.app.edge;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;

import dev.semel.db.Tx;
import dev.semel.security.CreateCredential;
import dev.semel.security.Permission;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class UnkeepablePathApiTest {
  @Inject CreateCredential createCredential;
  String token = "";

  @BeforeEach
  void a_credential() {
    token =
        Tx.call(
            () ->
                createCredential
                    .create(
                        new CreateCredential.Request(
                            "default",
                            "test",
                            List.of(Permission.values()),
                            null,
                            "system",
                            "test"))
                    .text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/payouts/%00",
        "/v1/payouts/po_1%00",
        "/v1/payouts/%00/events",
        "/v1/ops/cases/%00",
        "/v1/ops/provider-calls/%00",
        "/v1/ops/webhooks/%00",
        "/v1/ops/reconciliations/%00"
      })
  void a_nul_in_an_id_is_an_id_of_nothing(String path) {
    given()
        .urlEncodingEnabled(false)
        .header("Authorization", "Bearer " + token)
        .get(path)
        .then()
        .statusCode(404)
        .body("type", equalTo("/problems/not-found"));
    given().urlEncodingEnabled(false).get(path).then().statusCode(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/payouts/",
        "/v1/payouts//",
        "/v1/payouts;a=b",
        "/v1/ops/cases;a=b",
        "/v1;a=b/payouts",
        "/v1/ops/providers/"
      })
  void a_path_that_is_spelled_otherwise_is_another_path(String path) {
    given()
        .urlEncodingEnabled(false)
        .header("Authorization", "Bearer " + token)
        .get(path)
        .then()
        .statusCode(404)
        .body("type", equalTo("/problems/not-found"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/payouts/%00/cancel",
        "/v1/ops/credentials/%00/revoke",
        "/v1/payouts//?dry_run=true"
      })
  void so_it_is_for_what_changes_something(String path) {
    given()
        .urlEncodingEnabled(false)
        .header("Authorization", "Bearer " + token)
        .header("Idempotency-Key", UUID.randomUUID().toString())
        .contentType("application/json")
        .body("{\"reason\": \"For a test.\"}")
        .post(path)
        .then()
        .statusCode(404);
  }
}
