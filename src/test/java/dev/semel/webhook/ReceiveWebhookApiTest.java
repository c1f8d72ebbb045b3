// What a provider's message meets at the door.
package dev.semel.webhook;

import static io.restassured.RestAssured.given;
import static io.restassured.config.EncoderConfig.encoderConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.emptyString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(WebhookProfile.class)
class ReceiveWebhookApiTest {
  private static final String COUNT =
      "SELECT count(*) FROM webhook_message WHERE convert_from(body, 'UTF8') = ?";

  private final Partner signed = new Partner("signed");

  @Inject Scene scene;

  @Test
  void a_signed_message_is_in_the_database_when_its_200_is_seen_though_nobody_processes_it() {
    String body = body();

    signed.deliver(body).then().statusCode(200).body(emptyString());

    assertThat(
            scene.text(
                "SELECT verification || ' ' || status || ' ' || (due_at <= now()) FROM webhook_message WHERE convert_from(body, 'UTF8') = ?",
                body))
        .isEqualTo("verified received true");
  }

  @Test
  void a_message_comes_by_put_too_where_the_file_says_so_and_nowhere_else() {
    String body = body();
    given()
        .contentType("application/json")
        .body(body)
        .put("/webhooks/unsigned")
        .then()
        .statusCode(200);
    assertThat(scene.count(COUNT, body)).isEqualTo(1);

    String refused = body();
    given()
        .contentType("application/json")
        .body(refused)
        .put("/webhooks/signed")
        .then()
        .statusCode(405)
        .header("Allow", equalTo("POST"))
        .body("type", equalTo("/problems/method-not-allowed"));
    assertThat(scene.count(COUNT, refused)).isZero();
    given()
        .contentType("application/json")
        .body(refused)
        .put("/webhooks/nobody")
        .then()
        .statusCode(404);
  }

  @Test
  void the_raw_bytes_are_kept_as_they_came() {
    String body = body().replace(":", " :  ") + "\n";

    signed.deliver(body).then().statusCode(200);

    assertThat(scene.count(COUNT, body)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"application/json", "text/plain", "application/x-www-form-urlencoded", "a/b"})
  void any_content_type_is_taken(String type) {
    String body = body();
    long now = Instant.now().getEpochSecond();

    given()
        .config(
            RestAssured.config()
                .encoderConfig(encoderConfig().encodeContentTypeAs(type, ContentType.TEXT)))
        .header("Content-Type", type)
        .header("X-Simulator-Timestamp", Long.toString(now))
        .header("X-Simulator-Signature", Partner.signature(now, body))
        .body(body)
        .post("/webhooks/signed")
        .then()
        .statusCode(200);

    assertThat(scene.count(COUNT, body)).isEqualTo(1);
  }

  @Test
  void headers_that_may_carry_secrets_are_masked_before_they_are_stored() {
    String body = body();
    long now = Instant.now().getEpochSecond();

    signed
        .send(
            given()
                .header("Authorization", "Bearer abc-secret")
                .header("Cookie", "session=abc-secret")
                .header("X-Api-Key", "abc-secret")
                .header("X-Kept", "shown")
                .header("X-Simulator-Timestamp", Long.toString(now))
                .header("X-Simulator-Signature", Partner.signature(now, body)),
            body)
        .then()
        .statusCode(200);

    assertThat(
            scene.text(
                "SELECT headers::text FROM webhook_message WHERE convert_from(body, 'UTF8') = ?",
                body))
        .doesNotContain("abc-secret")
        .doesNotContain(Partner.signature(now, body))
        .contains("shown")
        .contains("***");
  }

  @Test
  void a_missing_wrong_or_old_signature_is_refused_and_quarantined() {
    scene.update("DELETE FROM webhook_intake WHERE provider = ?", "signed");
    String missing = body();
    String wrong = body();
    String old = body();
    String future = body();
    long now = Instant.now().getEpochSecond();

    refused(signed.deliverUnsigned(missing));
    refused(
        signed.send(
            given()
                .header("X-Simulator-Timestamp", Long.toString(now))
                .header("X-Simulator-Signature", Partner.signature(now, "something else")),
            wrong));
    refused(signed.deliver(old, now - 3600));
    refused(signed.deliver(future, now + 3600));

    for (String body : List.of(missing, wrong, old, future)) {
      assertThat(
              scene.text(
                  "SELECT verification || ' ' || status || ' ' || (error IS NOT NULL) || ' ' || (due_at IS NULL) FROM webhook_message WHERE convert_from(body, 'UTF8') = ?",
                  body))
          .isEqualTo("rejected quarantined true true");
    }
    scene.processAll();
    assertThat(
            scene.count(
                "SELECT count(*) FROM webhook_event WHERE payload::text LIKE '%' || ? || '%'",
                missing))
        .isZero();
  }

  @Test
  void a_full_quarantine_keeps_no_more_and_still_refuses() {
    for (int i = 0; i < 7; i++) {
      refused(new Partner("confirming").deliverUnsigned(body()));
    }
    assertThat(
            scene.count(
                "SELECT count(*) FROM webhook_message WHERE verification = 'rejected' AND provider = ?",
                "confirming"))
        .isEqualTo(5);
    new Partner("confirming").deliver(body()).then().statusCode(200);
  }

  @Test
  void an_unknown_provider_is_not_found() {
    new Partner("nobody").deliver(body()).then().statusCode(404);
  }

  @Test
  void w_23_a_body_of_a_mebibyte_is_taken_and_a_byte_more_is_not() {
    String body = "x".repeat(1_048_576);
    signed.deliver(body).then().statusCode(200);
    signed.deliver(body + "x").then().statusCode(413);
  }

  private static void refused(Response response) {
    response
        .then()
        .statusCode(401)
        .header("WWW-Authenticate", notNullValue())
        .body("type", equalTo("/problems/signature-invalid"));
  }

  private static String body() {
    return Partner.event("evt-" + UUID.randomUUID(), "REF", "SIM", "paid", Instant.EPOCH, 1)
        .toString();
  }
}
