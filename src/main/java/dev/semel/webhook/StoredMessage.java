// A message as it is kept.
package dev.semel.webhook;

import dev.semel.provider.InboundMessage;
import dev.semel.provider.ProviderNotice;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as it is kept, with everything that came.
 *
 * @param error why it is quarantined, failed or tried again
 * @param tries how often its processing failed
 * @param reapplied whether a person had it processed again
 */
record StoredMessage(
    String id,
    String provider,
    Headers headers,
    byte[] body,
    Verification verification,
    MessageStatus status,
    @Nullable String error,
    int tries,
    boolean reapplied,
    Instant receivedAt,
    @Nullable Instant processedAt) {

  /** The message for the provider to read. */
  InboundMessage inbound() {
    return new InboundMessage(headers.values(), body, receivedAt);
  }

  /**
   * An event of the message under the id by which it is told from others. The answer to a question
   * of ours is never one that was known before: who wrote an unsigned message with its id first
   * must not keep it from being heard.
   */
  ProviderNotice named(ProviderNotice notice) {
    return verification == Verification.ANSWER ? notice.under(id) : notice;
  }

  /** Without headers and body. */
  MessageHead head() {
    return new MessageHead(
        id, provider, verification, status, error, body.length, receivedAt, processedAt);
  }
}
