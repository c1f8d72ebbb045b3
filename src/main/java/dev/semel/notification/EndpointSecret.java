// The secret that signs what is delivered to an endpoint.
package dev.semel.notification;

import dev.semel.security.SecretSeal;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The secret that signs what is delivered to an endpoint, in the form of Standard Webhooks: {@code
 * whsec_} and the base64 of random bytes.
 */
final class EndpointSecret {
  private static final String PREFIX = "whsec_";
  private static final int BYTES = 32;

  private final byte[] bytes;

  private EndpointSecret(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A new random secret. */
  static EndpointSecret make(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new EndpointSecret(bytes);
  }

  /** What the secrets of an endpoint are sealed for. */
  static SecretSeal.Place placeOf(String endpointId) {
    return new SecretSeal.Place("webhook_endpoint.secret", endpointId);
  }

  /** The secret as the endpoint's row keeps it. */
  String sealed(SecretSeal seal, String endpointId) {
    return seal.seal(placeOf(endpointId), bytes);
  }

  /** The secret as its owner sees it, once. */
  String text() {
    return PREFIX + Base64.getEncoder().encodeToString(bytes);
  }

  /** Tells nothing, in case it ends up in a log. */
  @Override
  public String toString() {
    return PREFIX + "…";
  }
}
