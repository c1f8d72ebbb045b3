// When something is next to be done for a payout.
package dev.semel.payout;

import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutEvent.Retry;
import dev.semel.domain.ProviderTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** When something is next to be done for a payout. All instants are the database's. */
final class PayoutSchedule {
  private static final Duration SLOW_LOOKUP = Duration.ofHours(1);
  private static final Duration SLOWEST_LOOKUP = Duration.ofDays(1);
  private static final Duration SLOW_LOOKUPS_LAST = Duration.ofDays(7);

  private PayoutSchedule() {}

  /** When a ready payout is to be sent, after an event that made or left it ready. */
  static Instant sendAt(PayoutRecord payout, PayoutEvent event, Instant now) {
    if (event instanceof PayoutEvent.NotSent notSent) {
      return after(notSent.retry(), now);
    }
    if (event instanceof PayoutEvent.Busy busy) {
      return after(busy.retry(), now);
    }
    return Optional.ofNullable(payout.asked().submitAfter()).filter(now::isBefore).orElse(now);
  }

  private static Instant after(Retry retry, Instant now) {
    return switch (retry) {
      case Retry.After after -> now.plus(after.pause());
      case Retry.UsedUp _ ->
          throw new IllegalStateException("a submission whose tries are used up is not sent again");
    };
  }

  /**
   * When to ask about an unknown outcome after an event that made or left it unknown: at once where
   * the provider says that it has the reference, and never before it has had the patience that it
   * asked for.
   */
  static Instant askAfter(
      PayoutEvent event, PayoutRecord payout, ProviderTerms terms, Instant now) {
    return switch (event) {
      case PayoutEvent.DuplicateReference _ -> now;
      case PayoutEvent.OutcomeUnknown unknown when unknown.sendAgainAfter().isPresent() ->
          now.plus(unknown.sendAgainAfter().get());
      case PayoutEvent.LookupUnclear unclear when unclear.sendAgainAfter().isPresent() ->
          later(lookUpAt(payout, terms, now), now.plus(unclear.sendAgainAfter().get()));
      default -> lookUpAt(payout, terms, now);
    };
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /**
   * When to look up an unknown outcome next: on the provider's own schedule, then hourly for a
   * week, then daily.
   */
  static Instant lookUpAt(PayoutRecord payout, ProviderTerms terms, Instant now) {
    List<Duration> planned = terms.canLookUp() ? terms.lookups() : List.of(Duration.ZERO);
    if (payout.lookups < planned.size()) {
      return now.plus(planned.get(payout.lookups));
    }
    Instant since = Optional.ofNullable(payout.unknownSince).orElse(now);
    boolean young = now.isBefore(since.plus(SLOW_LOOKUPS_LAST));
    return now.plus(young ? SLOW_LOOKUP : SLOWEST_LOOKUP);
  }

  /**
   * When to ask about a sent payout next: on the provider's own schedule, whose last pause repeats.
   */
  static Instant askAt(PayoutRecord payout, ProviderTerms terms, Instant now) {
    List<Duration> planned = terms.statusChecks();
    int next = Math.min(payout.statusChecks, planned.size() - 1);
    return now.plus(next < 0 ? SLOWEST_LOOKUP : planned.get(next));
  }
}
