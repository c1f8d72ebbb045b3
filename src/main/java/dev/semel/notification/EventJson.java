// Events in the words of the contract: in the feed and in deliveries.
package dev.semel.notification;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.time.Instant;

/**
 * Writes events as the contract shows them. The feed and a full delivery have the same bytes: what
 * an event carries was written once, when it happened.
 */
final class EventJson {
  /** The type of a delivery that only tests. */
  static final String TEST_TYPE = "webhook.test";

  private EventJson() {}

  /** The whole event. */
  static ObjectNode full(Event event) {
    return head(event).putRawValue("data", new RawValue(event.data()));
  }

  /** Its ids alone, so that nothing personal leaves. */
  static ObjectNode thin(Event event) {
    ObjectNode json = head(event);
    json.putObject("data").putObject("payout").put("id", event.payoutId());
    return json;
  }

  /** A delivery that only tests: an event of no payout, with every member of one. */
  static ObjectNode test(String id, Instant at) {
    ObjectNode json = head(id, TEST_TYPE, at).putNull("payout_id").putNull("sequence");
    json.putObject("data");
    return json;
  }

  private static ObjectNode head(Event event) {
    return head(event.id(), event.type(), event.occurredAt())
        .put("payout_id", event.payoutId())
        .put("sequence", event.sequence());
  }

  /** Standard Webhooks calls the time {@code timestamp}; the rest of the API, occurred_at. */
  private static ObjectNode head(String id, String type, Instant at) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id)
        .put("type", type)
        .put("timestamp", at.toString())
        .put("occurred_at", at.toString());
  }
}
