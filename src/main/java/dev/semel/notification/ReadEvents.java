// Reads a tenant's event feed.
package dev.semel.notification;

import dev.semel.db.Tx;
import dev.semel.problem.FieldError;
import dev.semel.problem.FieldErrorCode;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** Reads a tenant's event feed, after publishing what the tenant has waiting. */
@Singleton
final class ReadEvents {
  private final EventStore events;
  private final PublishEvents publishEvents;
  private final EventConfig config;

  ReadEvents(EventStore events, PublishEvents publishEvents, EventConfig config) {
    this.events = events;
    this.publishEvents = publishEvents;
    this.config = config;
  }

  /**
   * What is asked for.
   *
   * @param after the last event that the reader has; without it, from the oldest that is kept
   * @param type only events of this type
   */
  record Query(String tenantId, Optional<String> after, Optional<String> type, int limit) {}

  /**
   * A part of the feed.
   *
   * @param events oldest first
   * @param more whether there are more by now
   * @param lookedAtUpTo the last event that was looked at, shown or not; empty while the feed is
   *     empty
   */
  record Part(List<Event> events, boolean more, Optional<String> lookedAtUpTo) {}

  /**
   * Reads a part of the feed.
   *
   * @throws ProblemException {@code events-expired} when events after the given one are no longer
   *     kept, {@code validation-failed} when the tenant never had it
   */
  Part read(Query query) {
    publishEvents.of(query.tenantId());
    return Tx.call(() -> part(query));
  }

  private Part part(Query query) {
    // Asked first: everything up to here is published, so the page below passes nothing over.
    Optional<EventStore.Place> newest = events.newest(query.tenantId());
    List<Event> found =
        events.page(query.tenantId(), query.after(), query.type(), query.limit() + 1);
    // Asked last: as it is still there, nothing behind it had been forgotten when the page was
    // read.
    long begin = query.after().map(after -> place(query.tenantId(), after)).orElse(0L);
    boolean more = found.size() > query.limit();
    List<Event> shown = more ? found.subList(0, query.limit()) : found;
    return new Part(shown, more, more ? lastOf(shown) : end(query, begin, shown, newest));
  }

  /** The newest event that was looked at by a page that reached the end of the feed. */
  private static Optional<String> end(
      Query query, long begin, List<Event> shown, Optional<EventStore.Place> newest) {
    long last = shown.isEmpty() ? begin : shown.getLast().position();
    if (newest.isPresent() && newest.get().position() > last) {
      return newest.map(EventStore.Place::id);
    }
    return shown.isEmpty() ? query.after() : lastOf(shown);
  }

  private static Optional<String> lastOf(List<Event> shown) {
    return Optional.of(shown.getLast().id());
  }

  private long place(String tenantId, String after) {
    return events
        .find(tenantId, after)
        .map(EventStore.Place::position)
        .orElseThrow(() -> notInTheFeed(tenantId, after));
  }

  private ProblemException notInTheFeed(String tenantId, String after) {
    if (events.isInHistory(tenantId, after)) {
      return new ProblemException(
          ProblemType.EVENTS_EXPIRED,
          "The feed does not hold this event, and may have dropped others after it: events are kept for "
              + config.retention().toDays()
              + " days. Read your open payouts, then read the feed from its beginning, without 'after'.");
    }
    return ProblemException.invalid(
        List.of(
            FieldError.ofParameter(
                "after",
                FieldErrorCode.NOT_ALLOWED,
                "Send the id of an event that this feed gave you, or leave it out.")));
  }
}
