// How far a submission came decides what its failure means.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.Money;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.RetryAfter;
import dev.semel.provider.ProviderCall.Phase;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.Busy;
import dev.semel.provider.SubmitOutcome.Duplicate;
import dev.semel.provider.SubmitOutcome.HeldBack;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.SubmitOutcome.PlatformFault;
import dev.semel.provider.SubmitOutcome.Refused;
import dev.semel.provider.SubmitOutcome.Unknown;
import dev.semel.provider.http.RawPartner.Behaviour;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real connections to a partner that answers, breaks off or never was there. */
class SubmissionPhaseApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final String ACCEPTED_BODY =
      "{\"id\":\"ac-1\",\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\"}";
  private static final String ACCEPTED = RawPartner.answer("201 Created", ACCEPTED_BODY);

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private SubmitOutcome submitTo(String url) {
    try (FileProvider acme = Acme.at(url, VERTX, log)) {
      return acme.submit(Acme.request(), Acme.ALWAYS);
    }
  }

  /** Submits once to a partner of this behaviour, and checks that it saw exactly one request. */
  private SubmitOutcome submitOnce(Behaviour behaviour) throws IOException {
    try (RawPartner partner = new RawPartner(behaviour)) {
      SubmitOutcome outcome = submitTo(partner.url());
      assertThat(partner.requests()).hasSize(1);
      return outcome;
    }
  }

  @Test
  void an_accepted_payout_is_read_and_its_request_is_as_the_file_says() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(ACCEPTED))) {
      SubmitOutcome outcome = submitTo(partner.url());
      assertThat(outcome)
          .isInstanceOfSatisfying(
              Accepted.class,
              a -> {
                assertThat(a.statement().providerPayoutId()).contains("ac-1");
                assertThat(a.statement().status()).isEqualTo(ProviderStatus.PROCESSING);
                assertThat(a.statement().money()).contains(Money.of("125.50", "KES"));
              });
      String request = partner.requests().getFirst();
      assertThat(request).startsWith("POST /v1/payouts HTTP/1.1\r\n");
      assertThat(request)
          .contains("authorization: Bearer " + Acme.API_KEY, "x-correlation-id: req-1");
      assertThat(request)
          .endsWith(
              "{\"client_reference\":\""
                  + Acme.REFERENCE
                  + "\",\"amount\":\"125.50\",\"currency\":\"KES\","
                  + "\"note\":\"for Amina Wanjiru\",\"beneficiary\":{\"name\":\"Amina Wanjiru\","
                  + "\"account\":\"0012345678\",\"bank\":\"01\"}}");
    }
  }

  @Test
  void the_call_log_has_the_exchange_and_hides_what_must_not_be_seen() throws IOException {
    submitOnce(RawPartner.thenStay(ACCEPTED));
    assertThat(log.calls()).hasSize(1);
    assertThat(log.last().phase()).isEqualTo(Phase.ANSWERED);
    assertThat(log.last().status()).contains(201);
    assertThat(log.last().outcome()).isEqualTo("accepted");
    assertThat(log.last().requestBody().orElseThrow()).contains("***5678");
    assertThat(log.last().toString()).doesNotContain(Acme.API_KEY).doesNotContain("0012345678");
  }

  @Test
  void u_04_a_refused_connection_means_that_nothing_was_sent() throws IOException {
    int port;
    try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = nobody.getLocalPort();
    }
    assertThat(submitTo("http://127.0.0.1:" + port)).isInstanceOf(NotSent.class);
    assertThat(log.last().phase()).isEqualTo(Phase.NOT_CONNECTED);
  }

  @Test
  void u_04_a_name_that_is_not_found_means_that_nothing_was_sent() {
    assertThat(submitTo("http://no-such-partner.invalid")).isInstanceOf(NotSent.class);
  }

  @Test
  void u_04_a_connection_that_does_not_come_about_in_time_means_that_nothing_was_sent()
      throws IOException {
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<Socket> queue = fillBacklog(full);
      assertThat(submitTo("http://127.0.0.1:" + full.getLocalPort())).isInstanceOf(NotSent.class);
      assertThat(log.last().phase()).isEqualTo(Phase.NOT_CONNECTED);
      for (Socket waiting : queue) {
        waiting.close();
      }
    }
  }

  private static List<Socket> fillBacklog(ServerSocket full) throws IOException {
    List<Socket> queue = new ArrayList<>();
    InetSocketAddress address = new InetSocketAddress(full.getInetAddress(), full.getLocalPort());
    for (int i = 0; i < 20; i++) {
      Socket socket = new Socket();
      queue.add(socket);
      try {
        socket.connect(address, 200);
      } catch (java.net.SocketTimeoutException accepted) {
        return queue;
      }
    }
    throw new IllegalStateException("the backlog does not fill");
  }

  @Test
  void a_tls_handshake_that_fails_means_that_nothing_was_sent() throws IOException {
    try (RawPartner plain = new RawPartner(RawPartner.thenClose("not TLS"))) {
      String url = plain.url().replace("http:", "https:");
      assertThat(submitTo(url)).isInstanceOf(NotSent.class);
      assertThat(plain.requests()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 12, 30, 45, 60, 90})
  void u_04_a_reset_at_any_byte_of_the_answer_leaves_it_unknown(int bytes) throws IOException {
    assertThat(submitOnce(RawPartner.thenReset(ACCEPTED.substring(0, bytes))))
        .isInstanceOf(Unknown.class);
    assertThat(log.last().phase()).isEqualTo(Phase.HANDED_OVER);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 12, 30, 45, 60, 90})
  void an_orderly_close_at_any_byte_of_the_answer_leaves_it_unknown(int bytes) throws IOException {
    assertThat(submitOnce(RawPartner.thenClose(ACCEPTED.substring(0, bytes))))
        .isInstanceOf(Unknown.class);
  }

  @Test
  void no_answer_in_time_leaves_it_unknown() throws IOException {
    assertThat(submitOnce(RawPartner.thenStay(""))).isInstanceOf(Unknown.class);
  }

  @Test
  void half_an_answer_and_then_silence_leaves_it_unknown() throws IOException {
    assertThat(submitOnce(RawPartner.thenStay(ACCEPTED.substring(0, ACCEPTED.length() - 9))))
        .isInstanceOf(Unknown.class);
  }

  @Test
  void an_answer_cut_in_the_middle_of_a_character_leaves_it_unknown() throws IOException {
    String whole = "{\"id\":\"ac-1\",\"status\":\"accepted\",\"name\":\"";
    Behaviour cut =
        connection -> {
          byte[] head =
              ("HTTP/1.1 201 Created\r\nConnection: close\r\n\r\n" + whole)
                  .getBytes(StandardCharsets.UTF_8);
          connection.getOutputStream().write(head);
          connection.getOutputStream().write(0xC3);
          return false;
        };
    assertThat(submitOnce(cut)).isInstanceOf(Unknown.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "200 OK|<html>Welcome</html>",
        "201 Created|{\"id\":\"ac-1\",\"status\":\"accepted\"",
        "201 Created|",
        "201 Created|{\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\"}",
        "201 Created|{\"id\":\"a\",\"status\":\"accepted\",\"amount\":\"1e999999999\",\"currency\":\"KES\"}",
        "201 Created|{\"id\":\"a\",\"status\":\"accepted\",\"amount\":1E+999999999,\"currency\":\"KES\"}",
        "201 Created|{\"id\":\"a\",\"status\":\"accepted\",\"amount\":\"125.505\",\"currency\":\"KES\"}",
        "201 Created|{\"id\":\"a\",\"id\":\"b\",\"status\":\"accepted\"}",
        "202 Accepted|{\"status\":\"something else\"}",
        "302 Found|",
        "307 Temporary Redirect|",
        "418 I'm a teapot|{}",
        "500 Internal Server Error|{\"code\":\"internal\"}",
        "502 Bad Gateway|<html>Bad gateway</html>",
        "503 Service Unavailable|",
        "504 Gateway Timeout|{}"
      })
  void an_answer_that_is_not_understood_leaves_it_unknown(String answer) throws IOException {
    String[] parts = answer.split("\\|", 2);
    String head = parts[0].startsWith("30") ? parts[0] + "\r\nLocation: /elsewhere" : parts[0];
    assertThat(submitOnce(RawPartner.thenStay(RawPartner.answer(head, parts[1]))))
        .isInstanceOf(Unknown.class);
    assertThat(log.last().phase()).isEqualTo(Phase.ANSWERED);
  }

  @Test
  void a_408_leaves_it_unknown() throws IOException {
    assertThat(submitOnce(answers("408 Request Timeout", ""))).isInstanceOf(Unknown.class);
  }

  @Test
  void an_answer_over_the_cap_leaves_it_unknown() throws IOException {
    String large = "{\"a\":\"" + "x".repeat(1024 * 1024) + "\"}";
    assertThat(submitOnce(RawPartner.thenStay(RawPartner.answer("201 Created", large))))
        .isEqualTo(new Unknown("the answer is larger than 1 MiB"));
  }

  @Test
  void a_stale_kept_connection_leaves_it_unknown_or_is_not_used() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(ACCEPTED));
        FileProvider acme = Acme.at(partner.url(), VERTX, log)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      partner.nowDoes(RawPartner.thenClose(""));
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Unknown.class);
      assertThat(partner.requests()).hasSize(2);
    }
  }

  @Test
  void what_the_file_names_is_what_it_means() throws IOException {
    assertThat(submitOnce(answers("409 Conflict", "{'original':{'id':'ac-7'}}")))
        .isEqualTo(new Duplicate(Optional.of("ac-7")));
    assertThat(submitOnce(answers("409 Conflict", "<html>")))
        .isEqualTo(new Duplicate(Optional.empty()));
    assertThat(submitOnce(answers("500 Oops", "{'code':'account_closed','message':'Closed.'}")))
        .isInstanceOfSatisfying(
            Refused.class, r -> assertThat(r.code()).isEqualTo("account_closed"));
    assertThat(submitOnce(answers("401 Unauthorized", "")))
        .isEqualTo(new PlatformFault("http_401", Optional.empty()));
    assertThat(submitOnce(answers("429 Too Many Requests\r\nRetry-After: 7", "")))
        .isEqualTo(new Busy("http_429", Optional.of(Duration.ofSeconds(7))));
  }

  @Test
  void patience_without_a_promise_leaves_it_unknown() throws IOException {
    try (RawPartner partner =
            new RawPartner(answers("429 Too Many Requests\r\nRetry-After: 7", ""));
        FileProvider acme =
            Acme.at(
                partner.url(),
                VERTX,
                log,
                text -> text.replace("{status: 429}, is: busy", "{status: 429}, is: throttled"))) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS))
          .isInstanceOfSatisfying(
              Unknown.class,
              unknown ->
                  assertThat(unknown.patience())
                      .contains(
                          new RetryAfter(Optional.of(Duration.ofSeconds(7)), Optional.empty())));
    }
  }

  @Test
  void a_body_that_ends_with_the_connection_counts_only_when_it_is_whole_json() throws IOException {
    String head = "HTTP/1.1 201 Created\r\n\r\n";
    assertThat(submitOnce(RawPartner.thenClose(head + ACCEPTED_BODY))).isInstanceOf(Accepted.class);
    assertThat(submitOnce(RawPartner.thenClose(head + ACCEPTED_BODY.substring(0, 40))))
        .isInstanceOf(Unknown.class);
    assertThat(submitOnce(RawPartner.thenClose("HTTP/1.1 409 Conflict\r\n\r\n<ht")))
        .isInstanceOf(Unknown.class);
  }

  @Test
  void a_value_that_is_missing_or_can_not_stand_in_its_place_stops_it_before_sending()
      throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(ACCEPTED));
        FileProvider acme = Acme.at(partner.url(), VERTX, log)) {
      SubmitOutcome outcome = acme.submit(Acme.request("", "0012345678"), Acme.ALWAYS);
      assertThat(outcome)
          .isEqualTo(new NotSent("the request could not be made: beneficiary.name is missing"));
      assertThat(partner.requests()).isEmpty();
      assertThat(acme.missingData(Acme.request("", "1")))
          .extracting(missing -> missing.pointer())
          .containsExactly("/beneficiary/name");
    }
  }

  @Test
  void what_may_no_longer_be_sent_by_the_time_there_is_a_connection_is_not_written()
      throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(ACCEPTED));
        FileProvider acme = Acme.at(partner.url(), VERTX, log)) {
      assertThat(acme.submit(Acme.request(), () -> false)).isInstanceOf(HeldBack.class);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(partner.requests()).hasSize(1);
      assertThat(log.calls().getFirst().phase()).isEqualTo(Phase.NOT_CONNECTED);
    }
  }

  @Test
  void whether_it_may_be_sent_is_asked_after_the_wait_for_the_pace() throws IOException {
    long started = System.nanoTime();
    Duration claimed = Duration.ofMillis(700);
    BooleanSupplier whileClaimed = () -> System.nanoTime() - started < claimed.toNanos();
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(ACCEPTED));
        FileProvider acme =
            Acme.at(
                partner.url(),
                VERTX,
                log,
                text -> text.replace("per_second: 50", "per_second: 1"))) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(acme.submit(Acme.request(), whileClaimed)).isInstanceOf(HeldBack.class);
      assertThat(partner.requests()).hasSize(1);
    }
  }

  @Test
  void a_thousand_answers_over_kept_connections_are_all_read_whole() throws Exception {
    int submissions = 1000;
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(ACCEPTED));
        FileProvider acme =
            Acme.at(
                partner.url(),
                VERTX,
                log,
                text -> text.replace("per_second: 50", "per_second: 100000"));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Semaphore room = new Semaphore(16);
      List<Future<SubmitOutcome>> outcomes = new ArrayList<>();
      for (int i = 0; i < submissions; i++) {
        room.acquire();
        outcomes.add(
            threads.submit(
                () -> {
                  try {
                    return acme.submit(Acme.request(), Acme.ALWAYS);
                  } finally {
                    room.release();
                  }
                }));
      }
      for (Future<SubmitOutcome> outcome : outcomes) {
        assertThat(outcome.get()).isInstanceOf(Accepted.class);
      }
      assertThat(partner.requests()).hasSize(submissions);
    }
  }

  private static Behaviour answers(String head, String singleQuoted) {
    return RawPartner.thenStay(RawPartner.answer(head, singleQuoted.replace('\'', '"')));
  }
}
