// How much is kept of what anybody can send.
package dev.semel.webhook;

import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

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

  /** Whether a hint is larger than any may be: a few of them would take the room of all. */
  boolean isTooLarge(Headers headers, byte[] body) {
    return size(headers, body) > config.hintSize();
  }

  /** A hint that was just counted is not kept. */
  void giveBackNow(String provider, Headers headers, byte[] body) {
    store.giveBackNow(provider, IntakeStore.Kind.HINT, size(headers, body));
  }

  /** A hint that was taken adds nothing, and is forgotten: its place is free again. */
  void giveBack(String provider, Instant receivedAt, Headers headers, byte[] body) {
    store.giveBack(provider, IntakeStore.Kind.HINT, receivedAt, size(headers, body));
  }

  /** Headers are kept too, and may be larger than any body. */
  private static long size(Headers headers, byte[] body) {
    return body.length + (long) headers.masked().toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
