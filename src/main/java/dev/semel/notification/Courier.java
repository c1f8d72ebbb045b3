// Who takes messages to receivers.
package dev.semel.notification;

import java.net.URI;
import java.time.Duration;

/** Who takes messages to receivers. */
interface Courier {
  /**
   * Takes a message to a receiver, once.
   *
   * @param tenantId whose receiver it is
   * @param longest how long it may take in all
   */
  Reply post(String tenantId, URI url, SignedMessage message, Duration longest);
}
