// Requests that no client library makes: each is refused in our own words, and the connection ends.
package dev.semel.app.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import dev.semel.testing.AtOnce;
import dev.semel.testing.RawHttp;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ConnectionApiTest {

  private static final String LIVE = "GET /health/live HTTP/1.1\r\n";
  private static final int MEBIBYTE = 1_048_576;
  private static final String DRIPS_AFTER_ITS_ANSWER =
      "POST /v1/payouts HTTP/1.1\r\n" + Requests.HOST + Requests.JSON + Requests.length(100);

  @Inject CreateCredential credentials;
  @Inject DataSource database;
  private Requests requests;

  @BeforeEach
  void a_credential() {
    requests = Requests.of(credentials, database);
  }

  private static final List<String> UNREADABLE =
      List.of(
          "GET /%ZZ HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET /v1/payouts/%ZZ HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET /v1/payouts?limit=%ZZ HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET /a% HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET /a\u0000b HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET /a\u001bb HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET /v1\\payouts HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET /v1/payouts#x HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET /v1/payouts/{id} HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET /v1/payouts?q=<img> HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET /v1/payouts/\u00c3\u00a9 HTTP/1.1\r\nHost: x\r\n\r\n",
          "GET v1/payouts HTTP/1.1\r\nHost: x\r\n\r\n",
          "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
          "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n",
          "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
          "GET / HTTP/3.7\r\nHost: x\r\n\r\n",
          "GET / FTP/1.1\r\nHost: x\r\n\r\n",
          "GET /\r\n\r\n",
          "nonsense\r\n\r\n",
          "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n");

  private static final List<String> DOUBTFUL =
      List.of(
          "\r\n",
          "Host: a\r\nHost: b\r\n\r\n",
          "Host: a b/<>\r\n\r\n",
          "Host: x\r\nX y: a\r\n\r\n",
          "Host: x\r\nX : a\r\n\r\n",
          "Host: x\r\nX: a\u0000b\r\n\r\n",
          "Host: x\r\nno colon\r\n\r\n",
          "Host: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}a",
          "Host: x\r\nContent-Length: -2\r\n\r\n{}",
          "Host: x\r\nContent-Length: +2\r\n\r\n{}",
          "Host: x\r\nContent-Length: 2x\r\n\r\n{}",
          "Host: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
          "Host: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
          "Host: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
          "Host: x\r\nTransfer-Encoding: identity\r\n\r\n{}",
          "Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");

  // A refused connection is kept open for a second, so that its client can read why: the cases of a
  // test are tried at the same time.

  @Test
  void a_first_line_that_can_not_be_read_is_refused_with_a_problem() throws Exception {
    AtOnce.each(UNREADABLE, request -> refusedAndClosed(request, 400, "malformed-request"));
  }

  @Test
  void headers_that_leave_doubt_about_host_or_body_are_refused() throws Exception {
    AtOnce.each(DOUBTFUL, headers -> refusedAndClosed(LIVE + headers, 400, "malformed-request"));
  }

  @Test
  void a_first_line_or_headers_that_are_too_long_are_refused() throws Exception {
    String head = LIVE + "Host: x\r\n";
    Map<String, List<String>> tooLong =
        Map.of(
            "GET /" + "a".repeat(9_000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
            List.of("414", "uri-too-long"),
            head + "X: " + "a".repeat(20_000) + "\r\n\r\n",
            List.of("431", "headers-too-large"),
            head + "X: a\r\n".repeat(10_000) + "\r\n",
            List.of("431", "headers-too-large"));
    AtOnce.each(
        tooLong.entrySet(),
        one ->
            refusedAndClosed(
                one.getKey(),
                Integer.parseInt(one.getValue().getFirst()),
                one.getValue().getLast()));
  }

  @Test
  void many_headers_within_the_limit_are_taken() throws IOException {
    assertThat(Requests.exchange(LIVE + "Host: x\r\n" + "X: a\r\n".repeat(2_000) + "\r\n").status())
        .isEqualTo(200);
  }

  @Test
  void chunks_that_can_not_be_told_apart_are_refused() throws IOException {
    refusedAndClosed(
        requests.create()
            + Requests.JSON
            + "Transfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n0\r\n\r\n",
        400,
        "malformed-request");
  }

  @Test
  void what_follows_a_refused_request_is_not_read_as_another() throws IOException {
    try (RawHttp http = RawHttp.connect(RestAssured.port)) {
      http.send(
          "POST /health/live HTTP/1.1\r\nHost: x\r\nContent-Length: 40\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
              + LIVE
              + "Host: x\r\n\r\n");
      assertThat(http.read().status()).isEqualTo(400);
      assertThat(http.isClosedByServer()).isTrue();
    }
  }

  @Test
  void a_body_that_says_that_it_is_too_large_is_refused_before_it_comes() throws Exception {
    String head = requests.create() + Requests.JSON;
    AtOnce.each(
        List.of(
            head + Requests.length(MEBIBYTE + 1),
            head + "Content-Length: 99999999999999999999\r\n\r\n"),
        request ->
            refusedAndClosed(
                request,
                request.contains("9999999") ? 400 : 413,
                413,
                request.contains("9999999") ? "malformed-request" : "content-too-large",
                "content-too-large"));
  }

  @Test
  void a_body_that_grows_too_large_is_refused_in_the_same_words() throws Exception {
    String body = Requests.chunked("{\"a\": \"" + "x".repeat(2 * MEBIBYTE) + "\"}");
    AtOnce.each(
        List.of(
            requests.create() + Requests.JSON, "POST /webhooks/simulator HTTP/1.1\r\nHost: x\r\n"),
        head -> refusedAndClosed(head + body, 413, "content-too-large"));
  }

  @Test
  void a_body_without_an_end_is_cut_off_at_the_limit() throws IOException {
    try (RawHttp http = RawHttp.connect(RestAssured.port)) {
      http.send(requests.create() + Requests.JSON + "Transfer-Encoding: chunked\r\n\r\n");
      String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
      for (int i = 0; i < 64; i++) {
        http.send(chunk);
      }
      assertThat(http.read().problem()).isEqualTo("content-too-large");
    }
  }

  @Test
  void s_05_a_compressed_body_is_refused_and_nothing_is_decompressed() throws Exception {
    byte[] bomb = bomb();
    long before = usedMemory();

    AtOnce.each(
        List.of("gzip", "deflate", "br", "zstd", "identity, gzip", "GZip", "x-unheard-of"),
        coding -> refusedInEveryPlace(coding, bomb));

    assertThat(usedMemory() - before).isLessThan(64L * MEBIBYTE);
  }

  private void refusedInEveryPlace(String coding, byte[] bomb) throws IOException {
    String form = Requests.JSON + "Content-Encoding: " + coding + "\r\n";
    String webhook = "POST /webhooks/simulator HTTP/1.1\r\n" + Requests.HOST + form;
    for (boolean chunked : new boolean[] {false, true}) {
      RawHttp.Reply reply = send(webhook, bomb, chunked);
      if (List.of("gzip", "deflate", "GZip", "identity, gzip").contains(coding)) {
        // Whose message it is, is found out over the bytes as they came.
        assertThat(reply.problem()).isEqualTo("signature-invalid");
      } else {
        refusedAsCoded(reply);
      }
    }
    for (String target : new String[] {"/no/such/path", "/openapi", "/health/live"}) {
      String head = "POST " + target + " HTTP/1.1\r\n" + Requests.HOST + form;
      refusedAsCoded(send(head, bomb, false));
      refusedAsCoded(send(head, bomb, true));
    }
    refusedAsCoded(send(requests.create() + form, bomb, false));
    refusedAsCoded(send(requests.create() + form, bomb, true));
    String stranger = "POST /v1/payouts HTTP/1.1\r\n" + Requests.HOST + Requests.key() + form;
    assertThat(send(stranger, bomb, false).problem()).isEqualTo("authentication-required");
    assertThat(send(stranger, bomb, true).problem()).isEqualTo("authentication-required");
  }

  @Test
  void s_05_identity_is_no_compression() throws IOException {
    RawHttp.Reply reply =
        Requests.exchange(
            requests.create()
                + Requests.JSON
                + "Content-Encoding: identity\r\n"
                + Requests.length(2)
                + "{}");
    assertThat(reply.problem()).isEqualTo("validation-failed");
  }

  @Test
  void a_head_or_a_body_that_drips_is_cut_off_and_nothing_is_done() throws Exception {
    String key = Requests.key();
    String create =
        "POST /v1/payouts HTTP/1.1\r\n" + Requests.HOST + requests.authorization() + key;
    AtOnce.each(
        List.of(
            LIVE + "Host: x\r\nX: ",
            create + Requests.JSON + Requests.length(1_000) + "{",
            DRIPS_AFTER_ITS_ANSWER),
        beginning -> {
          try (RawHttp http = RawHttp.connect(RestAssured.port)) {
            if (beginning.equals(DRIPS_AFTER_ITS_ANSWER)) {
              holdsTheConnectionNoLonger(http);
            } else {
              dripsUntilRefused(http, beginning);
            }
          }
        });
    RawHttp.Reply repeated = Requests.exchange(create + Requests.JSON + Requests.length(2) + "{}");
    assertThat(repeated.problem()).isEqualTo("validation-failed");
  }

  private static void holdsTheConnectionNoLonger(RawHttp http) throws IOException {
    http.send(DRIPS_AFTER_ITS_ANSWER);
    assertThat(http.read().status()).isEqualTo(401);
    http.send(" ");
    assertThat(http.isClosedByServer()).isTrue();
  }

  @Test
  void a_connection_is_used_again_after_a_refusal_that_leaves_no_doubt() throws IOException {
    try (RawHttp http = RawHttp.connect(RestAssured.port)) {
      for (int i = 0; i < 3; i++) {
        http.send(requests.create() + Requests.JSON + Requests.length(2) + "{}");
        assertThat(http.read().status()).isEqualTo(422);
        http.send(requests.get("/v1/payouts") + "\r\n");
        assertThat(http.read().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void requests_one_after_the_other_without_waiting_are_answered_in_order() throws IOException {
    try (RawHttp http = RawHttp.connect(RestAssured.port)) {
      http.send(
          requests.get("/v1/payouts")
              + "\r\n"
              + LIVE
              + "Host: x\r\n\r\n"
              + requests.get("/v1/payouts/none")
              + "\r\n");
      assertThat(http.read().status()).isEqualTo(200);
      assertThat(http.read().text()).contains("UP");
      assertThat(http.read().status()).isEqualTo(404);
    }
  }

  /** One byte after the other, with less than a second between, until an answer is there. */
  private static void dripsUntilRefused(RawHttp http, String beginning) throws IOException {
    http.send(beginning);
    long sent = 0;
    while (!http.hasAnswer()) {
      http.send("a");
      assertThat(++sent).isLessThan(1_000);
    }
    RawHttp.Reply reply = http.read();
    assertThat(reply.status()).isEqualTo(408);
    assertThat(reply.problem()).isEqualTo("request-timeout");
    assertThat(http.isClosedByServer()).isTrue();
  }

  private static void refusedAndClosed(String request, int status, String problem)
      throws IOException {
    refusedAndClosed(request, status, status, problem, problem);
  }

  private static void refusedAndClosed(
      String request, int status, int orStatus, String problem, String orProblem)
      throws IOException {
    try (RawHttp http = RawHttp.connect(RestAssured.port)) {
      http.send(request);
      RawHttp.Reply reply = http.read();
      assertThat(reply.status()).as(reply.text()).isIn(status, orStatus);
      assertThat(reply.problem()).isIn(problem, orProblem);
      assertThat(reply.header("Content-Type")).contains("application/problem+json");
      assertThat(reply.header("Connection")).contains("close");
      assertThat(reply.header("X-Content-Type-Options")).contains("nosniff");
      assertThat(reply.json().path("request_id").asText())
          .isEqualTo(reply.header("Request-Id").orElseThrow())
          .isNotEmpty();
      assertThat(http.isClosedByServer()).isTrue();
    }
  }

  private static void refusedAsCoded(RawHttp.Reply reply) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(415);
    assertThat(reply.problem()).isEqualTo("unsupported-media-type");
    assertThat(reply.header("Accept-Encoding").orElseThrow().split(", ", -1)).contains("identity");
  }

  private static RawHttp.Reply send(String head, byte[] body, boolean chunked) throws IOException {
    try (RawHttp http = RawHttp.connect(RestAssured.port)) {
      http.send(
          chunked
              ? head
                  + "Transfer-Encoding: chunked\r\n\r\n"
                  + Integer.toHexString(body.length).toLowerCase(Locale.ROOT)
                  + "\r\n"
              : head + Requests.length(body.length));
      http.send(body);
      if (chunked) {
        http.send("\r\n0\r\n\r\n");
      }
      return http.read();
    }
  }

  /** A hundred mebibytes of spaces in a hundred kilobytes. */
  private static byte[] bomb() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      byte[] spaces = new byte[MEBIBYTE];
      for (int i = 0; i < 100; i++) {
        gzip.write(spaces);
      }
    }
    return bytes.toByteArray();
  }

  private static long usedMemory() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
