// How many submissions may start, by instants that the test chooses.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
  private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(1));

  @Test
  void after_a_rest_the_submissions_of_one_second_start_at_once() {
    Pace.Taken taken = new Pace(10).take(LONG_AGO, NOW, 50);
    assertThat(taken.count()).isEqualTo(10);
    assertThat(new Pace(10).take(taken.nextFree(), NOW, 50).count()).isZero();
  }

  @Test
  void no_more_places_are_taken_than_are_wanted() {
    Pace.Taken taken = new Pace(10).take(LONG_AGO, NOW, 3);
    assertThat(taken.count()).isEqualTo(3);
    assertThat(new Pace(10).take(taken.nextFree(), NOW, 50).count()).isEqualTo(7);
  }

  @Test
  void places_come_free_one_by_one() {
    Pace pace = new Pace(4);
    Instant nextFree = pace.take(LONG_AGO, NOW, 4).nextFree();
    assertThat(pace.take(nextFree, NOW.plusMillis(249), 9).count()).isZero();
    assertThat(pace.take(nextFree, NOW.plusMillis(250), 9).count()).isEqualTo(1);
    assertThat(pace.take(nextFree, NOW.plusMillis(999), 9).count()).isEqualTo(3);
  }

  @Test
  void over_an_hour_the_pace_is_kept_whenever_somebody_looks() {
    Pace pace = new Pace(7);
    Instant nextFree = LONG_AGO;
    int taken = 0;
    for (int millis = 0; millis < 3_600_000; millis += 113) {
      Pace.Taken now = pace.take(nextFree, NOW.plusMillis(millis), 5);
      taken += now.count();
      nextFree = now.nextFree();
    }
    assertThat(taken).isBetween(7 * 3600 - 10, 7 * 3600 + 7);
  }

  @Test
  void a_clock_of_the_database_that_was_set_back_stops_nothing_for_long() {
    Pace pace = new Pace(2);
    Instant anHourAhead = pace.take(LONG_AGO, NOW.plus(Duration.ofHours(1)), 2).nextFree();
    Pace.Taken none = pace.take(anHourAhead, NOW, 1);
    assertThat(none.count()).isZero();
    assertThat(pace.take(none.nextFree(), NOW.plusMillis(500), 1).count()).isEqualTo(1);
  }

  @Test
  void the_fastest_and_the_slowest_pace_are_kept() {
    assertThat(new Pace(1).take(LONG_AGO, NOW, 9).count()).isEqualTo(1);
    assertThat(new Pace(100_000).take(LONG_AGO, NOW, 200_000).count()).isEqualTo(100_000);
  }
}
