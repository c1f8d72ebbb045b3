// A partner that no longer takes a token: what is made once more, what never is, and what it costs.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.LookupOutcome.Found;
import dev.semel.provider.LookupOutcome.Unclear;
import dev.semel.provider.ReportFetch.Fetched;
import dev.semel.provider.SubmitOutcome;
import dev.semel.provider.SubmitOutcome.Accepted;
import dev.semel.provider.SubmitOutcome.Busy;
import dev.semel.provider.SubmitOutcome.HeldBack;
import dev.semel.provider.SubmitOutcome.NotSent;
import dev.semel.provider.SubmitOutcome.PlatformFault;
import dev.semel.provider.SubmitOutcome.Refused;
import dev.semel.provider.SubmitOutcome.Unknown;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class ExpiredTokenApiTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final int MANY = 50;
  private static final String RULE_OF_401 =
      "    - {when: {status: [400, 401, 403, 404]}, is: platform_fault, code: /code}\n";

  private final CallLogInMemory log = new CallLogInMemory();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private FileProvider acme(TokenPartner partner) {
    return acme(partner, UnaryOperator.identity());
  }

  private FileProvider acme(TokenPartner partner, UnaryOperator<String> change) {
    return Acme.at(
        partner.url(), VERTX, log, text -> TokenPartner.file().apply(change.apply(text)));
  }

  /** Other words for the answer 401 in the rules of submit. */
  private static UnaryOperator<String> where401Is(String rule) {
    return text -> {
      assertThat(text).contains(RULE_OF_401);
      return text.replace(RULE_OF_401, rule);
    };
  }

  /** A partner whose token is in use here, and no longer taken there. */
  private static TokenPartner expired(TokenPartner partner, FileProvider acme) {
    assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
    partner.expire();
    return partner;
  }

  @Test
  void a_payout_refused_for_that_alone_is_asked_for_once_more_and_it_costs_no_try()
      throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner)) {
      expired(partner, acme);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS))
          .as("one submission, one outcome: nothing else is ever recorded of it")
          .isInstanceOf(Accepted.class);
      assertThat(partner.tokenCalls()).hasSize(2);
      assertThat(partner.others()).hasSize(3);
      assertThat(partner.others().getLast())
          .as("the same request to the byte, but for the token")
          .isEqualTo(partner.others().get(1).replace("tkn-1", "tkn-2"));
      assertThat(log.calls())
          .extracting(call -> call.operation() + " " + call.outcome())
          .containsExactly(
              "PREPARE accepted",
              "SUBMIT accepted",
              "SUBMIT platform_fault",
              "PREPARE accepted",
              "SUBMIT accepted");
      assertThat(log.calls().toString()).doesNotContain("tkn-");
      assertThat(acme.breaker().lastFailure()).as("what the breaker heard").isEmpty();
    }
  }

  @Test
  void a_second_401_with_a_fresh_token_is_judged_by_the_file_and_ends_it() throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner)) {
      expired(partner, acme);
      partner.takeNone();
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS))
          .isEqualTo(new PlatformFault("token_expired", Optional.empty()));
      assertThat(partner.others()).hasSize(3);
      assertThat(partner.tokenCalls()).hasSize(2);

      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(PlatformFault.class);
      assertThat(partner.others()).as("the token was got for this one: no other helps").hasSize(4);
      assertThat(partner.tokenCalls()).hasSize(3);
    }
  }

  @Test
  void where_no_rule_says_that_nothing_was_processed_it_is_unknown_and_not_sent_again()
      throws IOException {
    for (String rule : List.of("", "    - {when: {status: 401}, is: unknown}\n")) {
      try (TokenPartner partner = new TokenPartner();
          FileProvider acme = acme(partner, where401Is(rule))) {
        expired(partner, acme);
        assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Unknown.class);
        assertThat(partner.others()).hasSize(2);
        assertThat(acme.submit(Acme.request(), Acme.ALWAYS))
            .as("the token was dropped all the same")
            .isInstanceOf(Accepted.class);
        assertThat(partner.tokenCalls()).hasSize(2);
      }
    }
  }

  @Test
  void a_refusal_of_the_payout_is_never_asked_again() throws IOException {
    UnaryOperator<String> file =
        where401Is("    - {when: {status: 401}, is: refused, fault: provider}\n");
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner, file)) {
      expired(partner, acme);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Refused.class);
      assertThat(partner.others()).hasSize(2);
    }
  }

  @Test
  void busy_says_that_nothing_was_processed_too() throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner, where401Is("    - {when: {status: 401}, is: busy}\n"))) {
      expired(partner, acme);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      partner.takeNone();
      partner.expire();
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Busy.class);
    }
  }

  @Test
  void whether_it_may_still_be_sent_is_asked_again() throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner)) {
      expired(partner, acme);
      AtomicInteger asked = new AtomicInteger();
      assertThat(acme.submit(Acme.request(), () -> asked.incrementAndGet() == 1))
          .isInstanceOf(HeldBack.class);
      assertThat(asked).hasValue(2);
      assertThat(partner.others()).as("the first alone").hasSize(2);
    }
  }

  @Test
  void when_no_fresh_token_comes_nothing_more_is_sent() throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner)) {
      expired(partner, acme);
      partner.answerTokensWith(RawPartner.answer("500 Oops", "{}"));
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(NotSent.class);
      assertThat(partner.others()).hasSize(2);
    }
  }

  @Test
  void the_file_may_name_other_answers_that_say_so() throws IOException {
    UnaryOperator<String> file =
        text ->
            TokenPartner.file()
                .apply(text)
                .replace(
                    "expires_in: /expires_in}",
                    "expires_in: /expires_in}\n    expired: {status: 404, body: {/code: bad_token}}");
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = Acme.at(partner.url(), VERTX, log, file)) {
      partner.refuseWith(RawPartner.answer("404 None", "{\"code\":\"bad_token\"}"));
      expired(partner, acme);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      partner.expire();
      partner.refuseWith(RawPartner.answer("401 No", "{\"code\":\"bad_token\"}"));
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(PlatformFault.class);
      assertThat(partner.others()).hasSize(4);
    }
  }

  @Test
  void questions_and_reports_are_asked_once_more_whatever_the_rules() throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = acme(partner)) {
      expired(partner, acme);
      assertThat(acme.lookup(Acme.query(Optional.empty()))).isInstanceOf(Found.class);
      partner.expire();
      assertThat(acme.status(Acme.query(Optional.of("ac-1")))).isInstanceOf(Found.class);
      partner.expire();
      assertThat(acme.reportSource().orElseThrow().fetch(LocalDate.parse("2026-12-01")))
          .isInstanceOf(Fetched.class);
      assertThat(partner.tokenCalls()).hasSize(4);
      assertThat(partner.others()).hasSize(7);
      partner.takeNone();
      partner.expire();
      assertThat(acme.lookup(Acme.query(Optional.empty()))).isInstanceOf(Unclear.class);
      assertThat(partner.others()).hasSize(9);
    }
  }

  private FileProvider preparing(TokenPartner partner) {
    return Acme.at(
        partner.url(),
        VERTX,
        log,
        text -> TokenPartner.file().apply(PrepareApiTest.withStep(text)));
  }

  private static List<String> asked(TokenPartner partner) {
    return partner.others().stream().map(r -> r.substring(0, r.indexOf(" HTTP"))).toList();
  }

  @Test
  void a_preparing_step_is_made_once_more_with_a_fresh_token_that_the_payout_carries_too()
      throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = preparing(partner)) {
      expired(partner, acme);
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(Accepted.class);
      assertThat(partner.tokenCalls()).hasSize(2);
      assertThat(asked(partner).subList(2, 5))
          .containsExactly("POST /v1/quotes", "POST /v1/quotes", "POST /v1/payouts");
      List<String> others = partner.others();
      assertThat(others.get(3)).isEqualTo(others.get(2).replace("tkn-1", "tkn-2"));
      assertThat(others.get(4)).contains("tkn-2");
      assertThat(acme.breaker().lastFailure()).isEmpty();
      assertThat(log.calls().toString()).doesNotContain("tkn-");
    }
  }

  @Test
  void a_preparing_step_that_is_refused_with_a_fresh_token_too_leaves_the_payout_unsent()
      throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = preparing(partner)) {
      expired(partner, acme);
      partner.takeNone();
      assertThat(acme.submit(Acme.request(), Acme.ALWAYS)).isInstanceOf(NotSent.class);
      assertThat(asked(partner).subList(2, 4)).containsOnly("POST /v1/quotes");
      assertThat(partner.others()).hasSize(4);
    }
  }

  @Test
  void a_token_that_ends_after_the_steps_has_the_payout_alone_sent_again() throws IOException {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = preparing(partner)) {
      AtomicInteger asked = new AtomicInteger();
      BooleanSupplier expiring =
          () -> {
            if (asked.incrementAndGet() == 1) {
              partner.expire();
            }
            return true;
          };
      assertThat(acme.submit(Acme.request(), expiring)).isInstanceOf(Accepted.class);
      assertThat(asked(partner))
          .containsExactly("POST /v1/quotes", "POST /v1/payouts", "POST /v1/payouts");
    }
  }

  @Test
  void a_resend_that_is_the_lookup_is_treated_like_a_submission() throws IOException {
    UnaryOperator<String> file = text -> TokenPartner.file().apply(ResendApiTest.resending(text));
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = Acme.at(partner.url(), VERTX, log, file)) {
      expired(partner, acme);
      assertThat(acme.resending().orElseThrow().resend(Acme.request(), Acme.ALWAYS))
          .isInstanceOf(Found.class);
      partner.expire();
      AtomicInteger asked = new AtomicInteger();
      assertThat(
              acme.resending()
                  .orElseThrow()
                  .resend(Acme.request(), () -> asked.incrementAndGet() == 1))
          .isInstanceOf(Unclear.class);
      assertThat(partner.others()).hasSize(4);
    }
  }

  @Test
  void many_at_once_get_one_fresh_token_by_one_call_and_all_are_paid() throws Exception {
    try (TokenPartner partner = new TokenPartner();
        FileProvider acme = Acme.at(partner.url(), VERTX, log, TokenPartner::withRoomForMany)) {
      expired(partner, acme);
      partner.refuseTogether(MANY);
      List<Future<SubmitOutcome>> all = new ArrayList<>();
      CountDownLatch start = new CountDownLatch(1);
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < MANY; i++) {
          all.add(
              threads.submit(
                  () -> {
                    start.await();
                    return acme.submit(Acme.request(), Acme.ALWAYS);
                  }));
        }
        start.countDown();
        for (Future<SubmitOutcome> one : all) {
          assertThat(one.get()).isInstanceOf(Accepted.class);
        }
      }
      assertThat(partner.tokenCalls()).hasSize(2);
      assertThat(partner.others()).as("the first, the refused, the accepted").hasSize(1 + 2 * MANY);
    }
  }
}
