// A message in a list.
package dev.semel.webhook;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message without its headers and body.
 *
 * @param error why it is quarantined, failed or tried again
 * @param size the body's size in bytes
 */
record MessageHead(
    String id,
    String provider,
    Verification verification,
    MessageStatus status,
    @Nullable String error,
    int size,
    Instant receivedAt,
    @Nullable Instant processedAt) {}
