// Of what was promised when an attempt was sent and what is promised now, the more cautious counts.
package dev.semel.domain;

import static dev.semel.domain.ProviderTerms.Repeats.NONE;
import static dev.semel.domain.ProviderTerms.Repeats.REJECTS_DUPLICATE_REFERENCE;
import static dev.semel.domain.ProviderTerms.Repeats.REPLAYS_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromisesTest {
  private static Promises promises(ProviderTerms.Repeats repeats, String window, String visible) {
    return new Promises(repeats, duration(window), duration(visible), "f1");
  }

  private static Optional<Duration> duration(String text) {
    return text.equals("-") ? Optional.empty() : Optional.of(Duration.parse(text));
  }

  /** A memory without an end is {@code -}, and so is a visibility that nobody promises. */
  @ParameterizedTest
  @CsvSource({
    "PT24H, PT1M, PT24H, PT1M, PT24H, PT1M",
    "PT24H, PT1M, PT1H,  PT2M, PT1H,  PT2M",
    "PT1H,  PT2M, PT24H, PT1M, PT1H,  PT2M",
    "-,     -,    PT24H, PT1M, PT24H, -",
    "PT24H, PT1M, -,     -,    PT24H, -",
    "-,     PT1M, -,     PT1M, -,     PT1M",
  })
  void the_shorter_memory_and_the_later_showing_hold(
      String window1,
      String visible1,
      String window2,
      String visible2,
      String window,
      String visible) {
    assertThat(
            promises(REPLAYS_KEY, window1, visible1).and(promises(REPLAYS_KEY, window2, visible2)))
        .isEqualTo(promises(REPLAYS_KEY, window, visible));
  }

  @Test
  void a_repeat_that_is_spoken_of_in_two_ways_is_promised_in_none() {
    Promises replays = promises(REPLAYS_KEY, "PT24H", "PT1M");
    assertThat(replays.and(promises(REJECTS_DUPLICATE_REFERENCE, "PT24H", "PT1M")))
        .isEqualTo(promises(NONE, "PT24H", "PT1M"));
    assertThat(promises(NONE, "PT24H", "PT1M").and(replays))
        .isEqualTo(promises(NONE, "PT24H", "PT1M"));
  }

  @Test
  void where_requests_are_made_otherwise_nothing_is_promised() {
    Promises before = promises(REPLAYS_KEY, "PT24H", "PT1M");
    Promises after = new Promises(REPLAYS_KEY, before.window(), before.visibleWithin(), "f2");
    Promises both = before.and(after);
    assertThat(both.repeats()).isEqualTo(NONE);
    assertThat(both.window()).contains(Duration.ZERO);
    assertThat(both.visibleWithin()).isEmpty();
  }

  @Test
  void what_is_not_promised_any_more_does_not_come_back_with_a_third_version() {
    Promises long1 = promises(REPLAYS_KEY, "PT24H", "PT1M");
    Promises short2 = promises(REPLAYS_KEY, "PT1H", "-");
    assertThat(long1.and(short2).and(long1)).isEqualTo(short2);
    Promises elsewhere = new Promises(REPLAYS_KEY, Optional.empty(), Optional.empty(), "f2");
    assertThat(long1.and(elsewhere).and(long1).repeats()).isEqualTo(NONE);
  }
}
