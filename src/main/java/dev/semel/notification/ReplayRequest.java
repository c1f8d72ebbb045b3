// The body of replayWebhookEvents.
package dev.semel.notification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Ids;
import dev.semel.json.BodyReader;
import dev.semel.problem.FieldErrorCode;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/** What is to be delivered again. */
sealed interface ReplayRequest {
  /** One event, whether the endpoint has it or not. */
  record One(String eventId) implements ReplayRequest {}

  /**
   * The events of a span that the endpoint asks for.
   *
   * @param from when the first of them was recorded
   * @param to before when the last was; until now when nothing is said
   * @param undeliveredOnly whether those are left out that it has, or that are under way
   */
  record Range(Instant from, Optional<Instant> to, boolean undeliveredOnly)
      implements ReplayRequest {}

  /** The form of an event's id. */
  Pattern EVENT_ID = Ids.Kind.PAYOUT_EVENT.form();

  /** Reads the body. */
  static ReplayRequest read(byte[] bytes) {
    BodyReader body = BodyReader.of(bytes);
    Optional<String> event =
        body.optionalMatch("event_id", EVENT_ID, "Send the id of an event of your feed.");
    boolean one = body.has("event_id");
    Optional<Instant> to = body.optionalInstant("to");
    boolean undelivered = body.optionalBoolean("undelivered_only", true);
    Optional<Instant> from =
        one ? body.optionalInstant("from") : Optional.of(body.requiredInstant("from"));
    if (one && (body.has("from") || body.has("to") || body.has("undelivered_only"))) {
      body.error(
          "event_id",
          FieldErrorCode.CONFLICT,
          "Send either the id of one event, or a span with from and to.");
    }
    body.throwIfInvalid();
    return one ? new One(event.orElseThrow()) : new Range(from.orElseThrow(), to, undelivered);
  }

  /** Everything that makes two requests the same, in one exact form. */
  default JsonNode understood() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    return switch (this) {
      case One one -> json.put("event_id", one.eventId());
      case Range range -> {
        json.put("from", range.from().toString());
        range.to().ifPresent(to -> json.put("to", to.toString()));
        yield json.put("undelivered_only", range.undeliveredOnly());
      }
    };
  }
}
