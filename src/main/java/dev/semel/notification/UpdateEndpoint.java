// Changes a webhook endpoint.
package dev.semel.notification;

import dev.semel.domain.AlertKind;
import dev.semel.domain.WireNames;
import dev.semel.payout.AlertDesk;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Changes what an endpoint is, and whether it is delivered to. */
@Singleton
class UpdateEndpoint {
  /** Of what waits for an endpoint so much is due at once when it begins anew. */
  private static final int HASTENED = 10_000;

  private final EndpointStore endpoints;
  private final EndpointHealthStore health;
  private final DeliveryStore deliveries;
  private final AlertDesk alerts;
  private final AuditStore audit;

  UpdateEndpoint(
      EndpointStore endpoints,
      EndpointHealthStore health,
      DeliveryStore deliveries,
      AlertDesk alerts,
      AuditStore audit) {
    this.endpoints = endpoints;
    this.health = health;
    this.deliveries = deliveries;
    this.alerts = alerts;
    this.audit = audit;
  }

  /** Changes the caller's endpoint, in the open transaction. */
  WebhookEndpoint update(Caller caller, String id, EndpointRequest asked) {
    WebhookEndpoint before =
        endpoints.lock(caller.tenantId(), id).orElseThrow(ReadEndpoints::noSuchEndpoint);
    WebhookEndpoint.Terms terms = asked.over(before.terms());
    endpoints.update(before, terms, disabledReason(before, asked));
    boolean enabledAgain = !before.enabled() && asked.enabled().orElse(false);
    if (enabledAgain || !terms.url().equals(before.terms().url())) {
      beginAnew(before);
    }
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "webhook_endpoint.update", id, null));
    return endpoints.find(caller.tenantId(), id).orElseThrow();
  }

  /** Where it failed before does not count against it, and what waits need not wait any longer. */
  private void beginAnew(WebhookEndpoint endpoint) {
    health.well(endpoint.id());
    deliveries.hasten(endpoint.id(), HASTENED);
    alerts.over(endpoint.tenantId(), AlertKind.WEBHOOK_ENDPOINT_DISABLED, endpoint.id());
  }

  private static Optional<String> disabledReason(WebhookEndpoint before, EndpointRequest asked) {
    boolean enabled = asked.enabled().orElse(before.enabled());
    return enabled
        ? Optional.empty()
        : Optional.of(before.disabledReason().orElse(WireNames.of(DisabledReason.REQUESTED)));
  }
}
