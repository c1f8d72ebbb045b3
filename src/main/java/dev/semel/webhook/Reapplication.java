// All messages of a span that failed, to be processed again.
package dev.semel.webhook;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All messages of a span that failed, to be processed again, and how far that is.
 *
 * @param operator whether who asked sees every message
 * @param provider only those of this provider
 * @param from received at this time or later
 * @param to received before this time
 * @param total how many there were when it was asked for
 * @param seen how many of them were looked at
 * @param putBack how many of these are to be processed again; the others had changed meanwhile
 * @param afterId the last one that was looked at
 * @param throughId the last one that belongs to it
 * @param endedAt when all of them had been looked at
 * @param standing what became of those that were put back
 */
record Reapplication(
    String id,
    String tenantId,
    boolean operator,
    Optional<String> provider,
    Instant from,
    Instant to,
    int total,
    int seen,
    int putBack,
    @Nullable String afterId,
    @Nullable String throughId,
    Instant createdAt,
    @Nullable Instant endedAt,
    Standing standing) {

  /**
   * What became of the messages that were put back.
   *
   * @param waiting are to be processed
   * @param failed failed again
   * @param last when the last of them was processed
   */
  record Standing(int waiting, int processed, int failed, @Nullable Instant last) {}

  /** Whether nothing is left to be done. */
  boolean finished() {
    return endedAt != null && standing.waiting() == 0;
  }

  /** When nothing was left to be done; null before. */
  @Nullable Instant finishedAt() {
    @Nullable Instant last = standing.last();
    if (!finished() || endedAt == null) {
      return null;
    }
    return last != null && last.isAfter(endedAt) ? last : endedAt;
  }
}
