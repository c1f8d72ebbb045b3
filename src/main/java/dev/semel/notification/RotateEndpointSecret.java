// Gives a webhook endpoint another secret.
package dev.semel.notification;

import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import dev.semel.security.SecretSeal;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Duration;

/**
 * Gives a webhook endpoint another secret. The one before counts beside it for a while, so that
 * receivers can be changed without losing a delivery; one before that counts no more.
 */
@Singleton
class RotateEndpointSecret {
  /** How long the secret before counts when nothing is said. */
  static final Duration USUAL_OVERLAP = Duration.ofHours(24);

  /** How long it may count at most. */
  static final Duration LONGEST_OVERLAP = Duration.ofDays(7);

  private final EndpointStore endpoints;
  private final SecretSeal seal;
  private final AuditStore audit;
  private final SecureRandom random;

  RotateEndpointSecret(
      EndpointStore endpoints, SecretSeal seal, AuditStore audit, SecureRandom random) {
    this.endpoints = endpoints;
    this.seal = seal;
    this.audit = audit;
    this.random = random;
  }

  /** Gives the caller's endpoint another secret, in the open transaction. */
  FreshEndpoint rotate(Caller caller, String id, Duration overlap) {
    EndpointSecret secret = EndpointSecret.make(random);
    if (!endpoints.rotate(caller.tenantId(), id, secret.sealed(seal, id), overlap)) {
      throw ReadEndpoints.noSuchEndpoint();
    }
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "webhook_endpoint.rotate", id, null));
    return new FreshEndpoint(endpoints.find(caller.tenantId(), id).orElseThrow(), secret);
  }
}
