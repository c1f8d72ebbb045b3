// When what was not delivered is tried again.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.RetryAfter;
import dev.semel.notification.DeliverySchedule.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryScheduleTest {
  private static final RetryAfter NOTHING = new RetryAfter(Optional.empty(), Optional.empty());

  /** The least and the most that chance can make of a pause. */
  private static final RandomGenerator LEAST = always(true);

  private static final RandomGenerator MOST = always(false);

  @ParameterizedTest(name = "after try {0}: {1} to {2}")
  @CsvSource({
    "1, PT4.5S, PT5.5S",
    "2, PT4M30S, PT5M30S",
    "3, PT27M, PT33M",
    "4, PT1H48M, PT2H12M",
    "5, PT4H30M, PT5H30M",
    "6, PT9H, PT11H",
    "7, PT12H36M, PT15H24M",
    "8, PT18H, PT22H",
    "9, PT21H36M, PT26H24M"
  })
  void each_pause_has_its_length_a_tenth_more_or_less(int tries, Duration least, Duration most) {
    assertThat(pause(tries, LEAST)).isEqualTo(least);
    assertThat(pause(tries, MOST)).isEqualTo(most);
    assertThat(pause(tries, new SplittableRandom(7))).isBetween(least, most);
  }

  @Test
  void ten_tries_reach_over_about_three_days_and_then_it_is_over() {
    Duration least =
        IntStream.range(1, DeliverySchedule.TRIES)
            .mapToObj(tries -> pause(tries, LEAST))
            .reduce(Duration.ZERO, Duration::plus);
    Duration most =
        IntStream.range(1, DeliverySchedule.TRIES)
            .mapToObj(tries -> pause(tries, MOST))
            .reduce(Duration.ZERO, Duration::plus);

    assertThat(DeliverySchedule.TRIES).isEqualTo(10);
    assertThat(least).isBetween(Duration.ofHours(67), Duration.ofHours(69));
    assertThat(most).isBetween(Duration.ofHours(82), Duration.ofHours(84));
    assertThat(DeliverySchedule.afterTry(10, NOTHING, LEAST)).isEmpty();
    assertThat(DeliverySchedule.afterTry(11, NOTHING, LEAST)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a second, which is less       | 1                             | PT5.5S
          two minutes                   | 120                           | PT2M
          parts of a second             | 119.2                         | PT2M
          a time, as RFC 9110 wants it  | Tue, 01 Dec 2026 10:02:00 GMT | PT2M
          a time, as it was in RFC 850  | Tuesday, 01-Dec-26 10:02:00 GMT | PT2M
          a time, as C writes it        | Tue Dec  1 10:02:00 2026      | PT2M
          a time that is over           | Tue, 01 Dec 2026 09:00:00 GMT | PT5.5S
          more than a day               | 172800                        | PT24H
          more than can be counted      | 99999999999999999999          | PT24H
          nothing that can be read      | soon                          | PT5.5S
          less than nothing             | -5                            | PT5.5S
          """)
  void a_receiver_can_ask_for_patience_up_to_a_day_and_never_for_less(
      String name, String header, Duration expected) {
    RetryAfter asked =
        RetryAfter.of(
            Map.of(
                "retry-after", List.of(header), "date", List.of("Tue, 01 Dec 2026 10:00:00 GMT")));
    assertThat(DeliverySchedule.afterTry(1, asked, MOST).orElseThrow())
        .isEqualTo(new Wait(expected, Optional.empty()));
  }

  @Test
  void a_time_of_a_receiver_that_does_not_say_what_time_it_is_is_for_the_database_to_judge() {
    RetryAfter asked =
        RetryAfter.of(Map.of("retry-after", List.of("Tue, 01 Dec 2026 10:02:00 GMT")));
    assertThat(DeliverySchedule.afterTry(1, asked, MOST).orElseThrow())
        .isEqualTo(
            new Wait(Duration.ofMillis(5_500), Optional.of(Instant.parse("2026-12-01T10:02:00Z"))));
  }

  @ParameterizedTest(name = "after {0} failures in a row: {1}")
  @CsvSource({
    "1, PT0S",
    "2, PT0S",
    "3, PT5.5S",
    "4, PT11S",
    "5, PT22S",
    "8, PT2M56S",
    "9, PT5M30S",
    "1000000, PT5M30S"
  })
  void an_endpoint_rests_longer_with_each_failure_but_never_long(int failures, Duration most) {
    assertThat(
            DeliverySchedule.rest(failures, NOTHING, MOST).map(Wait::pause).orElse(Duration.ZERO))
        .isEqualTo(most);
  }

  @Test
  void an_endpoint_that_asks_for_patience_gets_it_at_its_first_failure() {
    RetryAfter asked = RetryAfter.of(Map.of("retry-after", List.of("90")));
    assertThat(DeliverySchedule.rest(1, asked, MOST).orElseThrow().pause())
        .isEqualTo(Duration.ofSeconds(90));
  }

  private static Duration pause(int tries, RandomGenerator random) {
    return DeliverySchedule.afterTry(tries, NOTHING, random).orElseThrow().pause();
  }

  private static RandomGenerator always(boolean least) {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        throw new AssertionError("the bounds are asked for");
      }

      @Override
      public long nextLong(long origin, long bound) {
        return least ? origin : bound - 1;
      }
    };
  }
}
