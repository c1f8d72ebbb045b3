// Hands events to the endpoints that want them.
package dev.semel.notification;

import dev.semel.db.Ids;
import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * Hands published events to the tenant's endpoints that want them, in the transaction that
 * publishes them: each event is handed over once, and none is lost between the feed and the
 * deliveries. An endpoint that is disabled at that moment gets none of them; a replay can ask for
 * them later.
 */
@Singleton
class QueueDeliveries {
  private final EndpointStore endpoints;
  private final DeliveryStore deliveries;

  QueueDeliveries(EndpointStore endpoints, DeliveryStore deliveries) {
    this.endpoints = endpoints;
    this.deliveries = deliveries;
  }

  /** Makes the deliveries of events that have just been published. */
  void of(String tenantId, List<EventStore.Published> events) {
    Tx.assertInside();
    if (events.isEmpty()) {
      return;
    }
    List<WebhookEndpoint> receivers = endpoints.enabled(tenantId);
    if (receivers.isEmpty()) {
      return;
    }
    deliveries.insert(
        events.stream()
            .flatMap(
                event ->
                    receivers.stream()
                        .filter(receiver -> receiver.wants(event.type()))
                        .map(receiver -> delivery(tenantId, event, receiver)))
            .toList());
  }

  private static NewDelivery delivery(
      String tenantId, EventStore.Published event, WebhookEndpoint receiver) {
    return new NewDelivery(
        Ids.next(Ids.Kind.WEBHOOK_DELIVERY),
        tenantId,
        receiver.id(),
        DeliveryKind.EVENT,
        event.id(),
        Optional.empty(),
        receiver.terms().mode());
  }
}
