package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

  @Test
  void seconds_and_dates_are_read_and_capped() {
    assertThat(RetryAfter.of(List.of("120"), NOW)).contains(Duration.ofMinutes(2));
    assertThat(RetryAfter.of(List.of("Tue, 01 Dec 2026 10:00:30 GMT"), NOW))
        .contains(Duration.ofSeconds(30));
    assertThat(RetryAfter.of(List.of("Tue, 01 Dec 2026 09:00:00 GMT"), NOW))
        .contains(Duration.ZERO);
    assertThat(RetryAfter.of(List.of("999999999"), NOW)).contains(Duration.ofDays(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "-1", "1.5", "99999999999999999999"})
  void nonsense_says_nothing(String value) {
    assertThat(RetryAfter.of(List.of(value), NOW)).isEmpty();
  }
}
