// A node whose clock is an hour off, or is set meanwhile, does as every other node does.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.LookupOutcome;
import dev.semel.provider.ProviderCall;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Busy;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The same day at a partner, told by clocks that differ; the file's breaker is 3 of 4, 0.4 s. */
class ClockOffTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Instant TRUE_TIME = Instant.parse("2026-12-01T10:00:00Z");
  private static final String ACCEPTED =
      RawPartner.answer(
          "201 Created",
          "{\"id\":\"ac-1\",\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\"}");
  private static final String DOWN = RawPartner.answer("503 Service Unavailable", "");

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void the_outcomes_are_the_same_with_a_clock_an_hour_ahead_an_hour_back_and_set_all_the_time()
      throws IOException {
    List<String> right = day(() -> TRUE_TIME);
    AtomicInteger looks = new AtomicInteger();

    assertThat(right)
        .containsSubsequence("Busy PT30S", "Busy PT45S", "Busy PT7S", "open", "closed");
    assertThat(day(() -> TRUE_TIME.plus(HOUR))).isEqualTo(right);
    assertThat(day(() -> TRUE_TIME.minus(HOUR))).isEqualTo(right);
    assertThat(day(() -> TRUE_TIME.plus(HOUR.multipliedBy(looks.getAndIncrement() % 3 - 1))))
        .isEqualTo(right);
  }

  /** What happens, step by step; the clock that only goes forward is moved by hand. */
  private static List<String> day(InstantSource clock) throws IOException {
    List<String> story = new ArrayList<>();
    AtomicLong nanos = new AtomicLong();
    CallLogInMemory log = new CallLogInMemory();
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(ACCEPTED));
        FileProvider acme = Acme.at(partner.url(), VERTX, log, clock, nanos::get)) {
      tell(story, acme.submit(Acme.request(), Acme.ALWAYS));
      for (String asked :
          List.of(
              "Date: Tue, 01 Dec 2026 04:00:00 GMT\r\nRetry-After: Tue, 01 Dec 2026 04:00:30 GMT",
              "Retry-After: Tue, 01 Dec 2026 10:00:45 GMT",
              "Retry-After: 7")) {
        partner.nowDoes(
            RawPartner.thenStay(RawPartner.answer("429 Too Many Requests\r\n" + asked, "")));
        tell(story, acme.submit(Acme.request(), Acme.ALWAYS));
      }
      partner.nowDoes(RawPartner.thenStay(DOWN));
      for (int i = 0; i < 3; i++) {
        tell(story, acme.submit(Acme.request(), Acme.ALWAYS));
      }
      story.add(state(acme));
      tell(story, acme.submit(Acme.request(), Acme.ALWAYS));
      LookupOutcome lookup = acme.lookup(Acme.query(Optional.empty()));
      story.add(lookup.getClass().getSimpleName());
      partner.nowDoes(RawPartner.thenStay(ACCEPTED));
      nanos.addAndGet(Duration.ofMillis(400).toNanos());
      story.add(state(acme));
      tell(story, acme.submit(Acme.request(), Acme.ALWAYS));
      story.add(state(acme));
      story.add("requests " + partner.requests().size());
      assertThat(log.calls())
          .as("only its stamps come from the clock")
          .allSatisfy(
              (ProviderCall call) ->
                  assertThat(Duration.between(TRUE_TIME, call.startedAt()).abs())
                      .isLessThanOrEqualTo(HOUR));
    }
    return story;
  }

  private static void tell(List<String> story, SubmitOutcome outcome) {
    story.add(
        outcome instanceof Busy busy
            ? "Busy " + busy.patience().leastPause(TRUE_TIME).orElseThrow()
            : outcome.toString());
  }

  private static String state(FileProvider acme) {
    return acme.breaker().state().name().toLowerCase(java.util.Locale.ROOT);
  }
}
