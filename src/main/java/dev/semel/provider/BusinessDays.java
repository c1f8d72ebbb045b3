// The days on which a provider works.
package dev.semel.provider;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Set;

/**
 * The days on which a provider works.
 *
 * @param closed days of the week on which it does not
 * @param holidays dates on which it does not
 */
public record BusinessDays(Set<DayOfWeek> closed, Set<LocalDate> holidays) {
  /** Every day but Saturday and Sunday. */
  public static final BusinessDays USUAL =
      new BusinessDays(Set.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY), Set.of());

  /** Longer than any row of holidays. */
  private static final int MOST_DAYS = 400;

  public BusinessDays {
    closed = Set.copyOf(closed);
    holidays = Set.copyOf(holidays);
  }

  /** Whether it works on a day. */
  public boolean open(LocalDate day) {
    return !closed.contains(day.getDayOfWeek()) && !holidays.contains(day);
  }

  /**
   * The instant that lies so long before another one, where days on which nobody works don't count.
   *
   * @param lag whole days of it are business days; what is left is time of any day
   * @param zone whose midnight ends a day
   */
  public Instant before(Instant end, Duration lag, ZoneId zone) {
    ZonedDateTime at = end.atZone(zone);
    long left = lag.toDays();
    for (int passed = 0; left > 0 && passed < MOST_DAYS; passed++) {
      at = at.minusDays(1);
      left -= open(at.toLocalDate()) ? 1 : 0;
    }
    return at.toInstant().minus(lag.minusDays(lag.toDays()));
  }
}
