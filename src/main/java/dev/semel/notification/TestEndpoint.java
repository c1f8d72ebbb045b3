// Has a delivery made that only tests.
package dev.semel.notification;

import dev.semel.db.Ids;
import dev.semel.db.Tx;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/**
 * Has a delivery made that only tests whether deliveries arrive and are understood: signed like any
 * other, tried once, and made to a disabled endpoint too, so that it can be tried before it is
 * enabled again.
 */
@Singleton
class TestEndpoint {
  private final EndpointStore endpoints;
  private final DeliveryStore deliveries;
  private final DeliveryLogStore log;
  private final AuditStore audit;

  TestEndpoint(
      EndpointStore endpoints, DeliveryStore deliveries, DeliveryLogStore log, AuditStore audit) {
    this.endpoints = endpoints;
    this.deliveries = deliveries;
    this.log = log;
    this.audit = audit;
  }

  /** Has it made, from the open transaction on. */
  Delivery test(Caller caller, String endpointId) {
    Tx.assertInside();
    WebhookEndpoint endpoint =
        endpoints.find(caller.tenantId(), endpointId).orElseThrow(ReadEndpoints::noSuchEndpoint);
    String id = Ids.next(Ids.Kind.WEBHOOK_DELIVERY);
    deliveries.insert(
        List.of(
            new NewDelivery(
                id,
                caller.tenantId(),
                endpointId,
                DeliveryKind.TEST,
                Ids.next(Ids.Kind.PAYOUT_EVENT),
                Optional.empty(),
                endpoint.terms().mode())));
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "webhook_endpoint.test", endpointId, null));
    return log.find(caller.tenantId(), id).orElseThrow();
  }
}
