// Tokens are spent and come back, by a clock that the test turns.
package dev.semel.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitsTest {

  private final AtomicLong nanos = new AtomicLong();

  @Test
  void a_burst_passes_at_once_and_the_next_request_waits() {
    RateLimits limits = limits("10", "20");
    for (int left = 19; left >= 0; left--) {
      assertThat(spend(limits, "a").allowed()).isTrue();
    }

    RateLimits.Standing refused = spend(limits, "a");

    assertThat(refused).isEqualTo(new RateLimits.Standing(false, 0, 2, 1));
  }

  @Test
  void what_is_left_and_when_it_is_whole_again_are_told() {
    RateLimits limits = limits("10", "20");

    assertThat(spend(limits, "a")).isEqualTo(new RateLimits.Standing(true, 19, 1, 0));
    for (int i = 0; i < 11; i++) {
      spend(limits, "a");
    }

    assertThat(spend(limits, "a")).isEqualTo(new RateLimits.Standing(true, 7, 2, 0));
  }

  @Test
  void tokens_come_back_evenly() {
    RateLimits limits = limits("10", "1");
    assertThat(spend(limits, "a").allowed()).isTrue();

    pass(Duration.ofMillis(99));
    assertThat(spend(limits, "a").allowed()).isFalse();
    pass(Duration.ofMillis(1));
    assertThat(spend(limits, "a").allowed()).isTrue();
    assertThat(spend(limits, "a").allowed()).isFalse();
  }

  @Test
  void a_long_wait_is_told_in_whole_seconds_rounded_up() {
    RateLimits limits = limits("1", "3");
    for (int i = 0; i < 3; i++) {
      spend(limits, "a");
    }
    pass(Duration.ofMillis(1));
    assertThat(spend(limits, "a")).isEqualTo(new RateLimits.Standing(false, 0, 3, 1));
  }

  @Test
  void a_refused_request_costs_nothing() {
    RateLimits limits = limits("1", "1");
    spend(limits, "a");
    for (int i = 0; i < 1_000; i++) {
      assertThat(spend(limits, "a").allowed()).isFalse();
    }
    pass(Duration.ofSeconds(1));
    assertThat(spend(limits, "a").allowed()).isTrue();
  }

  @Test
  void credentials_do_not_spend_each_others_tokens() {
    RateLimits limits = limits("1", "1");
    assertThat(spend(limits, "a").allowed()).isTrue();
    assertThat(spend(limits, "b").allowed()).isTrue();
    assertThat(spend(limits, "a").allowed()).isFalse();
  }

  @Test
  void a_bucket_is_forgotten_once_it_is_full_again_and_not_before() {
    RateLimits limits = limits("1", "60");
    for (int i = 0; i < 60; i++) {
      spend(limits, "a");
    }
    pass(Duration.ofSeconds(59));
    assertThat(limits.remembered()).isEqualTo(1);
    pass(Duration.ofSeconds(1));
    assertThat(limits.remembered()).isZero();
    assertThat(spend(limits, "a").remaining()).isEqualTo(59);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "off", "OFF", " off "})
  void a_limit_can_be_switched_off(String off) {
    RateLimits limits = new RateLimits(config(off, Optional.empty()), nanos::get);
    assertThat(limits.spend("a")).isEmpty();
    assertThat(limits.remembered()).isZero();
  }

  @Test
  void a_burst_is_two_seconds_worth_unless_it_is_said() {
    RateLimits limits = new RateLimits(config("500", Optional.empty()), nanos::get);
    assertThat(limits.burst()).isEqualTo(1_000);
    assertThat(limits.windowSeconds()).isEqualTo(2);
    assertThat(limits("10", "25").windowSeconds()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1.5", "many", "", "99999999999"})
  void a_limit_that_is_no_number_stops_the_start_by_its_name(String text) {
    assertThatThrownBy(() -> new RateLimits(config(text, Optional.empty()), nanos::get))
        .hasMessageContaining("SEMEL_RATE_LIMIT_PER_SECOND");
    assertThatThrownBy(() -> limits("1", text)).hasMessageContaining("SEMEL_RATE_LIMIT_BURST");
  }

  @Test
  void a_burst_of_nothing_stops_the_start() {
    assertThatThrownBy(() -> limits("1", "0")).hasMessageContaining("SEMEL_RATE_LIMIT_BURST");
  }

  private RateLimits limits(String perSecond, String burst) {
    return new RateLimits(config(perSecond, Optional.of(burst)), nanos::get);
  }

  private static RateLimits.Standing spend(RateLimits limits, String credential) {
    return limits.spend(credential).orElseThrow();
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static RateLimitConfig config(String perSecond, Optional<String> burst) {
    return new RateLimitConfig() {
      @Override
      public String perSecond() {
        return perSecond;
      }

      @Override
      public Optional<String> burst() {
        return burst;
      }
    };
  }
}
