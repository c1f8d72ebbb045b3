// A question whose result comes later: what it gives the partner, and what that is worth.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.InboundMessage;
import dev.semel.provider.LookupOutcome.Unclear;
import dev.semel.provider.WebhookVerdict;
import dev.semel.provider.http.QuestionTokens.Worth;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PendingQuestionApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
  private static final Pattern GIVEN =
      Pattern.compile("\"ResultURL\":\"https://us.test/webhooks/acme\\.([^\"]+)\"");

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  static String pending(String text) {
    return Acme.patient(
            text.substring(0, text.indexOf("lookup:\n"))
                + """
                lookup:
                  request:
                    method: POST
                    path: /v1/query
                    body: {ResultURL: "https://us.test/webhooks/acme.${question.token}", Original: "${attempt.reference}"}
                  answers: [{when: {status: 200, body: {/ResponseCode: "0"}}, is: pending}]
                """
                + text.substring(text.indexOf("statuses:\n")))
        .replace("visibility: {within: PT60S, promised: true}\n", "")
        .replace(
            "  test_messages",
            "  results: {secret: \"${secret.api_key}\", within: PT2H}\n  test_messages");
  }

  private static InboundMessage result(String reference, String token, Instant at) {
    String body =
        "{\"type\":\"t\",\"created_at\":\"2026-12-01T10:00:00Z\",\"data\":{\"id\":\"ac-1\",\"status\":\"paid\",\"amount\":\"125.50\",\"currency\":\"KES\",\"client_reference\":\""
            + reference
            + "\"}}";
    return new InboundMessage(
        Map.of(), body.getBytes(StandardCharsets.UTF_8), at, Optional.of(token));
  }

  @Test
  void the_question_learns_nothing_and_gives_the_partner_an_address_of_its_own()
      throws IOException {
    String acknowledged = RawPartner.answer("200 OK", "{\"ResponseCode\":\"0\"}");
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(acknowledged));
        FileProvider acme = Acme.at(partner.url(), VERTX, log, PendingQuestionApiTest::pending)) {
      assertThat(acme.lookup(Acme.query(Optional.empty())))
          .isInstanceOfSatisfying(
              Unclear.class, unclear -> assertThat(unclear.reason()).contains("later by webhook"));
      assertThat(partner.requests()).hasSize(1);
      Matcher given = GIVEN.matcher(partner.requests().getFirst());
      assertThat(given.find()).isTrue();
      String token = given.group(1);
      assertThat(log.last().requestBody().orElseThrow()).doesNotContain(token);

      Instant now = Instant.now();
      assertThat(acme.verify(result(Acme.REFERENCE, token, now)))
          .isEqualTo(new WebhookVerdict.Answer());
      assertThat(acme.verify(result("SOMEBODY-ELSE", token, now)))
          .isInstanceOf(WebhookVerdict.Rejected.class);
      assertThat(acme.verify(result(Acme.REFERENCE, token, now.plus(Duration.ofHours(3)))))
          .isEqualTo(new WebhookVerdict.Hint());
      InboundMessage unreadable =
          new InboundMessage(Map.of(), new byte[] {'['}, now, Optional.of(token));
      assertThat(acme.verify(unreadable)).isInstanceOf(WebhookVerdict.Rejected.class);
    }
  }

  /** Results of failures, and that a question ran out of time, often say no amount. */
  @ParameterizedTest
  @CsvSource({
    "failed,     '', readable",
    "cancelled,  '', readable",
    "processing, '', readable",
    "'',         '', readable",
    "failed,     125.50, readable",
    "failed,     12x, unreadable",
    "paid,       125.50, readable",
    "paid,       '', unreadable",
    "returned,   '', unreadable"
  })
  void only_a_result_that_says_that_money_moved_has_to_say_how_much(
      String status, String amount, String which) throws IOException {
    UnaryOperator<String> optional =
        text ->
            pending(text)
                .replace(
                    "status: /data/status, amount: /data/amount",
                    "status: {at: /data/status, optional: true}, amount: {at: /data/amount, optional: true}");
    try (FileProvider acme = Acme.at("http://127.0.0.1:1", VERTX, log, optional)) {
      String token =
          new QuestionTokens("acme", List.of(Acme.API_KEY), Duration.ofHours(1))
              .make(Acme.REFERENCE, NOW);
      InboundMessage whole = result(Acme.REFERENCE, token, NOW);
      String body =
          new String(whole.body(), StandardCharsets.UTF_8)
              .replace("\"paid\"", "\"" + status + "\"")
              .replace("\"125.50\"", "\"" + amount + "\"");
      InboundMessage message =
          new InboundMessage(
              Map.of(), body.getBytes(StandardCharsets.UTF_8), NOW, Optional.of(token));
      if (which.equals("readable")) {
        assertThat(acme.verify(message)).isEqualTo(new WebhookVerdict.Answer());
      } else {
        assertThat(acme.verify(message)).isInstanceOf(WebhookVerdict.Rejected.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "a.b", "0.", "zzzzzzzzzzz.", "é", "\u0000"})
  void what_is_no_token_is_worth_nothing(String text) {
    QuestionTokens tokens = new QuestionTokens("acme", List.of("secret"), Duration.ofHours(1));
    assertThat(tokens.of(text, "R-1", NOW)).isEqualTo(Worth.NONE);
    assertThat(tokens.of(text + "A".repeat(43), "R-1", NOW)).isEqualTo(Worth.NONE);
    assertThat(tokens.of(tokens.make("R-1", NOW) + text, "R-1", NOW))
        .isEqualTo(text.isEmpty() ? Worth.GOOD : Worth.NONE);
  }

  @Test
  void a_token_is_good_for_one_reference_of_one_provider_and_for_a_while() {
    QuestionTokens old = new QuestionTokens("acme", List.of("old"), Duration.ofHours(1));
    QuestionTokens both = new QuestionTokens("acme", List.of("new", "old"), Duration.ofHours(1));
    String token = old.make("R-1", NOW);
    assertThat(both.of(token, "R-1", NOW.plusSeconds(3600))).isEqualTo(Worth.GOOD);
    assertThat(both.of(token, "R-1", NOW.plusSeconds(3601))).isEqualTo(Worth.TOO_OLD);
    assertThat(both.of(token, "R-2", NOW)).isEqualTo(Worth.NONE);
    assertThat(old.of(both.make("R-1", NOW), "R-1", NOW)).isEqualTo(Worth.NONE);
    QuestionTokens others = new QuestionTokens("acme-2", List.of("old"), Duration.ofHours(1));
    assertThat(others.of(token, "R-1", NOW)).isEqualTo(Worth.NONE);
    String longer = "z" + token.substring(1);
    assertThat(both.of(longer, "R-1", NOW)).as("with a later end").isEqualTo(Worth.NONE);
  }
}
