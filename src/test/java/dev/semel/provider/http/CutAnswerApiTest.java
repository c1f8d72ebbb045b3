// An answer that breaks off at any of its bytes.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.SubmitOutcome.Unknown;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The body holds letters of several bytes, an escape, and both halves of an escaped emoji. */
class CutAnswerApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final String BODY =
      "{\"id\":\"ac-1\",\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\","
          + "\"name\":\"Łucja \uD83D\uDE00\",\"note\":\"\\u00e9\\ud83d\\ude00\"}";

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private static byte[] answer(String kind) {
    byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
    String head = "HTTP/1.1 201 Created\r\n";
    return switch (kind) {
      case "with a length" -> bytes(head + "Content-Length: " + body.length + "\r\n\r\n" + BODY);
      case "in chunks" -> bytes(head + "Transfer-Encoding: chunked\r\n\r\n" + chunks(body));
      case "of HTTP/1.0" -> bytes("HTTP/1.0 201 Created\r\n\r\n" + BODY);
      default -> bytes(head + "\r\n" + BODY);
    };
  }

  /** Two chunks, the first of which ends in the middle of a letter. */
  private static String chunks(byte[] body) {
    int cut = BODY.indexOf('Ł') + 1;
    String first = new String(body, 0, cut, StandardCharsets.ISO_8859_1);
    String second = new String(body, cut, body.length - cut, StandardCharsets.ISO_8859_1);
    return "%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n".formatted(cut, first, body.length - cut, second);
  }

  private static byte[] bytes(String text) {
    // Chunks are written as one letter for each byte already.
    boolean perByte = text.contains("chunked");
    return text.getBytes(perByte ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "with a length, closed", "with a length, reset",
    "in chunks, closed", "in chunks, reset",
    "of HTTP/1.0, closed", "of HTTP/1.0, reset",
    "until the end of the connection, closed", "until the end of the connection, reset"
  })
  void cut_at_any_byte_it_leaves_it_unknown_and_nothing_is_sent_again(String kind, String ending)
      throws IOException {
    byte[] whole = answer(kind);
    AtomicInteger written = new AtomicInteger(whole.length);
    ScriptedPartner.Script script =
        link -> {
          link.request();
          link.write(Arrays.copyOf(whole, written.get()));
          if (ending.equals("reset")) {
            link.reset();
          }
        };
    try (ScriptedPartner partner = new ScriptedPartner(script);
        FileProvider acme = Acme.at(partner.url(), VERTX, log, Acme::patient)) {
      if (ending.equals("closed")) {
        assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      }
      int before = partner.requests().size();
      for (int length = 0; length < whole.length; length++) {
        written.set(length);
        int read = partner.requests().size();
        SubmitOutcome outcome = acme.submit(Acme.request(), Acme.ALWAYS);
        if (outcome instanceof NotSent) {
          // The connection that was kept turned out to be closed before anything was written to it.
          assertThat(partner.requests()).as("after %d bytes", length).hasSize(read);
        } else {
          assertThat(outcome).as("after %d bytes", length).isInstanceOf(Unknown.class);
        }
      }
      // Never more than one for each; less where a connection ended before its request was read.
      int atMost = before + whole.length;
      assertThat(partner.requests()).hasSizeBetween(atMost - atMost / 10, atMost);
      assertThat(partner.connections()).isBetween(atMost - atMost / 10, atMost);
    }
  }
}
