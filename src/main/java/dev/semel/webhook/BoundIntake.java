// How much is kept of what anybody can send.
package dev.semel.webhook;

import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;

/**
 * Bounds what is kept of messages that anybody can send who knows a provider's address: each
 * provider has room of its own, so that nobody fills the disk, and nobody who floods one provider
 * keeps out what comes for another. Nothing that was kept makes room for what comes later: it is
 * evidence.
 */
@Singleton
final class BoundIntake {
  private final IntakeStore store;
  private final WebhookConfig config;

  BoundIntake(IntakeStore store, WebhookConfig config) {
    this.store = store;
    this.config = config;
  }

  /** Whether a rejected message is kept, in the open transaction; it is counted then. */
  boolean keepsRejected(String provider, Headers headers, byte[] body) {
    return store.take(
        provider,
        IntakeStore.Kind.REJECTED,
        new IntakeStore.Bound(config.quarantineMessages(), config.quarantineBytes()),
        size(headers, body));
  }

  /** Whether a hint is taken, in the open transaction; it is counted then. */
  boolean takesHint(String provider, Headers headers, byte[] body) {
    return store.take(
        provider,
        IntakeStore.Kind.HINT,
        new IntakeStore.Bound(config.hintMessages(), config.hintBytes()),
        size(headers, body));
  }

  /** Headers are kept too, and may be larger than any body. */
  private static long size(Headers headers, byte[] body) {
    return body.length + (long) headers.masked().toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
