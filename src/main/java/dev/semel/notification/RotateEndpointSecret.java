// Gives a webhook endpoint another key.
package dev.semel.notification;

import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import dev.semel.security.SecretSeal;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;

/**
 * Gives a webhook endpoint another key, of the same kind or the other. The one before counts beside
 * it for a while, so that receivers can be changed without losing a delivery; one before that
 * counts no more.
 */
@Singleton
class RotateEndpointSecret {
  /** How long the key before counts when nothing is said. */
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

  /**
   * Gives the caller's endpoint another key, in the open transaction.
   *
   * @param signing what it is to be; without it, what the one before is
   */
  FreshEndpoint rotate(
      Caller caller, String id, Duration overlap, Optional<SigningKey.Kind> signing) {
    WebhookEndpoint before =
        endpoints.lock(caller.tenantId(), id).orElseThrow(ReadEndpoints::noSuchEndpoint);
    SigningKey key = SigningKey.make(signing.orElse(before.keys().signing()), random);
    endpoints.rotate(before, key.sealed(seal, id), overlap);
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "webhook_endpoint.rotate", id, null));
    return new FreshEndpoint(endpoints.find(caller.tenantId(), id).orElseThrow(), key);
  }
}
