// When a breaker opens, whom it lets through, and what closes it, on a clock that the test moves.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.Availability.Available;
import dev.semel.provider.Availability.ProbeOnly;
import dev.semel.provider.Availability.Unavailable;
import dev.semel.provider.BreakerStanding.State;
import dev.semel.provider.file.ProviderFile.Breaker;
import dev.semel.provider.http.SubmissionBreaker.Permit;
import dev.semel.provider.http.SubmissionBreaker.Tells;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** It opens when 3 of the last 5 failed, for 30 s. */
class SubmissionBreakerTest {
  private static final Duration OPEN_FOR = Duration.ofSeconds(30);

  /** Such a clock may begin anywhere, below zero and shortly before it overflows included. */
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L);

  private final SubmissionBreaker breaker =
      new SubmissionBreaker(new Breaker(3, 5, OPEN_FOR), nanos::get);

  @Test
  void it_opens_as_soon_as_enough_of_the_last_failed_however_few_there_were() {
    tell(Tells.FAILED, Tells.FAILED);
    assertThat(breaker.availability()).isEqualTo(new Available());
    tell(Tells.FAILED);
    assertThat(breaker.availability()).isEqualTo(new Unavailable(OPEN_FOR));
    assertThat(breaker.ask()).isEmpty();
    assertThat(breaker.standing().state()).isEqualTo(State.OPEN);
    assertThat(breaker.standing().openings()).isEqualTo(1);
    assertThat(breaker.standing().lastFailure()).contains("no answer");
  }

  @Test
  void failures_further_back_than_the_last_ones_no_longer_count() {
    tell(Tells.FAILED, Tells.FAILED, Tells.WELL, Tells.WELL, Tells.WELL, Tells.WELL);
    tell(Tells.FAILED, Tells.FAILED);
    assertThat(breaker.availability()).isEqualTo(new Available());
    tell(Tells.WELL, Tells.FAILED);
    assertThat(breaker.availability()).isInstanceOf(Unavailable.class);
  }

  @Test
  void what_was_never_tried_counts_neither_way() {
    tell(Tells.FAILED, Tells.FAILED);
    for (int i = 0; i < 10; i++) {
      tell(Tells.NOTHING);
    }
    tell(Tells.FAILED);
    assertThat(breaker.availability()).isInstanceOf(Unavailable.class);
  }

  @Test
  void when_its_time_is_over_one_probe_is_let_through_however_many_ask_at_once() throws Exception {
    open();
    passes(OPEN_FOR);
    assertThat(breaker.availability()).isEqualTo(new ProbeOnly());
    int askers = 32;
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Optional<Permit>>> asked = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < askers; i++) {
        asked.add(
            threads.submit(
                () -> {
                  start.await();
                  return breaker.ask();
                }));
      }
      start.countDown();
      int given = 0;
      for (Future<Optional<Permit>> one : asked) {
        given += one.get().isPresent() ? 1 : 0;
      }
      assertThat(given).isEqualTo(1);
    }
    assertThat(breaker.availability()).isInstanceOf(Unavailable.class);
    assertThat(breaker.standing().state()).isEqualTo(State.HALF_OPEN);
  }

  @Test
  void a_probe_that_is_answered_closes_it_with_a_clean_slate() {
    open();
    passes(OPEN_FOR);
    tell(Tells.WELL);
    assertThat(breaker.availability()).isEqualTo(new Available());
    assertThat(breaker.standing().answered()).isTrue();
    tell(Tells.FAILED, Tells.FAILED);
    assertThat(breaker.availability()).isEqualTo(new Available());
  }

  @Test
  void a_probe_that_fails_keeps_it_open_as_long_again_and_is_no_new_opening() {
    open();
    passes(OPEN_FOR.plusSeconds(5));
    tell(Tells.FAILED);
    assertThat(breaker.availability()).isEqualTo(new Unavailable(OPEN_FOR));
    assertThat(breaker.standing().openings()).isEqualTo(1);
    assertThat(breaker.standing().answered()).isFalse();
  }

  @Test
  void a_probe_that_was_not_tried_after_all_leaves_its_place_to_the_next() {
    open();
    passes(OPEN_FOR);
    tell(Tells.NOTHING);
    assertThat(breaker.availability()).isEqualTo(new ProbeOnly());
    assertThat(breaker.ask()).isPresent();
  }

  @Test
  void what_began_before_it_opened_neither_closes_it_nor_keeps_it_open() {
    Permit early = breaker.ask().orElseThrow();
    Permit late = breaker.ask().orElseThrow();
    open();
    breaker.ended(early, Tells.WELL, "");
    assertThat(breaker.standing().state()).isEqualTo(State.OPEN);
    passes(OPEN_FOR);
    Permit probe = breaker.ask().orElseThrow();
    breaker.ended(late, Tells.FAILED, "late");
    assertThat(breaker.ask()).as("the probe is still out").isEmpty();
    breaker.ended(probe, Tells.WELL, "");
    assertThat(breaker.availability()).isEqualTo(new Available());
  }

  @Test
  void it_stays_open_for_its_time_and_not_a_nanosecond_less() {
    open();
    passes(OPEN_FOR.minusNanos(1));
    assertThat(breaker.ask()).isEmpty();
    passes(Duration.ofNanos(1));
    assertThat(breaker.ask()).isPresent();
  }

  private void open() {
    tell(Tells.FAILED, Tells.FAILED, Tells.FAILED);
    assertThat(breaker.standing().state()).isEqualTo(State.OPEN);
  }

  private void tell(Tells... all) {
    for (Tells one : all) {
      breaker.ended(breaker.ask().orElseThrow(), one, "no answer");
    }
  }

  private void passes(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
