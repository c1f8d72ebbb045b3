// Messages from providers in the words of the contract.
package dev.semel.webhook;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.WireNames;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Writes messages from providers as the contract shows them. */
final class WebhookJson {
  private WebhookJson() {}

  /** A message in a list. */
  static ObjectNode head(MessageHead message) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", message.id())
        .put("provider", message.provider())
        .put("verification", WireNames.of(message.verification()))
        .put("status", WireNames.of(message.status()))
        .put("error", message.error())
        .put("size", message.size())
        .put("received_at", message.receivedAt().toString())
        .put(
            "processed_at",
            message.processedAt() == null ? null : message.processedAt().toString());
  }

  /** A message with everything in it. */
  static ObjectNode message(StoredMessage message, List<StoredEvent> events) {
    ObjectNode json = head(message.head());
    ArrayNode headers = json.putArray("headers");
    message.headers().values().entrySet().stream()
        .sorted(java.util.Map.Entry.comparingByKey())
        .forEach(
            header ->
                header
                    .getValue()
                    .forEach(
                        value ->
                            headers.addObject().put("name", header.getKey()).put("value", value)));
    putBody(json, message.body());
    ArrayNode found = json.putArray("events");
    events.forEach(event -> found.add(event(event)));
    return json;
  }

  /** A re-application of a span. */
  static ObjectNode reapplication(Reapplication one) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", one.id())
        .put("status", one.finished() ? "finished" : "running")
        .put("provider", one.provider().orElse(null))
        .put("from", one.from().toString())
        .put("to", one.to().toString())
        .put("total", one.total())
        .put("seen", one.seen())
        .put("put_back", one.putBack())
        .put("waiting", one.standing().waiting())
        .put("processed", one.standing().processed())
        .put("failed", one.standing().failed())
        .put("created_at", one.createdAt().toString())
        .put("finished_at", one.finishedAt() == null ? null : one.finishedAt().toString());
  }

  private static void putBody(ObjectNode json, byte[] body) {
    try {
      json.put(
          "body", StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
      json.put("body_encoding", "utf-8");
    } catch (CharacterCodingException notUtf8) {
      json.put("body", Base64.getEncoder().encodeToString(body));
      json.put("body_encoding", "base64");
    }
  }

  private static ObjectNode event(StoredEvent event) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("event_id", event.eventId())
        .put("payout_id", event.payoutId())
        .put("status", WireNames.of(event.status()))
        .put("reason", event.reason());
  }
}
