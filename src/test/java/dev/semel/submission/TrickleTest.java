// How rare questions are while a provider seems to be away.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TrickleTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final Trickle trickle = new Trickle(nanos::get);

  @Test
  void one_question_a_second_is_let_through_and_none_is_saved_up() {
    assertThat(trickle.open()).isTrue();
    trickle.passed();
    assertThat(trickle.open()).isFalse();
    nanos.addAndGet(Duration.ofMillis(999).toNanos());
    assertThat(trickle.open()).isFalse();
    nanos.addAndGet(Duration.ofMillis(1).toNanos());
    assertThat(trickle.open()).isTrue();
    nanos.addAndGet(Duration.ofMinutes(10).toNanos());
    assertThat(trickle.open()).isTrue();
    trickle.passed();
    assertThat(trickle.open()).isFalse();
  }
}
