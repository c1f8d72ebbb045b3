// One attempt to deliver, as it is kept.
package dev.semel.notification;

import java.time.Instant;
import java.util.Optional;

/**
 * One attempt to deliver, as it is kept: bounded, and without what proves who anybody is.
 *
 * @param reason why it was not delivered, a sentence for the endpoint's owner
 * @param durationMillis how long it took; empty where nobody saw its end
 * @param address the address that it was sent to, where one was
 * @param requestHeaders the headers that were sent, a JSON text
 */
record Attempt(
    int number,
    Outcome outcome,
    Optional<String> reason,
    Instant startedAt,
    Optional<Long> durationMillis,
    String url,
    Optional<String> address,
    String requestHeaders,
    Optional<Answer> answer) {

  /** How it ended. */
  enum Outcome {
    /** With 2xx. */
    DELIVERED,
    /** With another answer. */
    REFUSED,
    /** It was sent, perhaps not whole, and no answer came. */
    NO_ANSWER,
    /** No connection came about. */
    NOT_CONNECTED,
    /** Nothing may be sent to what the host stands for. */
    ADDRESS_REFUSED,
    /** This server could not sign it. */
    NOT_SIGNED,
    /** The server ended in the midst of it. */
    INTERRUPTED
  }

  /**
   * What the receiver answered.
   *
   * @param headers a JSON text
   * @param body the beginning of its body
   */
  record Answer(int status, String headers, String body, boolean truncated) {}
}
