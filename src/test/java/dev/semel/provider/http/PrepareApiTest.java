// Steps before the one that moves money leave nothing unknown.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.ProviderCall.Operation;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.Busy;
import dev.semel.provider.SubmitOutcome.HeldBack;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.SubmitOutcome.Unknown;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
            - {when: {status: 509}, is: throttled}
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

  static String withStep(String text) {
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
    assertThat(submit(RawPartner.answer("509 Bandwidth", "")))
        .as("throttled, and no money moves here")
        .isInstanceOf(Busy.class);
  }

  @Test
  void u_16_what_a_step_brought_is_written_down_before_the_payout_is_asked_for()
      throws IOException {
    List<Integer> writtenDown = new CopyOnWriteArrayList<>();
    RawPartner.Behaviour looking =
        connection -> {
          writtenDown.add(log.calls().size());
          return RawPartner.thenStay(writtenDown.size() == 1 ? QUOTED : ACCEPTED)
              .answer(connection);
        };
    try (RawPartner partner = new RawPartner(looking);
        FileProvider acme = Acme.at(partner.url(), VERTX, log, PrepareApiTest::withStep)) {
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(writtenDown).as("entries of the call log at each request").containsExactly(0, 1);
      assertThat(log.calls().getFirst().responseBody().orElseThrow()).contains("q-9");
      assertThat(log.calls().getFirst().attempt()).contains(1);
    }
  }

  @Test
  void u_16_when_that_can_not_be_written_down_the_payout_is_not_asked_for() throws IOException {
    log.goAway();
    assertThat(submit(QUOTED))
        .isEqualTo(new NotSent("what a preparing step brought could not be written down"));
  }

  @Test
  void u_16_stopped_or_refused_between_the_steps_it_is_not_sent_and_done_again_as_a_whole()
      throws IOException {
    String busy = RawPartner.answer("429 Slow", "");
    String requoted = RawPartner.answer("200 OK", "{\"id\":\"q-10\"}");
    Iterator<String> next = List.of(QUOTED, QUOTED, busy, requoted, ACCEPTED).iterator();
    RawPartner.Behaviour inOrder = c -> RawPartner.thenStay(next.next()).answer(c);
    try (RawPartner partner = new RawPartner(inOrder);
        FileProvider acme = Acme.at(partner.url(), VERTX, log, PrepareApiTest::withStep)) {
      assertThat(acme.submit(Acme.request(), () -> false)).isInstanceOf(HeldBack.class);
      assertThat(partner.requests()).as("the quote alone").hasSize(1);

      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Busy.class);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      List<String> asked =
          partner.requests().stream().filter(r -> r.startsWith("POST /v1/payouts")).toList();
      assertThat(asked).hasSize(2);
      assertThat(asked).allMatch(request -> request.contains(Acme.REFERENCE));
      assertThat(asked.getLast()).contains("\"quote\":\"q-10\"");
    }
  }

  @Test
  void after_a_good_step_a_lost_answer_is_unknown() throws IOException {
    assertThat(submit(closing(QUOTED), "")).isInstanceOf(Unknown.class);
  }
}
