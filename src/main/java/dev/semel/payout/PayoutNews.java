// Decides what clients are told of an entry of a payout's history.
package dev.semel.payout;

import dev.semel.domain.CaseKind;
import dev.semel.domain.EventType;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tells clients of entries of a payout's history: of the first, of every change of status, and when
 * people have been asked to find out what became of a submission. Each is told once at most, under
 * the entry's own id.
 */
@Singleton
final class PayoutNews {
  private final EventDesk events;

  PayoutNews(EventDesk events) {
    this.events = events;
  }

  /**
   * Tells of payouts that were accepted.
   *
   * @param entries the first entry of each payout's history, in the same order
   */
  void created(List<PayoutRecord> payouts, List<HistoryEntry> entries) {
    List<EventDesk.NewEvent> created = new ArrayList<>();
    for (PayoutRecord payout : payouts) {
      created.add(event(payout, entries.get(created.size()), EventType.CREATED));
    }
    events.tell(created);
  }

  /**
   * Tells of an event that was decided on, if it is one for clients.
   *
   * @param news the kinds of the cases by which people have something new to look at
   */
  void decided(PayoutRecord payout, HistoryEntry entry, Set<CaseKind> news) {
    type(entry, news).ifPresent(type -> events.tell(List.of(event(payout, entry, type))));
  }

  private static Optional<EventType> type(HistoryEntry entry, Set<CaseKind> news) {
    if (entry.to() != null && entry.to() != entry.from()) {
      return Optional.of(EventType.of(entry.to()));
    }
    return news.contains(CaseKind.SUBMISSION_UNRESOLVED)
        ? Optional.of(EventType.UNRESOLVED)
        : Optional.empty();
  }

  private static EventDesk.NewEvent event(PayoutRecord payout, HistoryEntry entry, EventType type) {
    return new EventDesk.NewEvent(
        entry.id(),
        entry.tenantId(),
        entry.payoutId(),
        type,
        entry.occurredAt(),
        PayoutJson.payout(payout));
  }
}
