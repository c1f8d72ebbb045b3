// Asking by the same request: what its answers tell, and what is sent for it.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.ProviderStatus;
import dev.semel.domain.RetryAfter;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.LookupOutcome.Found;
import dev.semel.provider.LookupOutcome.Unclear;
import dev.semel.provider.SubmitOutcome;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResendApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final String PAYOUT =
      "{'id':'ac-1','status':'accepted','amount':'125.50','currency':'KES'}";

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  /** The partner of the tests, which can't be asked by our reference. */
  static String resending(String text) {
    int lookup = text.indexOf("lookup:\n");
    int status = text.indexOf("status:\n", lookup);
    int statuses = text.indexOf("statuses:\n", status);
    return Acme.patient(
        text.substring(0, lookup).replace("visibility: {within: PT60S, promised: true}\n", "")
            + """
            lookup: {resend: true}
            status:
              request: {method: GET, path: "/v1/payouts/${payout.provider_id}"}
              answers: [{when: {status: 200}, is: found}, {when: {status: 404}, is: absent}]
              read: {id: /id, status: /status, amount: /amount, currency: /currency}
            """
            + text.substring(statuses));
  }

  private static String answer(String head, String singleQuoted) {
    return RawPartner.answer(head, singleQuoted.replace('\'', '"'));
  }

  private LookupOutcome resend(BooleanSupplier maySend, int received, String... answers)
      throws IOException {
    Iterator<String> next = List.of(answers).iterator();
    try (RawPartner partner = new RawPartner(c -> RawPartner.thenStay(next.next()).answer(c));
        FileProvider acme = Acme.at(partner.url(), VERTX, log, ResendApiTest::resending)) {
      LookupOutcome outcome = acme.resending().orElseThrow().resend(Acme.request(), maySend);
      assertThat(partner.requests()).hasSize(received);
      return outcome;
    }
  }

  @Test
  void the_resend_is_the_same_request_to_the_byte_and_a_replay_is_adopted() throws IOException {
    Iterator<String> next = List.of("", answer("201 Created", PAYOUT)).iterator();
    RawPartner.Behaviour inOrder =
        c -> {
          String answer = next.next();
          return answer.isEmpty()
              ? RawPartner.thenClose("").answer(c)
              : RawPartner.thenStay(answer).answer(c);
        };
    try (RawPartner partner = new RawPartner(inOrder);
        FileProvider acme = Acme.at(partner.url(), VERTX, log, ResendApiTest::resending)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS))
          .isInstanceOf(SubmitOutcome.Unknown.class);
      assertThat(acme.resending().orElseThrow().resend(Acme.request(), Acme.ALWAYS))
          .isInstanceOfSatisfying(
              Found.class,
              found -> assertThat(found.statement().providerPayoutId()).contains("ac-1"));
      assertThat(partner.requests()).hasSize(2);
      assertThat(partner.requests().getLast()).isEqualTo(partner.requests().getFirst());
    }
  }

  @Test
  void a_duplicate_is_asked_about_by_the_id_it_names() throws IOException {
    LookupOutcome outcome =
        resend(
            Acme.ALWAYS,
            2,
            answer("409 Conflict", "{'original':{'id':'ac-1'}}"),
            answer("200 OK", PAYOUT.replace("accepted", "paid")));
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Found.class,
            found -> assertThat(found.statement().status()).isEqualTo(ProviderStatus.PAID));
  }

  @Test
  void a_duplicate_that_nobody_can_tell_more_of_leaves_it_unclear() throws IOException {
    assertThat(resend(Acme.ALWAYS, 1, answer("409 Conflict", "{}")))
        .isInstanceOfSatisfying(
            Unclear.class, unclear -> assertThat(unclear.referenceTaken()).isTrue());
    String named = answer("409 Conflict", "{'original':{'id':'ac-1'}}");
    assertThat(resend(Acme.ALWAYS, 2, named, answer("404 Not Found", "{}")))
        .isInstanceOf(Unclear.class);
    assertThat(resend(Acme.ALWAYS, 2, named, answer("500 Oops", "{}"))).isInstanceOf(Unclear.class);
  }

  /** The same partner, whose refusal of a duplicate has the address of the original in it. */
  private static String linking(String text, String hosts) {
    return resending(text)
        .replace(
            "is: duplicate, read: {id: /original/id}",
            "is: duplicate, follow: {at: /details/0/link/0/href" + hosts + "}")
        .replace("amount: /amount, currency: /currency}\nstatuses", "reference: /ref}\nstatuses");
  }

  private LookupOutcome follow(
      RawPartner partner, RawPartner elsewhere, String address, String hosts) throws IOException {
    try (FileProvider acme = Acme.at(partner.url(), VERTX, log, text -> linking(text, hosts))) {
      String link = address.replace("OWN", partner.url()).replace("OTHER", elsewhere.url());
      String body = "{'links':[],'details':[{'link':[{'href':'" + link + "'}]}]}";
      Iterator<String> next =
          List.of(answer("409 Conflict", body), answer("200 OK", ORIGINAL)).iterator();
      partner.nowDoes(c -> RawPartner.thenStay(next.next()).answer(c));
      return acme.resending().orElseThrow().resend(Acme.request(), Acme.ALWAYS);
    }
  }

  private static final String ORIGINAL =
      "{'id':'ac-1','status':'paid','ref':'" + Acme.REFERENCE + "'}";

  @Test
  void the_address_in_a_duplicate_is_asked_like_the_status_question() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(""));
        RawPartner elsewhere = new RawPartner(RawPartner.thenStay(answer("200 OK", ORIGINAL)))) {
      for (String address : List.of("OWN/v1/batches/7?x=1", "/v1/batches/7?x=1")) {
        assertThat(follow(partner, elsewhere, address, ""))
            .isInstanceOfSatisfying(
                Found.class,
                found -> {
                  assertThat(found.statement().providerPayoutId()).contains("ac-1");
                  assertThat(found.statement().status()).isEqualTo(ProviderStatus.PAID);
                });
        String asked = partner.requests().getLast();
        assertThat(asked).startsWith("GET /v1/batches/7?x=1 HTTP/1.1");
        assertThat(asked).contains("authorization: Bearer " + Acme.API_KEY);
      }
      assertThat(elsewhere.requests()).isEmpty();
    }
  }

  @Test
  void an_address_elsewhere_is_not_asked_and_people_are_told() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(""));
        RawPartner elsewhere = new RawPartner(RawPartner.thenStay(answer("200 OK", ORIGINAL)))) {
      for (String address : List.of("OTHER/v1/batches/7", "//evil.test/p", "http://a b/")) {
        assertThat(follow(partner, elsewhere, address, ""))
            .as(address)
            .isInstanceOfSatisfying(
                Unclear.class,
                unclear -> assertThat(unclear.alarm().orElseThrow()).contains("not its own"));
      }
      assertThat(partner.requests()).hasSize(3);
      assertThat(elsewhere.requests()).isEmpty();
    }
  }

  @Test
  void an_address_at_a_listed_host_is_asked() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(""));
        RawPartner elsewhere = new RawPartner(RawPartner.thenStay(answer("200 OK", ORIGINAL)))) {
      String host = elsewhere.url().replace("http://", "");
      assertThat(follow(partner, elsewhere, "OTHER/p", ", hosts: [\"" + host + "\"]"))
          .isInstanceOf(Found.class);
      assertThat(elsewhere.requests()).hasSize(1);
    }
  }

  @Test
  void a_redirect_of_the_address_is_not_followed_and_another_payout_not_adopted()
      throws IOException {
    String named = answer("409 Conflict", "{'details':[{'link':[{'href':'/v1/batches/7'}]}]}");
    String other = answer("200 OK", ORIGINAL.replace(Acme.REFERENCE, "SOMEBODY-ELSE"));
    String moved = "HTTP/1.1 302 Found\r\nLocation: /v1/payouts/9\r\nContent-Length: 0\r\n\r\n";
    for (String answered : List.of(other, moved, answer("404 None", "{}"))) {
      Iterator<String> next = List.of(named, answered).iterator();
      try (RawPartner partner = new RawPartner(c -> RawPartner.thenStay(next.next()).answer(c));
          FileProvider acme = Acme.at(partner.url(), VERTX, log, text -> linking(text, ""))) {
        assertThat(acme.resending().orElseThrow().resend(Acme.request(), Acme.ALWAYS))
            .isInstanceOf(Unclear.class);
        assertThat(partner.requests()).hasSize(2);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          422 No      | {'code':'account_closed'}
          429 Slow    | {}
          403 No      | {'code':'no'}
          500 Oops    | {}
          200 OK      | <html>
          404 None    | {}
          """)
  void no_other_answer_tells_anything_of_the_first_request(String head, String body)
      throws IOException {
    assertThat(resend(Acme.ALWAYS, 1, answer(head, body))).isInstanceOf(Unclear.class);
  }

  @Test
  void what_is_not_taken_says_how_long_to_wait_before_it_is_sent_again() throws IOException {
    assertThat(resend(Acme.ALWAYS, 1, answer("429 Slow\r\nRetry-After: 7", "{}")))
        .isInstanceOfSatisfying(
            Unclear.class,
            unclear ->
                assertThat(unclear.patience())
                    .contains(
                        new RetryAfter(Optional.of(Duration.ofSeconds(7)), Optional.empty())));
    assertThat(resend(() -> false, 0))
        .isInstanceOfSatisfying(
            Unclear.class, unclear -> assertThat(unclear.patience()).contains(RetryAfter.NOTHING));
    assertThat(resend(Acme.ALWAYS, 1, answer("422 No", "{'code':'account_closed'}")))
        .isInstanceOfSatisfying(Unclear.class, unclear -> assertThat(unclear.patience()).isEmpty());
  }

  @Test
  void what_may_not_be_sent_any_more_is_not_written() throws IOException {
    assertThat(resend(() -> false, 0)).isInstanceOf(Unclear.class);
  }

  @Test
  void neither_a_lookup_nor_a_status_check_sends_it_again() throws IOException {
    try (RawPartner partner = new RawPartner(RawPartner.thenStay(answer("201 Created", PAYOUT)));
        FileProvider acme = Acme.at(partner.url(), VERTX, log, ResendApiTest::resending)) {
      assertThat(acme.lookup(Acme.query(Optional.empty()))).isInstanceOf(Unclear.class);
      assertThat(acme.status(Acme.query(Optional.empty()))).isInstanceOf(Unclear.class);
      assertThat(partner.requests()).isEmpty();
    }
    try (FileProvider acme = Acme.at("http://localhost", VERTX, log)) {
      assertThat(acme.resendIsLookup()).as("of a partner that can be asked").isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rejects_duplicate_reference, false, true",
    "rejects_duplicate_reference, true, true",
    "replays_key, false, true",
    "replays_key, true, false",
    "none, false, false",
  })
  void it_is_only_sent_again_to_a_partner_that_recognises_it(
      String kind, boolean withSteps, boolean recognised) throws IOException {
    UnaryOperator<String> edit =
        text -> {
          String ofKind =
              text.replaceFirst("(?m)^idempotency:.*$", "idempotency: {kind: " + kind + "}");
          return withSteps ? PrepareApiTest.withStep(ofKind) : ofKind;
        };
    try (FileProvider acme = Acme.at("http://localhost", VERTX, log, edit)) {
      assertThat(acme.resending().isPresent()).isEqualTo(recognised);
    }
  }
}
