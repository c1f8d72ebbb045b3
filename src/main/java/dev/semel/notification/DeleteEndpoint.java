// Deletes a webhook endpoint.
package dev.semel.notification;

import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;

/** Deletes a webhook endpoint: nothing is delivered to it any more, and its secrets are gone. */
@Singleton
class DeleteEndpoint {
  private final EndpointStore endpoints;
  private final AuditStore audit;

  DeleteEndpoint(EndpointStore endpoints, AuditStore audit) {
    this.endpoints = endpoints;
    this.audit = audit;
  }

  /** Deletes the caller's endpoint, in the open transaction. */
  void delete(Caller caller, String id) {
    if (!endpoints.delete(caller.tenantId(), id)) {
      throw ReadEndpoints.noSuchEndpoint();
    }
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "webhook_endpoint.delete", id, null));
  }
}
