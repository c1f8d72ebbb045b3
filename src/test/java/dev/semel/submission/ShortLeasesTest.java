// A node that is too slow for its leases says so, once.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ShortLeasesTest {
  private final List<String> told = new ArrayList<>();
  private final AtomicLong clock = new AtomicLong();
  private final ShortLeases leases = new ShortLeases(Duration.ofSeconds(2), clock::get, told::add);

  @Test
  void many_claims_in_a_row_that_are_put_back_are_told_once_with_the_setting() {
    meet(3 * ShortLeases.IN_A_ROW);

    assertThat(told).hasSize(1);
    assertThat(told.getFirst()).contains("SEMEL_LEASE", "PT2S", "10 payouts in a row");
  }

  @Test
  void a_few_are_told_to_nobody_and_one_that_is_sent_begins_the_count_anew() {
    for (int i = 0; i < 5; i++) {
      meet(ShortLeases.IN_A_ROW - 1);
      leases.met(true);
    }
    assertThat(told).isEmpty();

    meet(ShortLeases.IN_A_ROW);
    assertThat(told).hasSize(1);
  }

  @Test
  void it_is_told_again_after_an_hour_at_the_earliest() {
    for (int i = 0; i < 3; i++) {
      meet(ShortLeases.IN_A_ROW);
      leases.met(true);
    }
    assertThat(told).hasSize(1);

    clock.addAndGet(Duration.ofHours(1).toNanos());
    meet(ShortLeases.IN_A_ROW);
    assertThat(told).hasSize(2);
  }

  private void meet(int tooOld) {
    for (int i = 0; i < tooOld; i++) {
      leases.met(false);
    }
  }
}
