// Steps before the one that moves money leave nothing unknown.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.Busy;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.SubmitOutcome.Unknown;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class PrepareApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final String STEP =
      """
      prepare:
        - name: quote
          request: {method: POST, path: /v1/quotes, body: {amount: "${payout.amount}"}}
          answers:
            - {when: {status: 2xx}, is: accepted}
            - {when: {status: 429}, is: busy}
          read: {quote_id: /id}
      """;
  private static final String QUOTED = RawPartner.answer("200 OK", "{\"id\":\"q-9\"}");
  private static final String ACCEPTED =
      RawPartner.answer(
          "201 Created",
          "{\"id\":\"ac-1\",\"status\":\"accepted\",\"amount\":\"125.50\",\"currency\":\"KES\"}");

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private static String withStep(String text) {
    return text.replace("submit:\n", STEP + "submit:\n")
        .replace("note: \"for ${beneficiary.name}\"", "quote: ${prepared.quote.quote_id}");
  }

  /** Answers in this order; each answer ends its connection. */
  private SubmitOutcome submit(String... answers) throws IOException {
    Iterator<String> next = List.of(answers).iterator();
    RawPartner.Behaviour inOrder = c -> RawPartner.thenClose(next.next()).answer(c);
    try (RawPartner partner = new RawPartner(inOrder);
        FileProvider acme = Acme.at(partner.url(), VERTX, log, PrepareApiTest::withStep)) {
      SubmitOutcome outcome = acme.submit(Acme.request(), Acme.ALWAYS);
      assertThat(partner.requests()).hasSize(answers.length);
      if (answers.length == 2) {
        assertThat(partner.requests().getLast()).contains("\"quote\":\"q-9\"");
      }
      return outcome;
    }
  }

  private static String closing(String answer) {
    return answer.replaceFirst("\r\n", "\r\nConnection: close\r\n");
  }

  @Test
  void what_a_step_brings_is_used_by_the_next_request() throws IOException {
    assertThat(submit(closing(QUOTED), ACCEPTED)).isInstanceOf(Accepted.class);
    assertThat(log.calls())
        .extracting(call -> call.operation())
        .containsExactly(Operation.PREPARE, Operation.SUBMIT);
  }

  @Test
  void a_step_without_an_understood_answer_means_that_nothing_was_sent() throws IOException {
    assertThat(submit("")).isInstanceOf(NotSent.class);
    assertThat(submit(QUOTED.substring(0, 30))).isInstanceOf(NotSent.class);
    assertThat(submit(RawPartner.answer("500 Oops", "{}"))).isInstanceOf(NotSent.class);
    assertThat(submit(RawPartner.answer("200 OK", "{\"other\":1}"))).isInstanceOf(NotSent.class);
    assertThat(submit(RawPartner.answer("429 Slow", ""))).isInstanceOf(Busy.class);
  }

  @Test
  void after_a_good_step_a_lost_answer_is_unknown() throws IOException {
    assertThat(submit(closing(QUOTED), "")).isInstanceOf(Unknown.class);
  }
}
