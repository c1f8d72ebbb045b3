// A time-out at every stage of a call.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.ProviderCall.Phase;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Unknown;
import dev.semel.provider.http.ScriptedPartner.Link;
import dev.semel.provider.http.ScriptedPartner.Script;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Up to the connection a time-out is not sent ({@link SubmissionPhaseApiTest}, {@link
 * TlsPhaseApiTest}); after it the outcome is unknown. The time is the whole exchange's, however
 * lively the partner seems.
 */
class TimeOutStageApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final int LARGE = 6 * 1024 * 1024;
  private static final String HEAD = "HTTP/1.1 201 Created\r\nContent-Length: 1000\r\n";

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private void timesOut(Script script, String name, int readWhole) throws IOException {
    try (ScriptedPartner partner = new ScriptedPartner(script)) {
      long started = System.nanoTime();
      SubmitOutcome outcome;
      try (FileProvider acme = Acme.at(partner.url(), VERTX, log, Acme::hasty)) {
        outcome = acme.submit(Acme.request(name, "1"), Acme.ALWAYS);
      }
      assertThat(outcome).isEqualTo(new Unknown("no complete answer within PT0.5S"));
      assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(10));
      assertThat(log.last().phase()).isEqualTo(Phase.HANDED_OVER);
      partner.end();
      assertThat(partner.connections()).as("never made again").isEqualTo(1);
      assertThat(partner.requests()).as("read whole").hasSize(readWhole);
    }
  }

  private static Script afterTheRequest(String written) {
    return link -> {
      link.request();
      link.write(written);
      link.stay();
    };
  }

  @Test
  void while_the_request_is_written() throws IOException {
    timesOut(Link::stay, "x".repeat(LARGE), 0);
  }

  @Test
  void while_waiting_for_the_first_byte() throws IOException {
    timesOut(afterTheRequest(""), "Amina", 1);
  }

  @Test
  void within_the_head() throws IOException {
    timesOut(afterTheRequest(HEAD), "Amina", 1);
  }

  @Test
  void between_the_head_and_the_body() throws IOException {
    timesOut(afterTheRequest(HEAD + "\r\n"), "Amina", 1);
  }

  @Test
  void within_the_body_however_many_bytes_still_come() throws IOException {
    timesOut(
        link -> {
          link.request();
          link.write(HEAD + "\r\n{");
          while (true) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            link.write(" ");
          }
        },
        "Amina",
        1);
  }
}
