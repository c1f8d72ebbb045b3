// The breaker counts what is the partner's failure, and nothing else.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.Availability.Available;
import dev.semel.provider.Availability.ProbeOnly;
import dev.semel.provider.Availability.Unavailable;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.HeldBack;
import dev.semel.provider.SubmitOutcome.Refused;
import dev.semel.provider.SubmitOutcome.Unknown;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The file of the tests opens its breaker when 3 of the last 4 fail, for 0.4 s. */
class SubmissionGateTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final String ACCEPTED =
      RawPartner.answer(
          "201 Created",
          "{\"id\":\"ac-1\",\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\"}");
  private static final String DOWN = RawPartner.answer("503 Service Unavailable", "");
  private static final String REFUSED =
      RawPartner.answer("422 Unprocessable", "{\"code\":\"account_closed\"}");

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void it_opens_after_failures_lets_one_probe_through_and_closes_again() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(DOWN));
        FileProvider acme = Acme.at(partner.url(), VERTX, log)) {
      assertThat(acme.availability()).isEqualTo(new Available());
      for (int i = 0; i < 4; i++) {
        assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Unknown.class);
      }
      assertThat(acme.availability()).isInstanceOf(Unavailable.class);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isEqualTo(new HeldBack("breaker open"));
      assertThat(partner.requests()).hasSize(4);

      partner.nowDoes(RawPartner.thenStay(ACCEPTED));
      await(acme, ProbeOnly.class);
      awaitTimeToPass(Duration.ofMillis(600));
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
        acme.lookup(Acme.query(java.util.Optional.empty()));
      }
      assertThat(acme.availability()).isEqualTo(new Available());
    }
  }

  @Test
  void lookups_go_on_while_it_is_open() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenClose(""));
        FileProvider acme = Acme.at(partner.url(), VERTX, log)) {
      for (int i = 0; i < 4; i++) {
        acme.submit(Acme.request(), Acme.ALWAYS);
      }
      assertThat(acme.availability()).isInstanceOf(Unavailable.class);
      acme.lookup(Acme.query(java.util.Optional.empty()));
      assertThat(partner.requests()).hasSize(5);
    }
  }

  /** Long enough for the breaker to become half open by itself. */
  private static void awaitTimeToPass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static void await(FileProvider acme, Class<?> availability) {
    long patience = System.nanoTime() + Duration.ofSeconds(5).toNanos();
    while (!availability.isInstance(acme.availability())) {
      assertThat(System.nanoTime()).isLessThan(patience);
      Thread.onSpinWait();
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
