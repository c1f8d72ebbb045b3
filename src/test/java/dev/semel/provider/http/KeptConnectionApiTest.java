// What a kept connection that has gone stale means for the request that met it.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.ProviderCall.Phase;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.SubmitOutcome.Unknown;
import dev.semel.provider.http.ScriptedPartner.Link;
import dev.semel.provider.http.ScriptedPartner.Script;
import dev.semel.testing.Wait;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The request is never made again by the client, whatever becomes of the connection. */
class KeptConnectionApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final String ACCEPTED =
      RawPartner.answer(
          "201 Created",
          "{\"id\":\"ac-1\",\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\"}");

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private FileProvider acme(ScriptedPartner partner) {
    return Acme.overOneConnection(partner.url(), VERTX, log);
  }

  private static void answerOne(Link link) throws IOException {
    link.request();
    link.write(ACCEPTED);
  }

  @Test
  void closed_without_having_read_the_request_it_leaves_it_unknown() throws IOException {
    Script script =
        link -> {
          answerOne(link);
          link.awaitFirstByte();
          link.close();
        };
    try (ScriptedPartner partner = new ScriptedPartner(script);
        FileProvider acme = acme(partner)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Unknown.class);
      assertThat(log.last().phase()).isEqualTo(Phase.HANDED_OVER);
      assertThat(partner.connections()).as("never made again").isEqualTo(1);
      assertThat(partner.requests()).as("read whole").hasSize(1);
    }
  }

  @Test
  void closed_after_having_read_the_request_it_leaves_it_unknown() throws IOException {
    Script script =
        link -> {
          answerOne(link);
          link.request();
        };
    try (ScriptedPartner partner = new ScriptedPartner(script);
        FileProvider acme = acme(partner)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Unknown.class);
      assertThat(partner.connections()).isEqualTo(1);
      assertThat(partner.requests()).hasSize(2);
    }
  }

  @Test
  void reset_after_having_read_the_request_it_leaves_it_unknown() throws IOException {
    Script script =
        link -> {
          answerOne(link);
          link.request();
          link.reset();
        };
    try (ScriptedPartner partner = new ScriptedPartner(script);
        FileProvider acme = acme(partner)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Unknown.class);
      assertThat(partner.connections()).isEqualTo(1);
      assertThat(partner.requests()).hasSize(2);
    }
  }

  @Test
  void half_closed_while_idle_it_costs_at_most_one_request() throws Exception {
    CountDownLatch clientClosed = new CountDownLatch(1);
    Script script =
        link -> {
          answerOne(link);
          if (link.number() == 1) {
            link.closeHalf();
            link.swallow();
            clientClosed.countDown();
          }
        };
    try (ScriptedPartner partner = new ScriptedPartner(script);
        FileProvider acme = acme(partner)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(clientClosed.await(20, TimeUnit.SECONDS)).isTrue();
      SubmitOutcome second = acme.submit(Acme.request(), Acme.ALWAYS);
      assertThat(second).isInstanceOfAny(Accepted.class, Unknown.class, NotSent.class);
      assertThat(partner.requests()).hasSize(second instanceof Accepted ? 2 : 1);
    }
  }

  @Test
  void reset_or_closed_between_the_connection_and_the_request_it_leaves_it_unknown()
      throws Exception {
    for (boolean resets : new boolean[] {true, false}) {
      Queue<Link> links = new ConcurrentLinkedQueue<>();
      Script script =
          link -> {
            answerOne(link);
            links.add(link);
            link.request();
          };
      try (ScriptedPartner partner = new ScriptedPartner(script);
          FileProvider acme = acme(partner)) {
        assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
        BooleanSupplier thenItEnds =
            () -> {
              end(links.remove(), resets);
              return true;
            };
        Wait.until(
            "the connection being kept", Duration.ofSeconds(20), links::size, size -> size == 1);
        assertThat(acme.submit(Acme.request(), thenItEnds)).isInstanceOf(Unknown.class);
        assertThat(partner.connections()).isEqualTo(1);
        assertThat(partner.requests()).hasSize(1);
      }
    }
  }

  private static void end(Link link, boolean resets) {
    try {
      if (resets) {
        link.reset();
      } else {
        link.close();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Whether the client sees the end before it writes is chance: either way nothing is sent twice.
   */
  @RepeatedTest(20)
  void ended_while_idle_it_costs_at_most_one_request() throws Exception {
    Semaphore idle = new Semaphore(0);
    Script script =
        link -> {
          answerOne(link);
          if (link.number() == 1) {
            idle.release();
            link.reset();
          }
        };
    try (ScriptedPartner partner = new ScriptedPartner(script);
        FileProvider acme = acme(partner)) {
      SubmitOutcome first = acme.submit(Acme.request(), Acme.ALWAYS);
      assertThat(first).isInstanceOfAny(Accepted.class, Unknown.class);
      idle.acquire();
      SubmitOutcome second = acme.submit(Acme.request(), Acme.ALWAYS);
      assertThat(second).isInstanceOfAny(Accepted.class, Unknown.class, NotSent.class);
      assertThat(partner.requests()).hasSize(second instanceof Accepted ? 2 : 1);
    }
  }

  @Test
  void a_connection_that_the_partner_wants_closed_is_not_used_again() throws IOException {
    String closing = ACCEPTED.replaceFirst("\r\n", "\r\nConnection: close\r\n");
    Script script =
        link -> {
          while (!link.request().isEmpty()) {
            link.write(closing);
          }
        };
    try (ScriptedPartner partner = new ScriptedPartner(script);
        FileProvider acme = acme(partner)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(partner.connections()).isEqualTo(2);
      assertThat(partner.requests()).hasSize(2);
    }
  }
}
