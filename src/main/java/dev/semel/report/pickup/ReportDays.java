// Which reports are due.
package dev.semel.report.pickup;

import dev.semel.provider.Provider.ReportSource;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.stream.Stream;

/** Which reports of a provider are due: those of the last days, at their time in its zone. */
final class ReportDays {
  private static final int DAYS = 7;

  private ReportDays() {}

  /** When the report of a day is due. A time that a clock skips is the next one that it shows. */
  static ZonedDateTime due(ReportSource source, LocalDate day) {
    return ZonedDateTime.of(day.plusDays(1), source.due(), source.timeZone());
  }

  /** The last seven days whose report is due, oldest first. */
  static List<LocalDate> due(ReportSource source, Instant now) {
    LocalDate today = LocalDate.ofInstant(now, source.timeZone());
    return Stream.iterate(today.minusDays(DAYS + 1L), day -> day.plusDays(1))
        .limit(DAYS + 1L)
        .filter(day -> !due(source, day).toInstant().isAfter(now))
        .toList()
        .reversed()
        .stream()
        .limit(DAYS)
        .toList()
        .reversed();
  }
}
