// How the header is written: bare or quoted, once, and in visible ASCII.
package dev.semel.idempotency;

import static dev.semel.idempotency.Asker.isReplayOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class KeyFormApiTest {

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Asker asker;

  @BeforeEach
  void becomeATenant() {
    asker = Asker.anew(credentials, database);
  }

  @Test
  void i_18_a_bare_and_a_quoted_key_are_the_same() {
    Response first = asker.post("abc-1", asker.payout("10.00", "pending"));
    isReplayOf(first, asker.post("\"abc-1\"", asker.payout("10.00", "pending")));
    isReplayOf(first, asker.post("  abc-1 ", asker.payout("10.00", "pending")));
    Asker other = new Asker(asker.tenant(), asker.reference() + "q");
    assertThat(other.post("\"a\\\"b\"", other.payout("10.00", "pending")).statusCode())
        .isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "a b",
        "a, b",
        "a\"b",
        "\"a",
        "caf\u00e9",
        "a\\b",
        "\"a b\"",
        "\"a\";p=1",
        "\"a\\b\""
      })
  void i_18_a_malformed_key_is_refused(String key) {
    Response refused = asker.post(key, asker.payout("10.00", "pending"));
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.path("type").toString()).isEqualTo("/problems/idempotency-key-invalid");
  }

  /** As no decent client would write it: byte by byte. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Idempotency-Key:",
        "Idempotency-Key:   ",
        "Idempotency-Key: a\0b",
        "Idempotency-Key: a\u001b[31mb",
        "Idempotency-Key: a\rb",
        "Idempotency-Key: a\tb",
        "Idempotency-Key: a\u007fb",
        "Idempotency-Key: caf\u00c3\u00a9",
        "Idempotency-Key: a\r\nIdempotency-Key: b",
        "Idempotency-Key: a\r\nidempotency-key: a",
        "Idempotency-Key: a\r\n b"
      })
  void i_18_a_key_with_bytes_that_nobody_can_see_is_refused(String header) throws Exception {
    assertThat(statusOf(header)).isEqualTo(400);
    assertThat(asker.payouts()).isZero();
  }

  private int statusOf(String header) throws IOException {
    byte[] body = asker.payout("10.00", "pending").getBytes(StandardCharsets.UTF_8);
    String head =
        "POST /v1/payouts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
            + "Authorization: Bearer "
            + asker.tenant().token()
            + "\r\nContent-Length: "
            + body.length
            + "\r\n"
            + header
            + "\r\n\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Asker.server().getPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().write(body);
      socket.getOutputStream().flush();
      String line =
          new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
              .readLine();
      return Integer.parseInt(line.split(" ")[1]);
    }
  }

  @Test
  void i_18_a_key_of_255_characters_is_taken_and_one_of_256_is_not() {
    String body = asker.payout("10.00", "pending");
    assertThat(asker.post("k".repeat(255), body).statusCode()).isEqualTo(201);
    assertThat(asker.post("k".repeat(256), body).statusCode()).isEqualTo(400);
  }

  @Test
  void a_missing_key_is_refused() {
    assertThat(
            asker
                .tenant()
                .request()
                .contentType("application/json")
                .body(asker.payout("10.00", "pending"))
                .post("/v1/payouts")
                .path("type")
                .toString())
        .isEqualTo("/problems/idempotency-key-missing");
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void i_18_two_keys_are_refused_also_by_a_client_that_would_rather_speak_http_2(
      HttpClient.Version version) throws Exception {
    try (HttpClient http = HttpClient.newBuilder().version(version).build()) {
      HttpRequest two =
          HttpRequest.newBuilder(Asker.server().resolve("/v1/payouts"))
              .header("Authorization", "Bearer " + asker.tenant().token())
              .header("Content-Type", "application/json")
              .header("Idempotency-Key", "a")
              .header("Idempotency-Key", "b")
              .POST(HttpRequest.BodyPublishers.ofString(asker.payout("10.00", "pending")))
              .build();
      assertThat(http.send(two, BodyHandlers.ofString()).statusCode()).isEqualTo(400);
    }
  }
}
