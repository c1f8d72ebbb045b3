// Asking by the same request: what its answers tell, and what is sent for it.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.ProviderStatus;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.LookupOutcome.Found;
import dev.semel.provider.LookupOutcome.Unclear;
import dev.semel.provider.SubmitOutcome;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
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
    assertThat(resend(Acme.ALWAYS, 1, answer("409 Conflict", "{}"))).isInstanceOf(Unclear.class);
    String named = answer("409 Conflict", "{'original':{'id':'ac-1'}}");
    assertThat(resend(Acme.ALWAYS, 2, named, answer("404 Not Found", "{}")))
        .isInstanceOf(Unclear.class);
    assertThat(resend(Acme.ALWAYS, 2, named, answer("500 Oops", "{}"))).isInstanceOf(Unclear.class);
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
      assertThat(acme.resending()).as("of a partner that can be asked").isEmpty();
    }
  }
}
