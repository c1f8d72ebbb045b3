// Deletes a webhook endpoint.
package dev.semel.notification;

import dev.semel.domain.AlertKind;
import dev.semel.payout.AlertDesk;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;

/** Deletes a webhook endpoint: nothing is delivered to it any more, and its secrets are gone. */
@Singleton
class DeleteEndpoint {
  private final EndpointStore endpoints;
  private final DeliveryStore deliveries;
  private final ReplayStore replays;
  private final AlertDesk alerts;
  private final AuditStore audit;

  DeleteEndpoint(
      EndpointStore endpoints,
      DeliveryStore deliveries,
      ReplayStore replays,
      AlertDesk alerts,
      AuditStore audit) {
    this.endpoints = endpoints;
    this.deliveries = deliveries;
    this.replays = replays;
    this.alerts = alerts;
    this.audit = audit;
  }

  /** Deletes the caller's endpoint, in the open transaction. */
  void delete(Caller caller, String id) {
    if (endpoints.find(caller.tenantId(), id).isEmpty()) {
      throw ReadEndpoints.noSuchEndpoint();
    }
    // In the order in which whoever records an attempt takes the rows.
    replays.endRunning(id, Replay.Status.CANCELLED);
    deliveries.cancelAll(id);
    if (!endpoints.delete(caller.tenantId(), id)) {
      throw ReadEndpoints.noSuchEndpoint();
    }
    alerts.over(caller.tenantId(), AlertKind.WEBHOOK_ENDPOINT_DISABLED, id);
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "webhook_endpoint.delete", id, null));
  }
}
