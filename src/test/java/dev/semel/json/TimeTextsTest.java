// Instants, dates and durations that can be kept and written again.
package dev.semel.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextsTest {
  @Test
  void an_offset_is_taken_off() {
    assertThat(TimeTexts.instant("2026-12-01T10:00:00+05:30"))
        .contains(Instant.parse("2026-12-01T04:30:00Z"));
    assertThat(TimeTexts.instant("9999-12-31T23:59:59.999999Z")).isPresent();
    assertThat(TimeTexts.instant("0001-01-01T00:00:00Z")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9999-12-31T23:59:59-18:00",
        "0001-01-01T00:00:00+00:01",
        "0000-01-01T00:00:00Z",
        "2026-02-30T00:00:00Z"
      })
  void an_instant_outside_the_years_that_can_be_written_is_none(String text) {
    assertThat(TimeTexts.instant(text)).isEmpty();
  }

  @Test
  void there_is_no_year_zero() {
    assertThat(TimeTexts.date("0000-01-01")).isEmpty();
    assertThat(TimeTexts.date("0001-01-01")).isPresent();
  }

  @ParameterizedTest
  @CsvSource({"PT24H, 86400", "P7D, 604800", "PT0S, 0", "P1DT2H3M4S, 93784"})
  void a_duration_is_read(String text, long seconds) {
    assertThat(TimeTexts.duration(text)).contains(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(strings = {"P", "PT", "P1", "1D", "pt1h", "-PT1H", "PT-1H", "P1M", "P1W", "PT0.5S"})
  void what_is_no_duration_in_whole_seconds_is_none(String text) {
    assertThat(TimeTexts.duration(text)).isEmpty();
  }
}
