// All failed messages of a span are processed again, and how far that is can be read.
package dev.semel.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.semel.db.Ids;
import dev.semel.security.Permission;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(WebhookProfile.class)
class ReapplySpanApiTest {
  private static final String REASON = "{\"reason\": \"The file is mended.\"}";
  private static final String SPAN =
      "/v1/ops/webhooks/reapply?status=failed&provider=signed&from=2025-03-01T00:00:00Z&to=2025-03-02T00:00:00Z";
  private static final String AUDITED =
      "SELECT count(*) FROM audit_entry WHERE action = 'webhook.reapply_span' AND subject = ?";

  @Inject Scene scene;
  @Inject ProcessWebhooks process;
  String token = "";

  @BeforeEach
  void someone() {
    token = scene.token("default");
  }

  /** A message that failed once, and would be processed now unless its body is no JSON. */
  private String failed(String body, String receivedAt) {
    String id = Ids.next(Ids.Kind.WEBHOOK_MESSAGE);
    scene.update(
        "INSERT INTO webhook_message (id, provider, headers, body, verification, status, error, received_at) VALUES (?, 'signed', '{}', '"
            + body
            + "', 'verified', 'failed', 'a test', '"
            + receivedAt
            + "')",
        id);
    return id;
  }

  private String status(String message) {
    return String.valueOf(scene.text("SELECT status FROM webhook_message WHERE id = ?", message));
  }

  private JsonPath read(String id) {
    return Scene.as(token)
        .get("/v1/ops/webhook-reapplications/" + id)
        .then()
        .statusCode(200)
        .extract()
        .jsonPath();
  }

  @Test
  void a_span_is_put_back_some_at_a_time_and_told_how_far_it_is() {
    for (int i = 0; i < 70; i++) {
      failed("[]", "2025-03-01T10:00:00Z");
    }
    String poison = failed("no json", "2025-03-01T23:59:59Z");
    String before = failed("[]", "2025-02-28T23:59:59Z");
    String after = failed("[]", "2025-03-02T00:00:00Z");
    String key = UUID.randomUUID().toString();
    JsonPath begun = begin(key);
    String id = begun.getString("id");
    assertThat(begun.getString("status")).isEqualTo("running");
    assertThat(begun.getInt("total")).isEqualTo(71);
    assertThat(begin(key).getString("id")).as("a repeat").isEqualTo(id);
    assertThat(scene.count(AUDITED, id)).isEqualTo(1);

    while (read(id).getInt("put_back") == 0) {
      assertThat(process.step()).isTrue();
    }
    JsonPath half = read(id);
    assertThat(half.getInt("seen")).isEqualTo(50);
    assertThat(half.getString("status")).isEqualTo("running");
    assertThat(half.getString("finished_at")).isNull();

    scene.processAll();
    Scene.as(token)
        .get("/v1/ops/webhook-reapplications/" + id)
        .then()
        .statusCode(200)
        .body("status", equalTo("finished"))
        .body("total", equalTo(71))
        .body("seen", equalTo(71))
        .body("put_back", equalTo(71))
        .body("waiting", equalTo(0))
        .body("processed", equalTo(70))
        .body("failed", equalTo(1))
        .body("finished_at", notNullValue());
    assertThat(status(poison)).isEqualTo("failed");
    assertThat(status(before)).isEqualTo("failed");
    assertThat(status(after)).isEqualTo("failed");
    Scene.as(token)
        .get("/v1/ops/webhook-reapplications?limit=100")
        .then()
        .statusCode(200)
        .body("data.id", hasItems(id));
    Scene.as(token)
        .get(
            "/v1/ops/webhooks?provider=signed&status=failed&from=2025-03-01T00:00:00Z&to=2025-03-02T00:00:00Z")
        .then()
        .statusCode(200)
        .body("data.id", equalTo(List.of(poison)));
  }

  private JsonPath begin(String key) {
    return Scene.as(token)
        .header("Idempotency-Key", key)
        .contentType("application/json")
        .body(REASON)
        .post(SPAN)
        .then()
        .statusCode(202)
        .extract()
        .jsonPath();
  }

  @Test
  void the_case_of_a_message_is_over_once_it_is_processed() {
    String body = "no json " + UUID.randomUUID();
    new Partner("signed").deliver(body).then().statusCode(200);
    scene.processAll();
    String message =
        String.valueOf(
            scene.text(
                "SELECT id FROM webhook_message WHERE convert_from(body, 'UTF8') = ?", body));
    String open =
        "SELECT count(*) FROM ops_case WHERE kind = 'job_failed' AND status <> 'resolved' AND difference = ?";
    assertThat(scene.count(open, message)).isEqualTo(1);

    scene.update("UPDATE webhook_message SET body = '[]' WHERE id = ?", message);
    Scene.change(token)
        .body(REASON)
        .post("/v1/ops/webhooks/" + message + "/reapply")
        .then()
        .statusCode(200);
    scene.processAll();
    assertThat(status(message)).isEqualTo("processed");
    assertThat(scene.count(open, message)).isZero();
  }

  @Test
  void it_needs_its_own_permission_and_a_whole_span() {
    String reader = scene.token("default", List.of(Permission.WEBHOOKS_READ));
    Scene.change(reader).body(REASON).post(SPAN).then().statusCode(403);
    for (String query :
        List.of(
            "",
            "?status=failed",
            "?status=failed&from=2025-03-01T00:00:00Z",
            "?status=quarantined&from=2025-03-01T00:00:00Z&to=2025-03-02T00:00:00Z",
            "?status=failed&from=2025-03-02T00:00:00Z&to=2025-03-01T00:00:00Z",
            "?status=failed&from=monday&to=2025-03-01T00:00:00Z",
            "?status=failed&from=2025-03-01T00:00:00Z&to=2025-03-02T00:00:00Z&dry_run=true")) {
      Scene.change(token)
          .body(REASON)
          .post("/v1/ops/webhooks/reapply" + query)
          .then()
          .statusCode(422);
    }
  }

  @Test
  void what_another_tenant_asked_for_is_not_there() {
    String id = begin(UUID.randomUUID().toString()).getString("id");
    String other = scene.token("other-" + UUID.randomUUID());
    Scene.as(other)
        .get("/v1/ops/webhook-reapplications/" + id)
        .then()
        .statusCode(404)
        .body("request_id", notNullValue());
    Scene.as(other)
        .get("/v1/ops/webhook-reapplications")
        .then()
        .statusCode(200)
        .body("data", equalTo(List.of()))
        .body("next_cursor", nullValue());
  }
}
