// Tokens: how they are asked for, how long they are kept, and what happens without one.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.BreakerStanding.State;
import dev.semel.provider.LookupOutcome.Found;
import dev.semel.provider.LookupOutcome.Unclear;
import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.ProviderCall.Phase;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.Busy;
import dev.semel.provider.SubmitOutcome.HeldBack;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.testing.Wait;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTokenApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int MANY = 50;

  private final CallLogInMemory log = new CallLogInMemory();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L);

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private FileProvider acme(TokenPartner partner) {
    return Acme.at(partner.url(), VERTX, log, nanos::get, TokenPartner.file());
  }

  private FileProvider acme(TokenPartner partner, String auth) {
    return Acme.at(partner.url(), VERTX, log, nanos::get, TokenPartner.file(auth));
  }

  private void passes(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static String basic(String user) {
    byte[] pair = (user + ":" + Acme.API_KEY).getBytes(StandardCharsets.UTF_8);
    return "authorization: Basic " + Base64.getEncoder().encodeToString(pair);
  }

  @Test
  void one_token_serves_all_kinds_of_requests() throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(acme.lookup(Acme.query(Optional.empty()))).isInstanceOf(Found.class);
      assertThat(acme.status(Acme.query(Optional.of("ac-1")))).isInstanceOf(Found.class);
      assertThat(partner.tokenCalls()).hasSize(1);
      assertThat(partner.tokenCalls().getFirst())
          .startsWith("POST /token HTTP/1.1")
          .contains(basic("client-of-acme"))
          .contains("content-length: 0");
      assertThat(partner.others())
          .hasSize(3)
          .allMatch(request -> request.contains("authorization: Bearer " + partner.lastToken()));
    }
  }

  @Test
  void neither_a_token_nor_what_proves_who_we_are_is_seen_in_the_log_of_calls() throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner)) {
      acme.submit(Acme.request(), Acme.ALWAYS);
      assertThat(log.calls())
          .extracting(call -> call.operation() + " " + call.outcome())
          .containsExactly("PREPARE accepted", "SUBMIT accepted");
      assertThat(log.calls().getFirst().responseBody().orElseThrow())
          .isEqualTo("{\"access_token\":\"***\",\"expires_in\":\"***\"}");
      assertThat(log.calls().getFirst().payoutId()).isPresent();
      assertThat(log.calls().toString())
          .doesNotContain(partner.lastToken())
          .doesNotContain(Acme.API_KEY)
          .doesNotContain(basic("client-of-acme").substring(21));
    }
  }

  @Test
  void a_token_under_any_name_and_in_any_header_is_masked() throws IOException {
    String auth =
        """
        auth:
          token:
            request: {method: POST, path: /token, form: {pass: "${secret.api_key}"}}
            read: {at: /data, token: /session}
            send: {name: X-Session, value: "id=${token.value}"}
        """;
    String secret = "sess-0123456789";
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner, auth)) {
      partner.answerTokensWith(
          RawPartner.answer("200 OK", "{\"data\":{\"session\":\"" + secret + "\"}}"));
      acme.submit(Acme.request(), Acme.ALWAYS);
      assertThat(partner.others().getFirst()).contains("x-session: id=" + secret);
      assertThat(partner.tokenCalls().getFirst()).contains("pass=" + Acme.API_KEY);
      assertThat(log.calls().toString()).doesNotContain(secret).doesNotContain(Acme.API_KEY);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          basic, scope: "a b"   | grant_type=client_credentials&scope=a%20b
          body                  | grant_type=client_credentials&client_id=cl%2Fient&client_secret=key-of-acme-1
          """)
  void the_client_credentials_grant_is_a_form(String how, String form) throws IOException {
    String auth =
        "auth: {oauth2: {token_url: /v1/oauth2/token, client_id: cl/ient, client_secret:"
            + " \"${secret.api_key}\", client_auth: "
            + how
            + "}}\n";
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner, auth)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      String call = partner.tokenCalls().getFirst();
      assertThat(call)
          .startsWith("POST /v1/oauth2/token HTTP/1.1")
          .contains("content-type: application/x-www-form-urlencoded")
          .endsWith("\r\n\r\n" + form);
      assertThat(call.contains(basic("cl%2Fient"))).isEqualTo(how.startsWith("basic"));
    }
  }

  @Test
  void a_token_may_be_got_at_another_host() throws IOException {
    try (TokenPartner partner = new TokenPartner()) {
      String auth =
          "auth: {oauth2: {token_url: \""
              + partner.url()
              + "/a/token\", client_id: c, client_secret: \"${secret.api_key}\"}}\n";
      try (FileProvider acme = acme(partner, auth)) {
        assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
        assertThat(partner.tokenCalls().getFirst()).startsWith("POST /a/token HTTP/1.1");
      }
    }
  }

  @Test
  void a_get_with_a_query_and_headers_of_every_request_are_dialects_of_it() throws IOException {
    String auth =
        """
        auth:
          headers: {Ocp-Apim-Subscription-Key: "${secret.webhook_secret}"}
          token:
            request: {method: GET, path: /token/generate, query: {grant_type: client_credentials}, headers: {x-client-id: me}}
            basic: {user: consumer, password: "${secret.api_key}"}
            read: {token: /access_token, expires_in: /expires_in}
        """;
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner, auth)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      String key = "ocp-apim-subscription-key: " + Acme.WEBHOOK_SECRET;
      assertThat(partner.tokenCalls().getFirst())
          .startsWith("GET /token/generate?grant_type=client_credentials HTTP/1.1")
          .contains(basic("consumer"))
          .contains("x-client-id: me")
          .contains(key);
      assertThat(partner.others().getFirst()).contains(key).doesNotContain("x-client-id");
    }
  }

  @Test
  void a_token_is_got_anew_a_minute_before_it_ends() throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner)) {
      acme.submit(Acme.request(), Acme.ALWAYS);
      passes(Duration.ofSeconds(3539));
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(partner.tokenCalls()).hasSize(1);
      passes(Duration.ofSeconds(1));
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(partner.tokenCalls()).hasSize(2);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          `Date: Mon, 30 Nov 2026 10:00:00 GMT` | `"expires_at":"2026-11-30T10:30:00+0000"`   | 1740
          `Date: Mon, 30 Nov 2026 10:00:00 GMT` | `"expires_at":"2026-11-30T13:00:20+03:00"`  | 18
          `X-None: 1`                           | `"expires_at":"2026-11-30T10:30:00Z"`       | 108
          `Date: Mon, 30 Nov 2026 10:00:00 GMT` | `"n":1`                                     | 108
          """)
  void its_end_may_be_a_time_of_the_partners_clock(String date, String end, long kept)
      throws IOException {
    String auth =
        """
        auth:
          token:
            request: {method: POST, path: /token}
            read: {token: /token, expires_at: {at: /expires_at, optional: true}}
            lasts: PT2M
        """;
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner, auth)) {
      partner.answerTokensWith(
          RawPartner.answer("201 Created\r\n" + date, "{\"token\":\"abcdefgh\"," + end + "}"),
          "abcdefgh");
      assertThat(acme.lookup(Acme.query(Optional.empty()))).isInstanceOf(Found.class);
      passes(Duration.ofSeconds(kept - 1));
      assertThat(acme.lookup(Acme.query(Optional.empty()))).isInstanceOf(Found.class);
      assertThat(partner.tokenCalls()).hasSize(1);
      passes(Duration.ofSeconds(1));
      assertThat(acme.lookup(Acme.query(Optional.empty()))).isInstanceOf(Found.class);
      assertThat(partner.tokenCalls()).hasSize(2);
    }
  }

  @Test
  void many_submissions_whose_token_has_ended_get_one_by_one_call() throws Exception {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme =
            Acme.at(partner.url(), VERTX, log, nanos::get, TokenPartner::withRoomForMany)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      passes(Duration.ofHours(1));
      CountDownLatch held = new CountDownLatch(1);
      partner.holdTokens(held);
      CountDownLatch ready = new CountDownLatch(MANY);
      List<Future<SubmitOutcome>> all = new ArrayList<>();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < MANY; i++) {
          all.add(
              threads.submit(
                  () -> {
                    ready.countDown();
                    return acme.submit(Acme.request(), Acme.ALWAYS);
                  }));
        }
        ready.await();
        Wait.until("the call for it", PATIENCE, () -> partner.tokenCalls().size(), n -> n == 2);
        held.countDown();
        for (Future<SubmitOutcome> one : all) {
          assertThat(one.get()).isInstanceOf(Accepted.class);
        }
      }
      assertThat(partner.tokenCalls()).hasSize(2);
      assertThat(partner.others()).hasSize(1 + MANY);
    }
  }

  /** What may be a token stands where the file does not say, in an answer that is of no use. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "200 OK|{'session':'sess-12345','expires_in':3600}",
        "200 OK|{'access_token':'a\\nb','session':{'id':['sess-12345']}}",
        "200 OK|{'access_token':'','sess':123450000,'ok':'sess-12345'}",
        "200 OK|'sess-12345'",
        "200 OK|access_token=sess-12345&expires_in=3600",
        "200 OK|{'session':'sess-12345'",
        "200 OK\r\nX-Session: sess-12345|{}",
        "401 Unauthorized|{'error':'invalid_client','id':'sess-12345'}",
        "500 Oops|{'data':{'id':'sess-12345'}}"
      })
  void nothing_of_an_answer_that_may_hold_a_token_is_seen(String answer) throws IOException {
    String[] parts = answer.split("\\|", 2);
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner)) {
      partner.answerTokensWith(RawPartner.answer(parts[0], parts[1].replace('\'', '"')));
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(NotSent.class);
    }
    assertThat(log.calls().toString()).doesNotContain("sess-1").doesNotContain("12345");
    if (parts[1].contains("invalid_client")) {
      assertThat(log.calls().getFirst().responseBody().orElseThrow()).contains("invalid_client");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "200 OK|<html>We are back at noon</html>",
        "200 OK|",
        "200 OK|{'expires_in':3600}",
        "200 OK|{'access_token':'','expires_in':3600}",
        "200 OK|{'access_token':'a\\nb','expires_in':3600}",
        "200 OK|{'access_token':'abcdef'}",
        "200 OK|{'access_token':'abcdef','expires_in':'soon'}",
        "302 Found|",
        "400 Bad Request|{'error':'invalid_client'}",
        "401 Unauthorized|{'error':'invalid_client','access_token':'abcdef','expires_in':3600}",
        "500 Oops|{'access_token':'abcdef','expires_in':3600}",
        "503 Unavailable|{}"
      })
  void without_a_token_nothing_is_sent(String answer) throws IOException {
    String[] parts = answer.split("\\|", 2);
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner)) {
      partner.answerTokensWith(RawPartner.answer(parts[0], parts[1].replace('\'', '"')));
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS))
          .isInstanceOfSatisfying(
              NotSent.class, not -> assertThat(not.reason()).startsWith("no token: "));
      assertThat(log.last().operation()).isEqualTo(Operation.SUBMIT);
      assertThat(log.last().phase()).isEqualTo(Phase.NOT_CONNECTED);
      assertThat(log.calls().toString()).doesNotContain("abcdef");
      assertThat(acme.lookup(Acme.query(Optional.empty()))).isInstanceOf(Unclear.class);
      assertThat(partner.others()).isEmpty();
      assertThat(partner.tokenCalls()).as("one for each who asked").hasSize(2);
      partner.giveTokensAgain();
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
    }
  }

  @Test
  void a_partner_that_does_not_answer_the_call_for_it_is_not_waited_for_longer_than_the_timeout()
      throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme =
            Acme.at(
                partner.url(), VERTX, log, text -> Acme.hasty(TokenPartner.file().apply(text)))) {
      partner.holdTokens(new CountDownLatch(1));
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(NotSent.class);
      assertThat(partner.others()).isEmpty();
      assertThat(partner.tokenCalls()).hasSize(1);
    }
  }

  @Test
  void the_breaker_counts_a_lack_of_tokens_like_a_lack_of_connections() throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme =
            Acme.at(
                partner.url(),
                VERTX,
                log,
                text ->
                    TokenPartner.file().apply(text).replace("failures: 10000", "failures: 1"))) {
      partner.answerTokensWith(RawPartner.answer("500 Oops", "{}"));
      acme.submit(Acme.request(), Acme.ALWAYS);
      assertThat(acme.breaker().state()).isEqualTo(State.OPEN);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isEqualTo(new HeldBack("breaker open"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"429 Slow", "503 Unavailable"})
  void when_patience_is_asked_for_no_other_token_is_asked_for_before(String status)
      throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme =
            Acme.at(
                partner.url(),
                VERTX,
                log,
                nanos::get,
                text ->
                    TokenPartner.file().apply(text).replace("failures: 10000", "failures: 1"))) {
      partner.answerTokensWith(RawPartner.answer(status + "\r\nRetry-After: 7", "{}"));
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS))
          .isInstanceOfSatisfying(
              Busy.class,
              busy -> assertThat(busy.patience().pause()).contains(Duration.ofSeconds(7)));
      assertThat(acme.breaker().state()).isEqualTo(State.CLOSED);
      passes(Duration.ofSeconds(5));
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS))
          .isInstanceOfSatisfying(
              Busy.class,
              busy -> assertThat(busy.patience().pause()).contains(Duration.ofSeconds(2)));
      assertThat(acme.lookup(Acme.query(Optional.empty()))).isInstanceOf(Unclear.class);
      assertThat(partner.tokenCalls()).hasSize(1);
      partner.giveTokensAgain();
      passes(Duration.ofSeconds(2));
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
    }
  }

  @Test
  void it_is_got_before_it_is_asked_whether_the_request_may_be_written() throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner)) {
      List<Integer> callsBefore = new ArrayList<>();
      SubmitOutcome outcome =
          acme.submit(
              Acme.request(),
              () -> {
                callsBefore.add(partner.tokenCalls().size());
                return false;
              });
      assertThat(outcome).isInstanceOf(HeldBack.class);
      assertThat(callsBefore).containsExactly(1);
      assertThat(partner.others()).isEmpty();
    }
  }

  @Test
  void it_is_got_before_a_connection_is_taken() throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme =
            Acme.overOneConnection(partner.url(), VERTX, log, TokenPartner.file())) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
    }
  }

  @Test
  void a_token_whose_end_is_long_past_is_used_once() throws IOException {
    String auth =
        """
        auth:
          token:
            request: {method: POST, path: /token}
            read: {token: /token, expires_at: /expires_at}
        """;
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner, auth)) {
      partner.answerTokensWith(
          RawPartner.answer(
              "201 Created\r\nDate: Mon, 30 Nov 2026 10:00:00 GMT",
              "{\"token\":\"abcdefgh\",\"expires_at\":\"0001-01-01T00:00:00Z\"}"),
          "abcdefgh");
      for (int calls = 1; calls <= 2; calls++) {
        assertThat(acme.lookup(Acme.query(Optional.empty()))).isInstanceOf(Found.class);
        assertThat(partner.tokenCalls()).hasSize(calls);
      }
    }
  }
}
