// Credentials are made, listed and revoked over HTTP, and their tokens are seen once.
package dev.semel.security;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.semel.db.Tx;
import dev.semel.testing.ContractFilter;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class CredentialApiTest {
  private static final String PATH = "/v1/ops/credentials";
  private static final String READER =
      "{\"name\": \"reader\", \"permissions\": [\"payouts:read\"], \"reason\": \"For a test.\"}";

  @Inject CreateCredential createCredential;
  @Inject DataSource dataSource;
  String operator = "";
  String tenant = "";

  @BeforeEach
  void two_tenants() {
    operator = token("default", List.of(Permission.values()));
    tenant =
        token(
            "tenant-" + UUID.randomUUID().toString().substring(0, 8),
            List.of(Permission.CREDENTIALS_MANAGE, Permission.PAYOUTS_READ));
  }

  private String token(String name, List<Permission> permissions) {
    return Tx.call(
        () ->
            createCredential
                .create(
                    new CreateCredential.Request(name, "test", permissions, null, "system", "test"))
                .text());
  }

  @Test
  void a_new_token_works_is_shown_once_and_is_stored_nowhere() throws SQLException {
    String key = UUID.randomUUID().toString();
    Response first = post(tenant, key, PATH, READER);
    first.then().statusCode(201);
    String token = first.path("token");
    as(token).get("/v1/payouts").then().statusCode(200);

    post(tenant, key, PATH, READER)
        .then()
        .statusCode(201)
        .header("Idempotent-Replayed", "true")
        .body("id", equalTo(first.path("id")))
        .body("token", nullValue());
    assertThat(timesStored(token.substring(token.lastIndexOf('_') + 1))).isZero();
  }

  private long timesStored(String secret) throws SQLException {
    try (var connection = dataSource.getConnection();
        var statement =
            connection.prepareStatement(
                "SELECT count(*) FROM idempotency_key WHERE position(convert_to(?, 'UTF8') IN body) > 0")) {
      statement.setString(1, secret);
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  @Test
  void a_revoked_token_is_refused_from_the_answer_on() {
    Response made = post(tenant, UUID.randomUUID().toString(), PATH, READER);
    String revoke = PATH + "/" + made.path("id") + "/revoke";
    for (int i = 0; i < 2; i++) {
      post(tenant, UUID.randomUUID().toString(), revoke, "{\"reason\": \"It leaked.\"}")
          .then()
          .statusCode(200)
          .body("revoked_at", not(nullValue()));
    }
    as(made.path("token")).get("/v1/payouts").then().statusCode(401);
  }

  @Test
  void nobody_gives_what_they_do_not_have() {
    String all = "{\"name\": \"x\", \"permissions\": [\"all\"]}";
    post(tenant, UUID.randomUUID().toString(), PATH, all).then().statusCode(403);
    String elsewhere =
        "{\"name\": \"x\", \"permissions\": [\"payouts:read\"], \"tenant\": \"default\"}";
    post(tenant, UUID.randomUUID().toString(), PATH, elsewhere).then().statusCode(403);
    post(operator, UUID.randomUUID().toString(), PATH, elsewhere)
        .then()
        .statusCode(201)
        .body("tenant", equalTo("default"));
  }

  @Test
  void a_tenant_sees_and_revokes_its_own_credentials_only() {
    String id = post(operator, UUID.randomUUID().toString(), PATH, READER).path("id");
    as(operator).get(PATH + "?limit=100").then().statusCode(200).body("data.id", hasItem(id));
    as(tenant).get(PATH + "?limit=100").then().statusCode(200).body("data.id", not(hasItem(id)));
    post(
            tenant,
            UUID.randomUUID().toString(),
            PATH + "/" + id + "/revoke",
            "{\"reason\": \"Not mine.\"}")
        .then()
        .statusCode(404);
  }

  @Test
  void the_provider_list_and_the_call_log_answer_as_the_contract_says() {
    as(operator).get("/v1/ops/providers").then().statusCode(200);
    as(operator).get("/v1/ops/provider-calls?failed=true&limit=5").then().statusCode(200);
    as(operator).get("/v1/ops/provider-calls/call_none").then().statusCode(404);
  }

  private static Response post(String token, String key, String path, String body) {
    return as(token)
        .header("Idempotency-Key", key)
        .contentType("application/json")
        .body(body)
        .post(path);
  }

  private static RequestSpecification as(String token) {
    return given().filter(new ContractFilter()).header("Authorization", "Bearer " + token);
  }
}
