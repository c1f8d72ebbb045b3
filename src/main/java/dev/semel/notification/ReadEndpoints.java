// Reads webhook endpoints.
package dev.semel.notification;

import dev.semel.db.Tx;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** Reads a tenant's webhook endpoints. */
@Singleton
class ReadEndpoints {
  private final EndpointStore endpoints;

  ReadEndpoints(EndpointStore endpoints) {
    this.endpoints = endpoints;
  }

  /** One endpoint. */
  WebhookEndpoint endpoint(String tenantId, String id) {
    return Tx.call(() -> endpoints.find(tenantId, id)).orElseThrow(ReadEndpoints::noSuchEndpoint);
  }

  /** A page of endpoints, newest first. */
  List<WebhookEndpoint> page(String tenantId, Optional<String> olderThan, int limit) {
    return Tx.call(() -> endpoints.page(tenantId, olderThan, limit));
  }

  /** What is answered when the tenant has no endpoint of an id. */
  static ProblemException noSuchEndpoint() {
    return new ProblemException(
        ProblemType.NOT_FOUND,
        "There is no webhook endpoint with this id. Check the id, and whose credential you use.");
  }
}
