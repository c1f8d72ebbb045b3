// What a well-formed request may say of its body and its answer, and what else it may try.
package dev.semel.app.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import dev.semel.testing.RawHttp;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class RequestFormApiTest {

  @Inject CreateCredential credentials;
  @Inject DataSource database;
  private Requests requests;

  @BeforeEach
  void a_credential() {
    requests = Requests.of(credentials, database);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json; charset=utf-8",
        "application/json;charset=\"UTF-8\"",
        "Application/JSON"
      })
  void json_in_utf_8_is_taken(String type) throws IOException {
    assertThat(create("Content-Type: " + type + "\r\n", "{}").problem())
        .isEqualTo("validation-failed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Content-Type: \r\n",
        "Content-Type: */*\r\n",
        "Content-Type: application/*\r\n",
        "Content-Type: json\r\n",
        "Content-Type: ;;;\r\n",
        "Content-Type: text/json\r\n",
        "Content-Type: text/plain\r\n",
        "Content-Type: application/problem+json\r\n",
        "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: multipart/form-data; boundary=x\r\n",
        "Content-Type: application/json; charset=iso-8859-1\r\n",
        "Content-Type: application/json; charset=utf-16\r\n",
        "Content-Type: application/json; charset=utf-7\r\n",
        "Content-Type: application/json; charset=\r\n",
        "Content-Type: application/json, text/plain\r\n",
        "Content-Type: application/json\r\nContent-Type: application/json\r\n",
        "Content-Type: application/json\r\nContent-Type: text/plain\r\n"
      })
  void another_type_another_charset_or_doubt_about_it_is_refused(String header) throws IOException {
    RawHttp.Reply reply = create(header, "{}");
    assertThat(reply.status()).as(reply.text()).isEqualTo(415);
    assertThat(reply.problem()).isEqualTo("unsupported-media-type");
  }

  @ParameterizedTest
  @CsvSource({
    "efbbbf7b7d, byte order mark",
    "7b2261223a22c0af227d, not UTF-8",
    "7b2261223a22e080af227d, not UTF-8",
    "7b2261223a22eda080227d, not UTF-8",
    "7b2261223a22f8888080af227d, not UTF-8",
    "feff007b007d, not UTF-8",
    "fffe7b007d00, not UTF-8",
    "007b007d, not well-formed"
  })
  void bytes_in_another_encoding_are_refused_with_the_reason(String hex, String reason)
      throws IOException {
    byte[] body = HexFormat.of().parseHex(hex);
    RawHttp.Reply reply = create(Requests.JSON, body);
    assertThat(reply.problem()).isEqualTo("malformed-json");
    assertThat(reply.json().path("detail").asText()).contains(reason);
  }

  @Test
  void utf_7_is_read_as_the_ascii_that_it_is() throws IOException {
    assertThat(create(Requests.JSON, "+AHsAfQ-").problem()).isEqualTo("malformed-json");
    byte[] utf16 = "{}".getBytes(Charset.forName("UTF-16"));
    assertThat(create(Requests.JSON, utf16).problem()).isEqualTo("malformed-json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/* | 200",
        "application/* | 200",
        "application/json;q=0.1 | 200",
        "text/html, application/json;q=0.5 | 200",
        "text/html | 406",
        "application/json;q=0 | 406",
        "application/json;q=0, */* | 406",
        "*/*;q=0 | 406",
        "nonsense | 200"
      })
  void an_answer_is_sent_only_in_a_type_that_is_accepted(String accept, int status)
      throws IOException {
    assertThat(
            Requests.exchange(requests.get("/v1/payouts") + "Accept: " + accept + "\r\n\r\n")
                .status())
        .isEqualTo(status);
  }

  @Test
  void a_create_whose_answer_nobody_accepts_creates_nothing() throws IOException {
    RawHttp.Reply reply = create(Requests.JSON + "Accept: application/json;q=0\r\n", "{}");
    assertThat(reply.status()).isEqualTo(406);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRACE", "PUT", "PATCH", "FOO", "PROPFIND"})
  void a_method_that_a_path_lacks_is_refused_with_those_that_it_has(String method)
      throws IOException {
    for (String path : new String[] {"/v1/payouts", "/health/live"}) {
      RawHttp.Reply reply =
          Requests.exchange(
              method
                  + " "
                  + path
                  + " HTTP/1.1\r\n"
                  + Requests.HOST
                  + requests.authorization()
                  + "X-Secret: sesame\r\n\r\n");
      assertThat(reply.status()).isEqualTo(405);
      assertThat(reply.header("Allow").orElseThrow()).contains("GET");
      assertThat(reply.text()).doesNotContain("sesame");
    }
  }

  @Test
  void options_name_the_methods_and_head_is_a_get_without_its_body() throws IOException {
    RawHttp.Reply options =
        Requests.exchange("OPTIONS /v1/payouts HTTP/1.1\r\n" + Requests.HOST + "\r\n");
    assertThat(options.status()).isEqualTo(200);
    assertThat(options.header("Allow").orElseThrow()).contains("GET").contains("POST");
    try (RawHttp http = RawHttp.connect(RestAssured.port)) {
      http.send(
          "HEAD /v1/payouts HTTP/1.1\r\n" + Requests.HOST + requests.authorization() + "\r\n");
      assertThat(http.readHead().status()).isEqualTo(200);
      http.send(requests.get("/v1/payouts") + "\r\n");
      assertThat(http.read().status()).isEqualTo(200);
    }
  }

  @Test
  void no_header_turns_a_method_or_a_path_into_another() throws IOException {
    for (String header :
        new String[] {
          "X-HTTP-Method-Override: POST",
          "X-HTTP-Method: POST",
          "X-Method-Override: POST",
          "X-Original-URL: /v1/ops/credentials",
          "X-Rewrite-URL: /v1/ops/credentials",
          "X-Forwarded-Prefix: /v1/ops"
        }) {
      RawHttp.Reply reply =
          Requests.exchange(requests.get("/v1/payouts?_method=POST") + header + "\r\n\r\n");
      assertThat(reply.problem()).as(header).isEqualTo("validation-failed");
      assertThat(
              Requests.exchange(requests.get("/v1/payouts") + header + "\r\n\r\n")
                  .json()
                  .path("data")
                  .isArray())
          .isTrue();
    }
  }

  @Test
  void a_parameter_that_is_there_twice_or_unknown_is_a_fault_that_is_named() throws IOException {
    RawHttp.Reply twice = Requests.exchange(requests.get("/v1/payouts?limit=1&limit=2") + "\r\n");
    assertThat(twice.status()).isEqualTo(422);
    assertThat(twice.json().at("/errors/0/parameter").asText()).isEqualTo("limit");
    assertThat(twice.json().at("/errors/0/code").asText()).isEqualTo("too_many");
    String many =
        IntStream.range(0, 600).mapToObj(i -> "p" + i + "=1").collect(Collectors.joining("&"));
    RawHttp.Reply unknown = Requests.exchange(requests.get("/v1/payouts?" + many) + "\r\n");
    assertThat(unknown.status()).isEqualTo(422);
    assertThat(unknown.json().path("errors")).hasSize(100);
  }

  @Test
  void a_client_that_asks_first_is_told_to_go_on_or_gets_its_refusal_at_once() throws IOException {
    String expect = Requests.JSON + "Expect: 100-continue\r\n" + Requests.length(2);
    try (RawHttp http = RawHttp.connect(RestAssured.port)) {
      http.send(requests.create() + expect);
      assertThat(http.read().status()).isEqualTo(100);
      http.send("{}");
      assertThat(http.read().status()).isEqualTo(422);
    }
    String stranger = "POST /v1/payouts HTTP/1.1\r\n" + Requests.HOST + Requests.key();
    assertThat(Requests.exchange(stranger + expect).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Connection: Upgrade\r\nUpgrade: h2c\r\n",
        "Connection: Upgrade\r\nUpgrade: websocket\r\n"
      })
  void no_other_protocol_is_changed_to(String headers) throws IOException {
    assertThat(Requests.exchange(requests.get("/v1/payouts") + headers + "\r\n").status())
        .isEqualTo(200);
  }

  @Test
  void answers_of_the_api_are_kept_by_nobody_and_guessed_by_nobody() throws IOException {
    for (String target : new String[] {"/v1/payouts", "/v1/payouts/none", "/v1/none"}) {
      RawHttp.Reply reply = Requests.exchange(requests.get(target) + "\r\n");
      assertThat(reply.header("Cache-Control")).as(target).contains("no-store");
      assertThat(reply.header("X-Content-Type-Options")).as(target).contains("nosniff");
    }
    for (String target : new String[] {"/openapi", "/problems", "/health/live", "/none"}) {
      assertThat(Requests.exchange(requests.get(target) + "\r\n").header("X-Content-Type-Options"))
          .as(target)
          .contains("nosniff");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b",
        "<img onerror=x>",
        "\u001b[2J",
        "a\u00e9",
        "../../etc",
        "a;b",
        "a,b",
        "\"a\""
      })
  void a_request_id_of_another_form_is_not_echoed(String id) throws IOException {
    RawHttp.Reply reply =
        Requests.exchange(requests.get("/v1/none") + "Request-Id: " + id + "\r\n\r\n");
    if (reply.status() == 400) {
      assertThat(reply.problem()).isEqualTo("malformed-request");
    }
    assertThat(reply.header("Request-Id").orElseThrow()).matches("req-[0-9a-f]{32}");
    assertThat(reply.text()).doesNotContain(id);
  }

  @Test
  void a_request_id_that_is_too_long_or_there_twice_is_not_echoed() throws IOException {
    String longId = "Request-Id: " + "a".repeat(129) + "\r\n\r\n";
    assertThat(
            Requests.exchange(requests.get("/v1/none") + longId).header("Request-Id").orElseThrow())
        .startsWith("req-");
    assertThat(
            Requests.exchange(requests.get("/v1/none") + "Request-Id: a\r\nRequest-Id: b\r\n\r\n")
                .header("Request-Id")
                .orElseThrow())
        .startsWith("req-");
  }

  @Test
  void nesting_over_the_limit_is_refused_however_deep() throws IOException {
    assertThat(create(Requests.JSON, nested(32)).problem()).isEqualTo("validation-failed");
    assertThat(create(Requests.JSON, nested(33)).problem()).isEqualTo("malformed-json");
    assertThat(create(Requests.JSON, "{\"a\":" + "[".repeat(100_000)).problem())
        .isEqualTo("malformed-json");
  }

  @Test
  void bodies_that_are_costly_to_read_are_refused_like_others() throws IOException {
    assertThat(create(Requests.JSON, "{\"amount\": 1e999999999}").problem())
        .isEqualTo("validation-failed");
    assertThat(create(Requests.JSON, "{\"amount\": " + "9".repeat(500_000) + "}").problem())
        .isEqualTo("malformed-json");
    String many =
        IntStream.range(0, 90_000)
            .mapToObj(i -> "\"" + i + "\":1")
            .collect(Collectors.joining(","));
    assertThat(create(Requests.JSON, "{" + many + "}").json().path("errors")).hasSize(100);
    assertThat(create(Requests.JSON, "{" + collidingMembers() + "}").json().path("errors"))
        .hasSize(100);
  }

  /** 65,536 names with one hash: "Aa" and "BB" have the same. */
  private static String collidingMembers() {
    return IntStream.range(0, 1 << 16)
        .mapToObj(
            number ->
                "\""
                    + IntStream.range(0, 16)
                        .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining())
                    + "\":1")
        .limit(25_000)
        .collect(Collectors.joining(","));
  }

  /** An object of so many levels. */
  private static String nested(int levels) {
    return "{\"a\":".repeat(levels - 1) + "{}" + "}".repeat(levels - 1);
  }

  private RawHttp.Reply create(String headers, String body) throws IOException {
    return create(headers, body.getBytes(StandardCharsets.UTF_8));
  }

  private RawHttp.Reply create(String headers, byte[] body) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(RawHttp.bytes(requests.create() + headers + Requests.length(body.length)));
    request.writeBytes(body);
    return RawHttp.exchange(RestAssured.port, request.toByteArray());
  }
}
