// What of a request's form counts, and what does not.
package dev.semel.app.edge;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.semel.security.CreateCredential;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class WhatCountsApiTest {

  private static final String PAYOUT =
      """
      {"reference": "%s", "amount": "125.50", "currency": "KES", "funding": "pending", "provider": "quick", \
      "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account", \
      "bank_account": {"account_number": "0012340001", "bank_code": "01"}}}"""
          .formatted(UUID.randomUUID());
  private static final RestAssuredConfig AS_IT_IS =
      RestAssuredConfig.config()
          .encoderConfig(
              EncoderConfig.encoderConfig()
                  .appendDefaultContentCharsetToContentTypeIfUndefined(false));

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;

  @BeforeEach
  void becomeATenant() {
    tenant = Tenant.create(credentials, database);
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/xml", "text/plain", "nonsense"})
  void a_question_may_say_any_content_type(String type) {
    tenant
        .request()
        .config(AS_IT_IS)
        .header("Content-Type", type)
        .get("/v1/payouts")
        .then()
        .statusCode(200);
    tenant
        .request()
        .config(AS_IT_IS)
        .header("Content-Type", type)
        .get("/v1/ops/providers")
        .then()
        .statusCode(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "json", "*/*", "application/*", "application/json/x", "text/plain"})
  void a_body_without_a_well_formed_type_is_refused(String type) throws Exception {
    HttpResponse<String> answer = post("/v1/payouts", List.of(type));
    Assertions.assertThat(answer.statusCode()).as(answer.body()).isEqualTo(415);
    tenant.request().get("/v1/payouts").then().body("data", hasSize(0));
  }

  @Test
  void a_body_without_a_type_or_with_two_is_refused() throws Exception {
    Assertions.assertThat(post("/v1/payouts", List.of()).statusCode()).isEqualTo(415);
    Assertions.assertThat(
            post("/v1/payouts", List.of("application/json", "text/plain")).statusCode())
        .isEqualTo(415);
    tenant.request().get("/v1/payouts").then().body("data", hasSize(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "application/json/x", "application/json"})
  void a_providers_webhook_is_taken_under_any_type_and_judged_by_its_signature(String type)
      throws Exception {
    HttpResponse<String> answer = post("/webhooks/quick", List.of(type));
    Assertions.assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
    Assertions.assertThat(answer.body()).contains("/problems/signature-invalid");
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "a/b/c;;q=x", "application/json;q=1.5", "json"})
  void an_accept_that_can_not_be_read_asks_for_nothing(String accept) throws Exception {
    for (String path :
        List.of("/v1/payouts", "/v1/ops/cases", "/problems", "/problems/not-found", "/openapi")) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://localhost:" + RestAssured.port + path))
              .header("Authorization", "Bearer " + tenant.token())
              .header("Accept", accept)
              .build();
      try (HttpClient client = HttpClient.newHttpClient()) {
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        Assertions.assertThat(answer.statusCode()).as(path).isEqualTo(200);
      }
    }
  }

  @Test
  void a_query_that_nobody_asked_for_keeps_a_request_from_being_done() {
    tenant
        .request(UUID.randomUUID().toString(), PAYOUT)
        .queryParam("dry_run", "true")
        .post("/v1/payouts")
        .then()
        .statusCode(422)
        .body("type", equalTo("/problems/validation-failed"))
        .body("errors[0].parameter", equalTo("dry_run"))
        .body("errors[0].code", equalTo("unknown_member"));
    tenant.request().get("/v1/payouts").then().body("data", hasSize(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/payouts?provider=%2B5",
        "/v1/payouts?provider=Simulator",
        "/v1/ops/cases?provider=x",
        "/v1/ops/webhooks?provider=a%20b",
        "/v1/ops/reconciliations?provider=",
        "/v1/ops/provider-calls?provider=x",
        "/v1/ops/provider-calls?payout=po_1"
      })
  void a_filter_that_can_match_nothing_is_refused(String path) {
    tenant
        .request()
        .urlEncodingEnabled(false)
        .get(path)
        .then()
        .statusCode(422)
        .body("errors[0].code", equalTo("format"));
  }

  private HttpResponse<String> post(String path, List<String> types) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + RestAssured.port + path))
            .header("Authorization", "Bearer " + tenant.token())
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .POST(BodyPublishers.ofString(PAYOUT));
    types.forEach(type -> request.header("Content-Type", type));
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }
}
