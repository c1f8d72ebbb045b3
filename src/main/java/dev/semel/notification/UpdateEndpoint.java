// Changes a webhook endpoint.
package dev.semel.notification;

import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Changes what an endpoint is, and whether it is delivered to. */
@Singleton
class UpdateEndpoint {
  /** Why an endpoint is disabled that its owner has disabled. */
  private static final String REQUESTED = "requested";

  private final EndpointStore endpoints;
  private final AuditStore audit;

  UpdateEndpoint(EndpointStore endpoints, AuditStore audit) {
    this.endpoints = endpoints;
    this.audit = audit;
  }

  /** Changes the caller's endpoint, in the open transaction. */
  WebhookEndpoint update(Caller caller, String id, EndpointRequest asked) {
    WebhookEndpoint before =
        endpoints.lock(caller.tenantId(), id).orElseThrow(ReadEndpoints::noSuchEndpoint);
    endpoints.update(before, asked.over(before.terms()), disabledReason(before, asked));
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "webhook_endpoint.update", id, null));
    return endpoints.find(caller.tenantId(), id).orElseThrow();
  }

  private static Optional<String> disabledReason(WebhookEndpoint before, EndpointRequest asked) {
    boolean enabled = asked.enabled().orElse(before.enabled());
    return enabled ? Optional.empty() : Optional.of(before.disabledReason().orElse(REQUESTED));
  }
}
