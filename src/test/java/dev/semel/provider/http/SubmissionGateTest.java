// The breaker counts what is the partner's failure, and nothing else.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.Availability.Available;
import dev.semel.provider.Availability.ProbeOnly;
import dev.semel.provider.Availability.Unavailable;
import dev.semel.provider.BreakerStanding;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.Busy;
import dev.semel.provider.SubmitOutcome.HeldBack;
import dev.semel.provider.SubmitOutcome.Refused;
import dev.semel.provider.SubmitOutcome.Unknown;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of the tests opens its breaker when 3 of the last 4 failed, for 0.4 s. */
class SubmissionGateTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final String ACCEPTED =
      RawPartner.answer(
          "201 Created",
          "{\"id\":\"ac-1\",\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\"}");
  private static final String DOWN = RawPartner.answer("503 Service Unavailable", "");
  private static final String FOUND =
      RawPartner.answer(
          "200 OK",
          "{\"data\":[{\"id\":\"ac-1\",\"status\":\"processing\",\"amount\":\"125.50\",\"currency\":\"KES\",\"client_reference\":\""
              + Acme.REFERENCE
              + "\"}]}");
  private static final String BUSY_UNDER_503 =
      "{when: {status: 503, header: {Retry-After: present}}, is: busy}";
  private static final String REFUSED =
      RawPartner.answer("422 Unprocessable", "{\"code\":\"account_closed\"}");

  private static final Duration OPEN_FOR = Duration.ofMillis(400);

  private final AtomicLong nanos = new AtomicLong();
  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void it_opens_after_failures_lets_one_probe_through_and_closes_again() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(DOWN));
        FileProvider acme =
            Acme.at(partner.url(), VERTX, log, InstantSource.system(), nanos::get)) {
      assertThat(acme.availability()).isEqualTo(new Available());
      for (int i = 0; i < 3; i++) {
        assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Unknown.class);
      }
      assertThat(acme.availability()).isInstanceOf(Unavailable.class);
      assertThat(acme.breaker().lastFailure().orElseThrow()).contains("503");
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isEqualTo(new HeldBack("breaker open"));
      assertThat(partner.requests()).hasSize(3);

      partner.nowDoes(RawPartner.thenStay(ACCEPTED));
      nanos.addAndGet(OPEN_FOR.toNanos());
      assertThat(acme.availability()).isEqualTo(new ProbeOnly());
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(acme.availability()).isEqualTo(new Available());
    }
  }

  @Test
  void refusals_and_lookups_never_open_it() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(REFUSED));
        FileProvider acme = Acme.at(partner.url(), VERTX, log)) {
      for (int i = 0; i < 8; i++) {
        SubmitOutcome outcome = acme.submit(Acme.request(), Acme.ALWAYS);
        assertThat(outcome).isInstanceOf(Refused.class);
      }
      partner.nowDoes(RawPartner.thenStay(DOWN));
      for (int i = 0; i < 8; i++) {
        acme.lookup(Acme.query(Optional.empty()));
      }
      assertThat(acme.availability()).isEqualTo(new Available());
    }
  }

  @Test
  void lookups_go_on_while_it_is_open_and_one_that_succeeds_does_not_close_it() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenClose(""));
        FileProvider acme = Acme.at(partner.url(), VERTX, log)) {
      opened(acme);
      partner.nowDoes(RawPartner.thenStay(FOUND));
      LookupOutcome found = acme.lookup(Acme.query(Optional.empty()));
      assertThat(found).isInstanceOf(LookupOutcome.Found.class);
      assertThat(acme.availability()).isInstanceOf(Unavailable.class);
      assertThat(partner.requests()).hasSize(4);
    }
  }

  /** Each is an answer: the partner works, and said no or not now. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "422 Unprocessable|{\"code\":\"account_closed\"}",
        "500 Oops|{\"code\":\"account_closed\"}",
        "429 Too Many Requests|{}",
        "409 Conflict|{}",
        "401 Unauthorized|{}"
      })
  void a_probe_that_is_refused_closes_it(String answer) throws IOException {
    String[] parts = answer.split("\\|", 2);
    try (RawPartner partner = new RawPartner(RawPartner.thenClose(""));
        FileProvider acme =
            Acme.at(partner.url(), VERTX, log, InstantSource.system(), nanos::get)) {
      opened(acme);
      partner.nowDoes(RawPartner.thenStay(RawPartner.answer(parts[0], parts[1])));
      nanos.addAndGet(OPEN_FOR.toNanos());
      acme.submit(Acme.request(), Acme.ALWAYS);
      assertThat(acme.availability()).isEqualTo(new Available());
    }
  }

  @Test
  void a_probe_that_may_no_longer_be_sent_proves_nothing() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenClose(""));
        FileProvider acme =
            Acme.at(partner.url(), VERTX, log, InstantSource.system(), nanos::get)) {
      opened(acme);
      nanos.addAndGet(OPEN_FOR.toNanos());
      assertThat(acme.submit(Acme.request(), () -> false)).isInstanceOf(HeldBack.class);
      assertThat(acme.availability()).isEqualTo(new ProbeOnly());
      assertThat(partner.requests()).hasSize(3);
    }
  }

  /** The partner has gone quiet; of all those who come at once one is heard. */
  @Test
  void u_24_half_open_sends_one_however_many_are_claimed_at_once() throws Exception {
    try (RawPartner partner = new RawPartner(RawPartner.thenClose(""));
        FileProvider acme = Acme.at(partner.url(), VERTX, log, InstantSource.system(), nanos::get);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      opened(acme);
      CountDownLatch heard = new CountDownLatch(1);
      partner.nowDoes(
          connection -> {
            awaitQuietly(heard);
            return RawPartner.thenStay(ACCEPTED).answer(connection);
          });
      nanos.addAndGet(OPEN_FOR.toNanos());
      int claimed = 16;
      CompletionService<SubmitOutcome> outcomes = new ExecutorCompletionService<>(threads);
      for (int i = 0; i < claimed; i++) {
        outcomes.submit(() -> acme.submit(Acme.request(), Acme.ALWAYS));
      }
      for (int i = 0; i < claimed - 1; i++) {
        assertThat(outcomes.take().get()).isEqualTo(new HeldBack("breaker open"));
      }
      assertThat(acme.breaker().state()).isEqualTo(BreakerStanding.State.HALF_OPEN);
      heard.countDown();
      assertThat(outcomes.take().get()).isInstanceOf(Accepted.class);
      assertThat(partner.requests()).hasSize(3 + 1);
      assertThat(acme.availability()).isEqualTo(new Available());
    }
  }

  @Test
  void a_503_that_a_file_calls_busy_counts_and_its_wish_is_read() throws IOException {
    String busy = RawPartner.answer("503 Service Unavailable\r\nRetry-After: 9", "");
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(busy));
        FileProvider acme =
            Acme.at(
                partner.url(),
                VERTX,
                log,
                text -> text.replace("{when: {status: 429}, is: busy}", BUSY_UNDER_503))) {
      for (int i = 0; i < 3; i++) {
        assertThat(acme.submit(Acme.request(), Acme.ALWAYS))
            .isEqualTo(new Busy("http_503", Optional.of(Duration.ofSeconds(9))));
      }
      assertThat(acme.availability()).isInstanceOf(Unavailable.class);
    }
  }

  private static void opened(FileProvider acme) {
    for (int i = 0; i < 3; i++) {
      acme.submit(Acme.request(), Acme.ALWAYS);
    }
    assertThat(acme.availability()).isInstanceOf(Unavailable.class);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void the_pace_lets_a_burst_of_one_second_start_and_then_spaces_the_rest() {
    AtomicLong now = new AtomicLong(0);
    TokenBucket bucket = new TokenBucket(4, now::get);
    Duration longest = Duration.ofSeconds(2);
    for (int i = 0; i < 4; i++) {
      assertThat(bucket.take(longest)).isEqualTo(Duration.ZERO);
    }
    assertThat(bucket.take(longest)).isEqualTo(Duration.ofMillis(250));
    assertThat(bucket.take(longest)).isEqualTo(Duration.ofMillis(500));
    now.set(Duration.ofSeconds(10).toNanos());
    assertThat(bucket.take(longest)).isEqualTo(Duration.ZERO);
    for (int i = 0; i < 3 + 8; i++) {
      assertThat(bucket.take(longest)).isLessThanOrEqualTo(longest);
    }
    assertThat(bucket.take(longest)).isGreaterThan(longest);
    assertThat(bucket.take(longest)).isEqualTo(Duration.ofMillis(2250));
  }
}
