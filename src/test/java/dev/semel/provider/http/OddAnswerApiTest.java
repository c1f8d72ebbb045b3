// Answers that come early, in parts, twice, or of a kind that nobody asked for.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.ProviderCall.Phase;
import dev.semel.provider.SubmissionRequest;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.SubmitOutcome.PlatformFault;
import dev.semel.provider.SubmitOutcome.Unknown;
import dev.semel.provider.http.ScriptedPartner.Link;
import dev.semel.provider.http.ScriptedPartner.Script;
import io.vertx.core.Vertx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OddAnswerApiTest {
  private static final Vertx VERTX = Vertx.vertx();

  /** More than the windows of both sides hold together. */
  private static final int LARGE = 6 * 1024 * 1024;

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private static String body(String id) {
    return "{\"id\":\"%s\",\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\"}"
        .formatted(id);
  }

  private static String accepted(String id) {
    return RawPartner.answer("201 Created", body(id));
  }

  /** Answers what it says to the first request, and well to those after it. */
  private static Script first(String answer) {
    return link -> {
      while (!link.request().isEmpty()) {
        boolean isFirst = link.number() == 1 && link.answered() == 0;
        link.write(isFirst ? answer : accepted("ac-2"));
        link.countAnswer();
      }
    };
  }

  private SubmitOutcome submitOnce(Script script, UnaryOperator<String> file, String name)
      throws IOException {
    try (ScriptedPartner partner = new ScriptedPartner(script)) {
      SubmitOutcome outcome;
      try (FileProvider acme = Acme.at(partner.url(), VERTX, log, file)) {
        outcome = acme.submit(Acme.request(name, "1"), Acme.ALWAYS);
      }
      partner.end();
      assertThat(partner.connections()).as("never made again").isEqualTo(1);
      boolean small = name.length() < LARGE;
      assertThat(partner.requests()).as("read whole").hasSize(small ? 1 : 0);
      return outcome;
    }
  }

  private SubmitOutcome submitOnce(String answer) throws IOException {
    return submitOnce(first(answer), Acme::patient, "Amina");
  }

  /** The outcome of a first submission is checked; the second must get an answer of its own. */
  private SubmitOutcome thenAnother(Script script, SubmissionRequest large, int connections)
      throws IOException {
    try (ScriptedPartner partner = new ScriptedPartner(script);
        FileProvider acme = Acme.overOneConnection(partner.url(), VERTX, log)) {
      SubmitOutcome outcome = acme.submit(large, Acme.ALWAYS);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS))
          .isInstanceOfSatisfying(
              Accepted.class,
              next -> assertThat(next.statement().providerPayoutId()).contains("ac-2"));
      assertThat(partner.connections()).isEqualTo(connections);
      return outcome;
    }
  }

  private static String idOf(SubmitOutcome outcome) {
    return ((Accepted) outcome).statement().providerPayoutId().orElseThrow();
  }

  // What comes before the answer

  @ParameterizedTest
  @ValueSource(strings = {"100 Continue", "102 Processing", "103 Early Hints", "104 Something New"})
  void an_informational_answer_is_not_the_answer(String informational) throws IOException {
    String before = "HTTP/1.1 " + informational + "\r\nX-Progress: 50\r\n\r\n";
    SubmitOutcome outcome =
        thenAnother(first(before + before + accepted("ac-1")), Acme.request(), 1);
    assertThat(idOf(outcome)).isEqualTo("ac-1");
    assertThat(log.calls().getFirst().status()).contains(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {"100 Continue", "102 Processing"})
  void an_informational_answer_and_then_silence_leaves_it_unknown(String informational)
      throws IOException {
    String before = "HTTP/1.1 " + informational + "\r\n\r\n";
    assertThat(submitOnce(first(before), Acme::hasty, "Amina")).isInstanceOf(Unknown.class);
    assertThat(log.last().phase()).isEqualTo(Phase.HANDED_OVER);
  }

  @Test
  void informational_answers_without_end_leave_it_unknown_when_the_time_is_over()
      throws IOException {
    Script script =
        link -> {
          link.request();
          while (true) {
            link.write("HTTP/1.1 102 Processing\r\n\r\n");
          }
        };
    assertThat(submitOnce(script, Acme::hasty, "Amina"))
        .isInstanceOfSatisfying(
            Unknown.class, u -> assertThat(u.reason()).startsWith("no complete answer within"));
  }

  @Test
  void a_change_of_protocol_that_nobody_asked_for_leaves_it_unknown() throws IOException {
    String switched =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n";
    assertThat(thenAnother(first(switched), Acme.request(), 2)).isInstanceOf(Unknown.class);
  }

  @Test
  void an_offer_of_http_2_is_passed_over() throws IOException {
    String offering =
        accepted("ac-1").replaceFirst("\r\n", "\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n");
    assertThat(idOf(submitOnce(offering))).isEqualTo("ac-1");
  }

  // Answers before the request was read

  private static Script early(String answer, Ending ending) {
    return link -> {
      if (link.number() > 1) {
        first("").hold(link);
        return;
      }
      link.head();
      link.write(answer);
      ending.end(link);
    };
  }

  /** What the partner does with the connection after its early answer. */
  private interface Ending {
    void end(Link link) throws IOException;
  }

  @Test
  void an_early_refusal_counts_when_it_arrives_whole() throws IOException {
    String refusal = RawPartner.answer("400 Bad Request", "{\"code\":\"too_long\"}");
    SubmissionRequest large = Acme.request("x".repeat(LARGE), "1");
    assertThat(thenAnother(early(refusal, Link::stay), large, 2))
        .isEqualTo(new PlatformFault("too_long", Optional.empty()));
  }

  @Test
  void an_early_refusal_and_the_end_of_the_connection_is_that_refusal_or_unknown()
      throws IOException {
    String refusal = RawPartner.answer("400 Bad Request", "{\"code\":\"too_long\"}");
    for (Ending ending : new Ending[] {Link::close, Link::reset}) {
      assertThat(submitOnce(early(refusal, ending), Acme::patient, "x".repeat(LARGE)))
          .isInstanceOfAny(PlatformFault.class, Unknown.class);
    }
  }

  @Test
  void an_early_acceptance_is_adopted_and_its_connection_not_used_again() throws IOException {
    SubmissionRequest large = Acme.request("x".repeat(LARGE), "1");
    SubmitOutcome outcome = thenAnother(early(accepted("ac-1"), Link::stay), large, 2);
    assertThat(idOf(outcome)).isEqualTo("ac-1");
  }

  // How long an answer is

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 201 Created\r\nContent-Length: 70\r\nContent-Length: 71\r\n\r\n{}",
        "HTTP/1.1 201 Created\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "HTTP/1.1 201 Created\r\nContent-Length: -1\r\n\r\n{}",
        "HTTP/1.1 201 Created\r\nContent-Length: many\r\n\r\n{}",
        "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        "HTTP/9.9 201 Created\r\nContent-Length: 2\r\n\r\n{}",
        "SSH-2.0-OpenSSH_9.2\r\n\r\n"
      })
  void what_is_no_http_leaves_it_unknown(String answer) throws IOException {
    assertThat(submitOnce(answer)).isInstanceOf(Unknown.class);
  }

  @Test
  void a_head_over_the_limit_leaves_it_unknown() throws IOException {
    String large = accepted("ac-1").replaceFirst("\r\n", "\r\nX: " + "x".repeat(70_000) + "\r\n");
    assertThat(submitOnce(large)).isInstanceOf(Unknown.class);
  }

  /** Whether the client sees at once that its connection is spoilt is chance. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void what_follows_an_answer_is_never_the_next_ones(boolean wellFormed) throws IOException {
    String more = wellFormed ? accepted("evil") : "HTTP/1.1 what follows is junk\r\n\r\n";
    try (ScriptedPartner partner = new ScriptedPartner(first(accepted("ac-1") + more));
        FileProvider acme = Acme.overOneConnection(partner.url(), VERTX, log)) {
      assertThat(idOf(acme.submit(Acme.request(), Acme.ALWAYS))).isEqualTo("ac-1");
      SubmitOutcome next = acme.submit(Acme.request(), Acme.ALWAYS);
      isItsOwnOrNone(next);
      assertThat(partner.requests()).hasSizeLessThanOrEqualTo(next instanceof NotSent ? 1 : 2);
    }
  }

  @Test
  void a_body_where_none_can_be_is_nobody_elses() throws IOException {
    String withBody = "HTTP/1.1 204 No Content\r\nContent-Length: 72\r\n\r\n" + accepted("evil");
    try (ScriptedPartner partner = new ScriptedPartner(first(withBody));
        FileProvider acme = Acme.overOneConnection(partner.url(), VERTX, log)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Unknown.class);
      isItsOwnOrNone(acme.submit(Acme.request(), Acme.ALWAYS));
    }
  }

  /** Where the connection was spoilt, whether that is seen before the next request is chance. */
  private static void isItsOwnOrNone(SubmitOutcome next) {
    if (next instanceof Accepted) {
      assertThat(idOf(next)).isEqualTo("ac-2");
    } else {
      assertThat(next).isInstanceOfAny(Unknown.class, NotSent.class);
    }
  }

  // What is not done because of an answer

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void u_05_a_redirect_is_not_followed_and_leaves_it_unknown(int status) throws IOException {
    try (ScriptedPartner elsewhere = new ScriptedPartner(first(accepted("ac-1")))) {
      String redirect =
          RawPartner.answer(
              status + " Elsewhere\r\nLocation: " + elsewhere.url() + "/login", body("ac-1"));
      assertThat(submitOnce(redirect)).isInstanceOf(Unknown.class);
      assertThat(elsewhere.connections()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {307, 408})
  void a_rule_can_not_make_an_answer_of_what_is_none(int status) throws IOException {
    UnaryOperator<String> believing =
        text ->
            Acme.patient(text)
                .replace("status: [400, 401, 403, 404]", "status: [400, 401, 403, 404, 307, 408]");
    String answer = RawPartner.answer(status + " Whatever", "{\"code\":\"refused\"}");
    assertThat(submitOnce(first(answer), believing, "Amina")).isInstanceOf(Unknown.class);
  }

  @Test
  void a_challenge_is_not_answered() throws IOException {
    String challenge =
        RawPartner.answer("401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"acme\"", "{}");
    assertThat(submitOnce(challenge)).isEqualTo(new PlatformFault("http_401", Optional.empty()));
  }

  @Test
  void a_packed_answer_that_nobody_asked_for_leaves_it_unknown() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(body("ac-1").getBytes(StandardCharsets.UTF_8));
    }
    Script script =
        link -> {
          assertThat(link.request().toLowerCase(Locale.ROOT)).doesNotContain("accept-encoding");
          link.write(
              "HTTP/1.1 201 Created\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n"
                  .formatted(packed.size()));
          link.write(packed.toByteArray());
          link.stay();
        };
    assertThat(submitOnce(script, Acme::patient, "Amina")).isInstanceOf(Unknown.class);
  }
}
