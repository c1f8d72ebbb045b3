// What a credential sees of its limit.
package dev.semel.security;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RateLimitApiTest {
  private static final Pattern STANDING = Pattern.compile("\"credential\";r=([0-9]+);t=[0-9]+");

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Inject CreateCredential credentials;
  @Inject DataSource database;
  @Inject RateLimits limits;
  private Tenant tenant;

  @BeforeEach
  void a_tenant() {
    tenant = Tenant.create(credentials, database);
  }

  @Test
  void every_answer_to_a_credential_says_where_it_stands() {
    Tenant reader = Tenant.operator(credentials, database, List.of(Permission.PAYOUTS_READ));
    List<ValidatableResponse> answers =
        List.of(
            tenant.request().get("/v1/payouts").then().statusCode(200),
            tenant.request().get("/v1/payouts/po_none").then().statusCode(404),
            tenant.request(key(), "{}").post("/v1/payouts").then().statusCode(422),
            tenant.request(key(), "{").post("/v1/payouts").then().statusCode(400),
            reader.request(key(), payout()).post("/v1/payouts").then().statusCode(403));

    assertThat(answers)
        .map(RateLimitApiTest::remaining)
        .allMatch(left -> left > limits.burst() - 10 && left < limits.burst());
    tenant.request().get("/v1/payouts").then().header("RateLimit-Policy", policy());
  }

  @Test
  void a_replay_says_where_the_credential_stands_now() {
    String key = key();
    String body = payout();
    long first = remaining(tenant.request(key, body).post("/v1/payouts").then().statusCode(201));
    for (int i = 0; i < 20; i++) {
      limits.spend(tenant.credentialId());
    }

    Response replay = tenant.request(key, body).post("/v1/payouts");

    replay.then().statusCode(201).header("Idempotent-Replayed", "true");
    assertThat(remaining(replay.then())).isLessThan(first - 10);
  }

  @Test
  void a_request_over_the_limit_has_touched_nothing_and_its_key_is_free() throws Exception {
    String key = key();
    String body = payout();
    Response limited = limited(tenant, () -> tenant.request(key(), body).post("/v1/payouts"));

    limited
        .then()
        .contentType("application/problem+json")
        .header("Retry-After", "1")
        .header("RateLimit-Policy", policy())
        .body("type", equalTo("/problems/rate-limited"));
    assertThat(remaining(limited.then())).isZero();
    Response later =
        Wait.until(
            "a token",
            PATIENCE,
            () -> tenant.request(key, body).post("/v1/payouts"),
            response -> response.statusCode() != 429);
    later.then().statusCode(201).header("Idempotent-Replayed", nullValue());
  }

  @Test
  void the_limit_comes_before_the_permission() throws Exception {
    Tenant reader = Tenant.operator(credentials, database, List.of(Permission.PAYOUTS_READ));
    limited(reader, () -> reader.request(key(), payout()).post("/v1/payouts"));
  }

  @Test
  void the_limit_comes_before_the_body() throws Exception {
    limited(tenant, () -> tenant.request(key(), "{").post("/v1/payouts"));
  }

  @Test
  void who_is_not_known_has_no_bucket() {
    limits.spend(tenant.credentialId());
    long before = limits.remembered();
    for (int i = 0; i < 50; i++) {
      given()
          .header("Authorization", "Bearer sm_" + UUID.randomUUID() + "_secret")
          .get("/v1/payouts")
          .then()
          .statusCode(401)
          .header("RateLimit", nullValue());
    }
    given()
        .header("Authorization", "Bearer " + tenant.token() + "x")
        .get("/v1/payouts")
        .then()
        .statusCode(401);
    assertThat(limits.remembered()).isLessThan(before + 50);
  }

  @Test
  void providers_health_and_pages_are_not_limited() {
    given().body("{}").post("/webhooks/nobody").then().header("RateLimit", nullValue());
    for (String path : List.of("/health/live", "/openapi", "/problems")) {
      given()
          .header("Authorization", "Bearer " + tenant.token())
          .get(path)
          .then()
          .statusCode(200)
          .header("RateLimit", nullValue());
    }
  }

  /** A refusal over the limit; a token may come back between the draining and the request. */
  private Response limited(Tenant whose, Supplier<Response> request) throws Exception {
    return Wait.until(
        "a refusal",
        PATIENCE,
        () -> {
          drain(whose);
          return request.get();
        },
        response -> response.statusCode() == 429);
  }

  private void drain(Tenant whose) {
    while (limits.spend(whose.credentialId()).orElseThrow().allowed()) {
      // Each round spends a token.
    }
  }

  private String policy() {
    return "\"credential\";q=" + limits.burst() + ";w=" + limits.windowSeconds();
  }

  private static long remaining(ValidatableResponse response) {
    Matcher standing = STANDING.matcher(response.extract().header("RateLimit"));
    assertThat(standing.matches()).isTrue();
    return Long.parseLong(standing.group(1));
  }

  private static String key() {
    return UUID.randomUUID().toString();
  }

  private static String payout() {
    return """
        {"reference": "%s", "amount": "125.50", "currency": "KES", "funding": "pending",
         "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
          "bank_account": {"account_number": "0012345678", "bank_code": "01"}},
         "sender": {"name": "Jon Doe", "country": "GB"}, "purpose": "family_support"}
        """
        .formatted(UUID.randomUUID());
  }
}
