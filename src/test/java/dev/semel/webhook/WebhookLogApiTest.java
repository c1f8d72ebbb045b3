// Who sees which message, and how one is put back.
package dev.semel.webhook;

import static dev.semel.webhook.Partner.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.security.Permission;
import dev.semel.webhook.Scene.Known;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(WebhookProfile.class)
class WebhookLogApiTest {
  private static final String REASON = "{\"reason\": \"It was mended.\"}";

  private static final Instant AT = Instant.parse("2026-11-30T10:00:00Z");

  @Inject Scene scene;
  String operator = "";
  String tenant = "";

  @BeforeEach
  void two_tenants() {
    operator = scene.token("default");
    tenant = scene.token("tenant-" + UUID.randomUUID().toString().substring(0, 8));
  }

  @Test
  void the_operator_sees_every_message_and_another_tenant_only_its_own() {
    Known own = scene.sent(tenant, "signed");
    Known other = scene.sent(operator, "signed");
    String ofOwn = message(own, "paid");
    String ofOther = message(other, "paid");
    scene.processAll();

    Scene.as(operator).get("/v1/ops/webhooks/" + ofOwn).then().statusCode(200);
    Scene.as(tenant)
        .get("/v1/ops/webhooks/" + ofOwn)
        .then()
        .statusCode(200)
        .body("events[0].payout_id", equalTo(own.id()))
        .body("body_encoding", equalTo("utf-8"));
    Scene.as(tenant).get("/v1/ops/webhooks/" + ofOther).then().statusCode(404);
    Scene.as(tenant)
        .get("/v1/ops/webhooks?limit=100")
        .then()
        .statusCode(200)
        .body("data.id", equalTo(List.of(ofOwn)));
    Scene.as(operator)
        .get("/v1/ops/webhooks?provider=signed&status=processed&limit=100")
        .then()
        .statusCode(200)
        .body("data.id", hasItem(ofOther));
  }

  @Test
  void a_message_about_payouts_of_two_tenants_is_for_the_operator_alone() {
    Known own = scene.sent(tenant, "signed");
    Known other = scene.sent(operator, "signed");
    String message =
        deliver(
            "signed",
            "["
                + event(id(), own.reference(), own.partnersId(), "paid", AT, 2)
                + ","
                + event(id(), other.reference(), other.partnersId(), "paid", AT, 2)
                + "]");
    scene.processAll();

    Scene.as(tenant).get("/v1/ops/webhooks/" + message).then().statusCode(404);
    Scene.as(tenant).get("/v1/ops/webhooks").then().statusCode(200).body("data", empty());
    Scene.as(operator).get("/v1/ops/webhooks/" + message).then().statusCode(200);
  }

  @Test
  void an_unmatched_event_is_applied_when_its_message_is_re_applied_after_the_payout_turned_up() {
    Known payout = scene.submitting(operator, "theirs");
    String id = id();
    String message = deliver(payout, event(id, "none", payout.partnersId(), "paid", AT, 2));
    scene.processUntil(() -> "unmatched".equals(scene.eventStatus(id)));
    scene.accept(payout);

    String key = UUID.randomUUID().toString();
    for (int i = 0; i < 2; i++) {
      Scene.as(operator)
          .header("Idempotency-Key", key)
          .contentType("application/json")
          .body(REASON)
          .post("/v1/ops/webhooks/" + message + "/reapply")
          .then()
          .statusCode(200)
          .body("events[0].status", equalTo("parked"));
    }
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("paid");
    assertThat(scene.eventStatus(id)).isEqualTo("applied");
    assertThat(
            scene.count(
                "SELECT count(*) FROM audit_entry WHERE action = 'webhook.reapply' AND subject = ?",
                message))
        .isEqualTo(1);
  }

  @Test
  void what_was_applied_or_quarantined_is_not_re_applied() {
    scene.update("DELETE FROM webhook_intake WHERE provider = ?", "timed");
    Known payout = scene.sent(operator, "signed");
    String applied = message(payout, "paid");
    scene.processAll();

    Scene.change(operator)
        .body(REASON)
        .post("/v1/ops/webhooks/" + applied + "/reapply")
        .then()
        .statusCode(409)
        .body("type", equalTo("/problems/message-not-reapplied"));

    String body = "unsigned " + UUID.randomUUID();
    new Partner("timed").deliverUnsigned(body).then().statusCode(401);
    Scene.change(operator)
        .body(REASON)
        .post(
            "/v1/ops/webhooks/"
                + scene.text(
                    "SELECT id FROM webhook_message WHERE convert_from(body, 'UTF8') = ?", body)
                + "/reapply")
        .then()
        .statusCode(409);
  }

  @Test
  void a_refused_event_that_is_re_applied_is_refused_again_and_changes_nothing() {
    Known payout = scene.sent(operator, "signed");
    message(payout, "paid");
    String late = message(payout, "processing");
    scene.processAll();

    Scene.change(operator)
        .body(REASON)
        .post("/v1/ops/webhooks/" + late + "/reapply")
        .then()
        .statusCode(200);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("paid");
    Scene.as(operator)
        .get("/v1/ops/webhooks/" + late)
        .then()
        .body("events[0].status", equalTo("refused"));
  }

  @Test
  void reading_and_re_applying_are_permitted_apart() {
    Known payout = scene.sent(operator, "signed");
    String message = message(payout, "paid");
    scene.processAll();
    String reader = scene.token("default", List.of(Permission.WEBHOOKS_READ));

    Scene.as(reader).get("/v1/ops/webhooks").then().statusCode(200).body("data.id", not(empty()));
    Scene.change(reader)
        .body(REASON)
        .post("/v1/ops/webhooks/" + message + "/reapply")
        .then()
        .statusCode(403);
  }

  private String message(Known payout, String status) {
    return deliver(payout, event(id(), payout.reference(), payout.partnersId(), status, AT, 2));
  }

  private String deliver(Known payout, JsonNode event) {
    return deliver(payout.provider(), event.toString());
  }

  private String deliver(String provider, String body) {
    new Partner(provider).deliver(body).then().statusCode(200);
    return String.valueOf(
        scene.text("SELECT id FROM webhook_message WHERE convert_from(body, 'UTF8') = ?", body));
  }

  private static String id() {
    return "evt-" + UUID.randomUUID();
  }
}
