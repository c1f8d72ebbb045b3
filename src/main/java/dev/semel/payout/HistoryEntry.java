// One entry of a payout's history.
package dev.semel.payout;

import dev.semel.db.Ids;
import dev.semel.domain.Decision;
import dev.semel.domain.Evidence;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.json.Shortened;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a payout's history, as it is appended.
 *
 * @param sequence its number among the payout's entries, from 1; also the payout's version after it
 * @param type what happened, in snake_case
 * @param from the state before; null in the first entry
 * @param to the state after; null when the event was refused
 * @param reason what it says, and for a refused event why it was refused
 */
record HistoryEntry(
    String id,
    String payoutId,
    String tenantId,
    int sequence,
    String type,
    @Nullable PayoutState from,
    @Nullable PayoutState to,
    @Nullable String reason,
    Evidence evidence,
    String actor,
    int attempt,
    Instant occurredAt) {
  private static final int LONGEST_REASON = 1000;

  /** The entry of an event that was decided on. */
  static HistoryEntry of(
      PayoutRecord payout,
      PayoutEvent event,
      PayoutState before,
      Decision decision,
      String actor,
      Instant occurredAt) {
    Optional<String> detail = EventWords.detail(event);
    return switch (decision) {
      case Decision.Applied applied ->
          entry(
              payout,
              EventWords.type(event),
              before,
              applied.next(),
              detail.orElse(null),
              event.evidence(),
              actor,
              occurredAt);
      case Decision.Refused refused -> {
        String reason =
            "refused because "
                + refused.reason().sentence()
                + detail.map(text -> " (" + text + ")").orElse("");
        yield entry(
            payout,
            EventWords.type(event),
            before,
            null,
            reason,
            event.evidence(),
            actor,
            occurredAt);
      }
    };
  }

  /** The first entry of a payout. */
  static HistoryEntry created(PayoutRecord payout, String actor) {
    return entry(
        payout,
        "created",
        null,
        payout.state,
        null,
        Evidence.PERSON,
        actor,
        payout.asked().createdAt());
  }

  private static HistoryEntry entry(
      PayoutRecord payout,
      String type,
      @Nullable PayoutState from,
      @Nullable PayoutState to,
      @Nullable String reason,
      Evidence evidence,
      String actor,
      Instant occurredAt) {
    return new HistoryEntry(
        Ids.next(Ids.Kind.PAYOUT_EVENT),
        payout.id(),
        payout.asked().tenantId(),
        payout.version,
        type,
        from,
        to,
        reason == null ? null : Shortened.to(reason, LONGEST_REASON),
        evidence,
        actor,
        payout.attempt,
        occurredAt);
  }
}
