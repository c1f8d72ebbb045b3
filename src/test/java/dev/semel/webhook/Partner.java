// A partner's side of a webhook: its events, its signature, its delivery.
package dev.semel.webhook;

import static io.restassured.RestAssured.given;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.testing.ContractFilter;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Delivers webhooks as a partner does. */
record Partner(String name) {
  private static final ContractFilter CONTRACT = new ContractFilter();

  /** An event about a payout, complete as the partner's file promises. */
  static ObjectNode event(
      String eventId, String reference, String partnersId, String status, Instant at, int number) {
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event
        .put("event_id", eventId)
        .put("type", "payout." + status)
        .put("created_at", at.toString())
        .put("sequence", number);
    event
        .putObject("data")
        .put("client_reference", reference)
        .put("id", partnersId)
        .put("status", status)
        .put("amount", "125.50")
        .put("currency", "KES");
    return event;
  }

  /** The id of an event that nobody has told of. */
  static String eventId() {
    return "evt-" + UUID.randomUUID();
  }

  /** Has a payout's partner tell of it, signed, and returns the event's id. */
  static String tell(Scene.Known payout, String status, Instant at, int number) {
    String id = eventId();
    new Partner(payout.provider())
        .deliver(event(id, payout.reference(), payout.partnersId(), status, at, number).toString())
        .then()
        .statusCode(200);
    return id;
  }

  /** Delivers a body with a good signature. */
  Response deliver(String body) {
    return deliver(body, Instant.now().getEpochSecond());
  }

  /** Delivers a body that is signed as of a moment. */
  Response deliver(String body, long signedAt) {
    return send(
        given()
            .header("X-Simulator-Timestamp", Long.toString(signedAt))
            .header("X-Simulator-Signature", signature(signedAt, body)),
        body);
  }

  /** Delivers a body without any signature. */
  Response deliverUnsigned(String body) {
    return send(given(), body);
  }

  /** Delivers a body with headers of the test's making. */
  Response send(RequestSpecification request, String body) {
    return request
        .filter(CONTRACT)
        .contentType(
            body.startsWith("{") || body.startsWith("[") ? "application/json" : "text/plain")
        .body(body.getBytes(StandardCharsets.UTF_8))
        .post("/webhooks/" + name);
  }

  static String signature(long at, String body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(
          new SecretKeySpec(WebhookProfile.SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of()
          .formatHex(mac.doFinal((at + "." + body).getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HMAC", e);
    }
  }
}
