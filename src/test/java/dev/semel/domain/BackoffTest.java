package dev.semel.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Pauses between tries: full jitter up to a ceiling that doubles, and never sooner than the
 * provider asked for.
 */
class BackoffTest {
  private static final Duration BASE = Duration.ofMillis(200);
  private static final Duration CAP = Duration.ofSeconds(5);
  private static final Optional<Duration> NOTHING_ASKED = Optional.empty();

  @Test
  void the_ceiling_doubles_with_every_try_until_the_cap() {
    long[] ceilings = {200, 400, 800, 1600, 3200, 5000, 5000};
    for (int tries = 1; tries <= ceilings.length; tries++) {
      LongSummaryStatistics pauses = pauses(BASE, CAP, tries);
      assertThat(pauses.getMin()).as("shortest pause after %d tries", tries).isNotNegative();
      assertThat(pauses.getMax())
          .as("longest pause after %d tries", tries)
          .isLessThanOrEqualTo(ceilings[tries - 1]);
    }
  }

  @Test
  void chance_reaches_both_ends_and_lies_evenly_between() {
    LongSummaryStatistics pauses = pauses(BASE, CAP, 1);
    assertThat(pauses.getMin()).isZero();
    assertThat(pauses.getMax()).isEqualTo(200);
    assertThat(pauses.getAverage()).isBetween(95.0, 105.0);
  }

  @Test
  void a_longer_pause_that_the_provider_asked_for_wins_even_over_the_cap() {
    Duration asked = Duration.ofMinutes(2);
    assertThat(Backoff.pause(BASE, CAP, 9, Optional.of(asked), new SplittableRandom(1)))
        .isEqualTo(asked);
  }

  @Test
  void a_shorter_pause_that_the_provider_asked_for_is_only_the_least() {
    Duration asked = Duration.ofMillis(100);
    LongSummaryStatistics pauses =
        LongStream.range(0, 20_000)
            .map(
                seed ->
                    Backoff.pause(BASE, CAP, 1, Optional.of(asked), new SplittableRandom(seed))
                        .toMillis())
            .summaryStatistics();
    assertThat(pauses.getMin()).isEqualTo(100);
    assertThat(pauses.getMax()).isGreaterThan(190);
  }

  @Test
  void a_payout_that_was_tried_without_end_waits_no_longer_than_the_cap() {
    for (int tries : new int[] {31, 32, 63, 64, 65, 1_000_000, Integer.MAX_VALUE}) {
      assertThat(pauses(BASE, CAP, tries).getMax()).as("%d tries", tries).isBetween(4_900L, 5_000L);
    }
  }

  @Test
  void a_very_long_cap_does_not_overflow() {
    Duration century = Duration.ofDays(36_500);
    LongSummaryStatistics pauses = pauses(Duration.ofHours(1), century, Integer.MAX_VALUE);
    assertThat(pauses.getMin()).isNotNegative();
    assertThat(pauses.getMax()).isLessThanOrEqualTo(century.toMillis());
  }

  @Test
  void without_a_base_there_is_no_pause() {
    assertThat(Backoff.pause(Duration.ZERO, CAP, 5, NOTHING_ASKED, new SplittableRandom(1)))
        .isZero();
  }

  private static LongSummaryStatistics pauses(Duration base, Duration cap, int tries) {
    SplittableRandom random = new SplittableRandom(20260301);
    return LongStream.range(0, 20_000)
        .map(i -> Backoff.pause(base, cap, tries, NOTHING_ASKED, random).toMillis())
        .summaryStatistics();
  }
}
