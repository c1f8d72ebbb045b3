// A message that is about to be kept.
package dev.semel.webhook;

import org.jspecify.annotations.Nullable;

/**
 * A message that is about to be kept.
 *
 * @param error why it is rejected, where it is
 */
record NewMessage(
    String provider,
    Headers headers,
    byte[] body,
    Verification verification,
    @Nullable String error) {

  /**
   * Where it stands: one that may act is due, and in a test message there is nothing to be done.
   */
  MessageStatus status() {
    return switch (verification) {
      case VERIFIED, ANSWER, HINT -> MessageStatus.RECEIVED;
      case TEST -> MessageStatus.PROCESSED;
      case REJECTED -> MessageStatus.QUARANTINED;
    };
  }
}
