// The body of a delivery.
package dev.semel.notification;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.notification.WebhookEndpoint.Mode;
import java.time.Instant;
import java.util.Optional;

/** The body of a delivery, from what is kept of it. */
final class DeliveryBody {
  private DeliveryBody() {}

  /**
   * The body as text: the same whenever it is asked for.
   *
   * @param createdAt when the delivery was made, which is the time of a test
   * @param event what is told; empty for a test
   */
  static String text(
      DeliveryKind kind, String messageId, Instant createdAt, Mode mode, Optional<Event> event) {
    ObjectNode json =
        switch (kind) {
          case TEST -> EventJson.test(messageId, createdAt);
          case EVENT, REPLAY ->
              switch (mode) {
                case FULL -> EventJson.full(event.orElseThrow());
                case THIN -> EventJson.thin(event.orElseThrow());
              };
        };
    return json.toString();
  }
}
