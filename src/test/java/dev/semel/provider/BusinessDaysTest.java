// How long ago so many business days are.
package dev.semel.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BusinessDaysTest {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

  /** 2026-03-10 is a Tuesday; the 3rd of April is Good Friday; the clocks change on the 29th. */
  @ParameterizedTest(name = "{1} before {0}: {2}")
  @CsvSource({
    "2026-03-11T00:00, P1D, 2026-03-10T00:00",
    "2026-03-11T00:00, PT12H, 2026-03-10T12:00",
    "2026-03-10T00:00, P2D, 2026-03-06T00:00",
    "2026-03-09T00:00, P1D, 2026-03-06T00:00",
    "2026-03-08T00:00, P1D, 2026-03-06T00:00",
    "2026-03-10T00:00, P1DT12H, 2026-03-08T12:00",
    "2026-03-11T00:00, PT0S, 2026-03-11T00:00",
    "2026-04-07T00:00, P1D, 2026-04-06T00:00",
    "2026-04-06T00:00, P1D, 2026-04-02T00:00",
    "2026-03-31T00:00, P2D, 2026-03-27T00:00"
  })
  void days_on_which_nobody_works_do_not_count(
      LocalDateTime end, Duration lag, LocalDateTime wanted) {
    BusinessDays days =
        new BusinessDays(BusinessDays.USUAL.closed(), Set.of(LocalDate.of(2026, 4, 3)));

    assertThat(days.before(end.atZone(ZONE).toInstant(), lag, ZONE).atZone(ZONE).toLocalDateTime())
        .isEqualTo(wanted);
  }

  @Test
  void one_who_never_works_ends_nothing_in_an_endless_loop() {
    BusinessDays never = new BusinessDays(Set.of(DayOfWeek.values()), Set.of());

    assertThat(
            never.before(
                LocalDate.of(2026, 3, 10).atStartOfDay(ZONE).toInstant(), Duration.ofDays(1), ZONE))
        .isBefore(LocalDate.of(2026, 1, 1).atStartOfDay(ZONE).toInstant());
  }
}
