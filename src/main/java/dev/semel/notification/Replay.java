// A wish that events be delivered again.
package dev.semel.notification;

import java.time.Instant;
import java.util.Optional;

/**
 * A wish that events be delivered again, and how far it has come.
 *
 * @param total how many events it had when it was asked for
 * @param examined how many of them were looked at
 * @param queued how many deliveries came of that
 * @param counts what became of those so far
 */
record Replay(
    String id,
    String endpointId,
    Optional<String> eventId,
    Optional<Span> span,
    boolean undeliveredOnly,
    Status status,
    long total,
    long examined,
    long queued,
    Counts counts,
    Instant createdAt,
    Optional<Instant> endedAt) {

  /** When events were recorded: from, and before. */
  record Span(Instant from, Instant to) {}

  /** What became of the deliveries. */
  record Counts(long pending, long delivered, long failed, long cancelled) {}

  /** How far it has come. */
  enum Status {
    /** Its events are being looked at. */
    RUNNING,
    /** All were. Deliveries may still be under way. */
    FINISHED,
    /** Another was asked for before all were. */
    SUPERSEDED,
    /** Its endpoint was deleted before all were. */
    CANCELLED
  }
}
