// When a loop counts as dead.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PulseTest {
  private final AtomicLong clock = new AtomicLong();
  private final Pulse pulse = new Pulse(clock::get);

  @Test
  void a_loop_that_has_not_begun_or_was_told_to_end_is_well_for_ever() {
    passes(Duration.ofDays(1));
    assertThat(pulse.isWell()).isTrue();
    pulse.begin();
    pulse.rest();
    pulse.end();
    passes(Duration.ofDays(1));
    assertThat(pulse.isWell()).isTrue();
  }

  @Test
  void a_loop_that_ends_by_itself_is_dead_at_once() {
    pulse.begin();
    pulse.end();
    assertThat(pulse.isWell()).isFalse();
  }

  @Test
  void a_loop_that_stands_still_is_dead_until_it_goes_on() {
    pulse.begin();
    passes(Duration.ofSeconds(119));
    assertThat(pulse.isWell()).isTrue();
    passes(Duration.ofSeconds(2));
    assertThat(pulse.isWell()).isFalse();
    pulse.beat();
    assertThat(pulse.isWell()).isTrue();
  }

  private void passes(Duration time) {
    clock.addAndGet(time.toNanos());
  }
}
