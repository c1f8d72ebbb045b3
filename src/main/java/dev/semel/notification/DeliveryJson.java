// Deliveries and replays in the words of the contract.
package dev.semel.notification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.semel.domain.WireNames;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes deliveries and replays as the contract shows them. */
final class DeliveryJson {
  private DeliveryJson() {}

  /** A delivery in a list. */
  static ObjectNode head(Delivery delivery) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", delivery.id())
        .put("endpoint_id", delivery.endpointId())
        .put("kind", WireNames.of(delivery.kind()))
        .put("replay_id", delivery.replayId().orElse(null))
        .put("event_id", delivery.messageId())
        .put("type", delivery.type())
        .put("payout_id", delivery.event().map(Event::payoutId).orElse(null))
        .put("sequence", delivery.event().map(Event::sequence).orElse(null))
        .put("mode", WireNames.of(delivery.mode()))
        .put("status", WireNames.of(delivery.status()))
        .put("attempts", delivery.attempts())
        .put("next_attempt_at", text(delivery.nextAttemptAt()))
        .put("created_at", delivery.createdAt().toString())
        .put("ended_at", text(delivery.endedAt()));
  }

  /** A delivery with what was sent and what came back. */
  static ObjectNode delivery(ReadDeliveries.Found found) {
    Delivery delivery = found.delivery();
    ObjectNode json = head(delivery);
    json.put(
        "body",
        DeliveryBody.text(
            delivery.kind(),
            delivery.messageId(),
            delivery.createdAt(),
            delivery.mode(),
            delivery.event()));
    json.set("log", log(found.attempts()));
    return json;
  }

  private static ArrayNode log(List<Attempt> attempts) {
    ArrayNode log = JsonNodeFactory.instance.arrayNode();
    attempts.forEach(attempt -> log.add(attempt(attempt)));
    return log;
  }

  private static ObjectNode attempt(Attempt attempt) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("number", attempt.number())
            .put("outcome", WireNames.of(attempt.outcome()))
            .put("reason", attempt.reason().orElse(null))
            .put("at", attempt.startedAt().toString())
            .put("duration_ms", attempt.durationMillis().orElse(null))
            .put("url", attempt.url())
            .put("address", attempt.address().orElse(null))
            .putRawValue("request_headers", new RawValue(attempt.requestHeaders()));
    json.set("response", attempt.answer().map(DeliveryJson::answer).orElseGet(DeliveryJson::none));
    return json;
  }

  private static JsonNode answer(Attempt.Answer answer) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("status", answer.status())
        .putRawValue("headers", new RawValue(answer.headers()))
        .put("body", answer.body())
        .put("truncated", answer.truncated());
  }

  private static JsonNode none() {
    return JsonNodeFactory.instance.nullNode();
  }

  /** A replay. */
  static ObjectNode replay(Replay replay) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", replay.id())
        .put("endpoint_id", replay.endpointId())
        .put("event_id", replay.eventId().orElse(null))
        .put("from", text(replay.span().map(Replay.Span::from)))
        .put("to", text(replay.span().map(Replay.Span::to)))
        .put("undelivered_only", replay.undeliveredOnly())
        .put("status", WireNames.of(replay.status()))
        .put("events", replay.total())
        .put("examined", replay.examined())
        .put("queued", replay.queued())
        .put("pending", replay.counts().pending())
        .put("delivered", replay.counts().delivered())
        .put("failed", replay.counts().failed())
        .put("cancelled", replay.counts().cancelled())
        .put("created_at", replay.createdAt().toString())
        .put("ended_at", text(replay.endedAt()));
  }

  private static @Nullable String text(Optional<Instant> instant) {
    return instant.map(Instant::toString).orElse(null);
  }
}
