// What becomes of a provider's events: applied once, in any order, or kept with the reason.
package dev.semel.webhook;

import static dev.semel.webhook.Partner.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.webhook.Scene.Known;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(WebhookProfile.class)
class ProcessWebhooksApiTest {
  private static final String APPLIED =
      "SELECT count(*) FROM payout_event WHERE applied AND type LIKE 'provider_says%' AND payout_id = ?";

  private static final Instant AT = Instant.parse("2026-11-30T10:00:00Z");

  private final Partner signed = new Partner("signed");

  @Inject Scene scene;
  String token = "";

  @BeforeEach
  void someone() {
    token = scene.token("default");
  }

  @Test
  void a_signed_event_is_applied_and_the_history_says_who_said_it_and_when() {
    Known payout = scene.sent(token, "signed");
    String id = deliver(payout, "paid", AT, 2);

    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("paid");
    assertThat(scene.eventStatus(id)).isEqualTo("applied");
    assertThat(
            scene.text(
                "SELECT actor || ' ' || evidence || ' ' || (occurred_at = '2026-11-30T10:00:00Z') FROM payout_event WHERE type = 'provider_says_paid' AND payout_id = ?",
                payout.id()))
        .isEqualTo("provider:signed signed_webhook true");
  }

  @Test
  void w_01_twenty_deliveries_of_one_event_at_once_are_all_answered_and_applied_once()
      throws Exception {
    Known payout = scene.sent(token, "signed");
    String id = id();
    String body = event(id, payout.reference(), payout.partnersId(), "paid", AT, 2).toString();
    CountDownLatch start = new CountDownLatch(1);
    List<Future<?>> all = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        all.add(
            threads.submit(
                () -> {
                  start.await();
                  signed.deliver(body).then().statusCode(200);
                  scene.processAll();
                  return true;
                }));
      }
      start.countDown();
      for (Future<?> one : all) {
        one.get();
      }
    }
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("paid");
    assertThat(scene.count(APPLIED, payout.id())).isEqualTo(1);
    assertThat(
            scene.count(
                "SELECT count(*) FROM notification WHERE type = 'payout.paid' AND payout_id = ?",
                payout.id()))
        .isEqualTo(1);
    assertThat(scene.count("SELECT count(*) FROM webhook_event WHERE event_id = ?", id))
        .isEqualTo(1);
    assertThat(
            scene.count(
                "SELECT count(*) FROM webhook_message WHERE status = 'processed' AND convert_from(body, 'UTF8') = ?",
                body))
        .isEqualTo(20);
  }

  @Test
  void m_13_less_comes_back_than_was_sent_and_it_is_returned_all_the_same_with_a_case() {
    Known payout = scene.sent(token, "signed");
    deliver(payout, "paid", AT, 2);
    String id = id();
    ObjectNode event =
        event(id, payout.reference(), payout.partnersId(), "returned", AT.plusSeconds(9), 3);
    event.withObjectProperty("data").put("returned_amount", "119.25");
    signed.deliver(event.toString()).then().statusCode(200);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("returned");
    assertThat(scene.eventStatus(id)).isEqualTo("applied");
    assertThat(back(payout)).isEqualTo("119.2500 KES");
    assertThat(cases(payout)).isEqualTo("amount_differs: 6.25 KES");

    event.put("event_id", id()).put("sequence", 4);
    signed.deliver(event.toString()).then().statusCode(200);
    scene.processAll();
    assertThat(cases(payout)).as("told again").isEqualTo("amount_differs: 6.25 KES");
    assertThat(back(payout)).isEqualTo("119.2500 KES");
  }

  @Test
  void m_13_where_nobody_says_how_much_came_back_it_is_not_known_and_not_taken_for_all() {
    Known payout = scene.sent(token, "signed");
    deliver(payout, "paid", AT, 2);
    deliver(payout, "returned", AT.plusSeconds(9), 3);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("returned");
    assertThat(back(payout)).isNull();
    assertThat(cases(payout)).isNull();
    Scene.as(token)
        .get("/v1/payouts/" + payout.id())
        .then()
        .statusCode(200)
        .body("returned_amount", nullValue())
        .body("returned_currency", nullValue());
  }

  @Test
  void m_13_nothing_at_all_comes_back_and_money_in_another_currency_is_told_as_such() {
    Known nothing = scene.sent(token, "signed");
    Known dollars = scene.sent(token, "signed");
    for (Known payout : List.of(nothing, dollars)) {
      ObjectNode event = event(id(), payout.reference(), payout.partnersId(), "returned", AT, 2);
      if (payout.equals(nothing)) {
        event.withObjectProperty("data").put("returned_amount", "0.00");
      } else {
        event
            .withObjectProperty("data")
            .put("returned_amount", "0.97")
            .put("currency", "USD")
            .put("amount", "0.97");
      }
      signed.deliver(event.toString()).then().statusCode(200);
    }
    scene.processAll();

    assertThat(back(nothing)).isEqualTo("0.0000 KES");
    assertThat(cases(nothing)).isEqualTo("amount_differs: 125.50 KES");
    assertThat(scene.state(dollars)).isEqualTo("returned");
    assertThat(back(dollars)).isEqualTo("0.9700 USD");
    assertThat(cases(dollars)).startsWith("currency_differs: ");
  }

  private @Nullable String back(Known payout) {
    return scene.text(
        "SELECT returned_amount || ' ' || returned_currency FROM payout WHERE id = ?", payout.id());
  }

  private @Nullable String cases(Known payout) {
    return scene.text(
        "SELECT string_agg(kind || ': ' || coalesce(facts ->> 'difference', '-'), ', ' ORDER BY kind) FROM ops_case WHERE payout_id = ?",
        payout.id());
  }

  static Stream<List<Integer>> orders() {
    return Stream.of(
        List.of(0, 1, 2),
        List.of(0, 2, 1),
        List.of(1, 0, 2),
        List.of(1, 2, 0),
        List.of(2, 0, 1),
        List.of(2, 1, 0));
  }

  /**
   * Told apart by their times, by equal times and how far they are, by their numbers, by nothing.
   */
  @ParameterizedTest
  @MethodSource("orders")
  void processing_paid_and_returned_end_as_returned_in_every_order(List<Integer> order) {
    arrive(order, "timed", true);
    arrive(order, "timed", false);
    arrive(order, "signed", true);
    arrive(order, "plain", false);
  }

  private void arrive(List<Integer> order, String provider, boolean apart) {
    Known payout = scene.sent(token, provider);
    for (int step : order) {
      deliver(
          payout,
          List.of("processing", "paid", "returned").get(step),
          apart ? AT.plus(Duration.ofMinutes(step)) : AT,
          step + 1);
      scene.processAll();
    }
    assertThat(scene.state(payout)).as("%s, apart: %s", provider, apart).isEqualTo("returned");
  }

  @ParameterizedTest
  @MethodSource("orders")
  void processing_and_paid_end_as_paid_in_every_order(List<Integer> order) {
    Known payout = scene.sent(token, "plain");
    for (int step : order) {
      deliver(payout, List.of("processing", "paid", "processing").get(step), AT, 1);
    }
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("paid");
  }

  @Test
  void w_10_the_same_fact_under_a_new_id_and_a_late_processing_are_refused_with_the_reason() {
    Known payout = scene.sent(token, "signed");
    deliver(payout, "paid", AT, 2);
    String late = deliver(payout, "processing", AT, 4);
    String older = deliver(payout, "processing", AT, 1);
    String again = deliver(payout, "paid", AT, 3);

    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("paid");
    assertThat(scene.eventStatus(late)).isEqualTo("refused");
    assertThat(scene.eventReason(late)).contains("already reached a final state");
    assertThat(scene.eventReason(older)).contains("older than the last thing");
    assertThat(scene.eventReason(again)).contains("already in this state");
    assertThat(
            scene.count(
                "SELECT count(*) FROM payout_event WHERE NOT applied AND payout_id = ?",
                payout.id()))
        .isEqualTo(3);
    assertThat(
            scene.count(
                "SELECT count(*) FROM notification WHERE type = 'payout.paid' AND payout_id = ?",
                payout.id()))
        .isEqualTo(1);
  }

  @Test
  void a_webhook_that_comes_before_the_answer_to_the_submission_is_proof() {
    Known payout = scene.submitting(token, "signed");
    deliver(payout, "paid", AT, 2);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("paid");

    scene.accept(payout);
    assertThat(scene.state(payout)).isEqualTo("paid");
  }

  @Test
  void an_event_waits_for_its_payout_and_is_applied_when_that_turns_up() {
    Known payout = scene.submitting(token, "theirs");
    String id = deliver(payout, "paid", AT, 2);
    scene.processAll();
    assertThat(scene.eventStatus(id)).isEqualTo("parked");

    scene.accept(payout);
    scene.processUntil(() -> scene.state(payout).equals("paid"));

    assertThat(scene.eventStatus(id)).isEqualTo("applied");
  }

  @Test
  void an_event_that_no_payout_turns_up_for_goes_to_a_person() {
    String id = id();
    signed
        .deliver(event(id, "NO-SUCH-REFERENCE", id, "paid", AT, 2).toString())
        .then()
        .statusCode(200);

    scene.processUntil(() -> "unmatched".equals(scene.eventStatus(id)));

    assertThat(
            scene.count(
                "SELECT count(*) FROM ops_case WHERE kind = 'unmatched_event' AND difference = ?",
                "signed:" + id))
        .isEqualTo(1);
  }

  @Test
  void an_event_that_fails_does_not_stop_its_neighbours_and_goes_to_a_person_in_the_end() {
    Known first = scene.sent(token, "signed");
    Known poisoned = scene.sent(token, "signed");
    Known last = scene.sent(token, "signed");
    String poison = "p".repeat(300);
    String body =
        "["
            + event(id(), first.reference(), first.partnersId(), "paid", AT, 2)
            + ","
            + event(poison, poisoned.reference(), poisoned.partnersId(), "paid", AT, 2)
            + ","
            + event(id(), last.reference(), last.partnersId(), "paid", AT, 2)
            + "]";
    signed.deliver(body).then().statusCode(200);
    String find = " FROM webhook_message WHERE convert_from(body, 'UTF8') = ?";

    scene.processAll();
    assertThat(scene.state(first)).isEqualTo("paid");
    assertThat(scene.state(last)).isEqualTo("paid");
    assertThat(scene.state(poisoned)).isEqualTo("sent");

    scene.processUntil(() -> "failed".equals(scene.text("SELECT status" + find, body)));
    assertThat(scene.text("SELECT error" + find, body))
        .contains("event 2")
        .doesNotContain(poison)
        .doesNotContain("0012345678");
    assertThat(scene.count(APPLIED, first.id())).isEqualTo(1);
    assertThat(
            scene.count(
                "SELECT count(*) FROM ops_case WHERE kind = 'job_failed' AND difference = ?",
                String.valueOf(scene.text("SELECT id" + find, body))))
        .isEqualTo(1);
  }

  @Test
  void a_body_that_is_not_what_the_file_promises_goes_to_a_person_at_once() {
    String body = "not json " + UUID.randomUUID();
    signed.deliver(body).then().statusCode(200);
    scene.processAll();
    assertThat(
            scene.text(
                "SELECT status FROM webhook_message WHERE convert_from(body, 'UTF8') = ?", body))
        .isEqualTo("failed");
  }

  @Test
  void a_status_word_that_is_not_listed_counts_as_processing_with_an_alert() {
    Known payout = scene.sent(token, "signed");
    String word = "word-" + UUID.randomUUID();
    String id = deliver(payout, word, AT, 2);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("sent");
    assertThat(scene.eventStatus(id)).isEqualTo("applied");
    assertThat(
            scene.count(
                "SELECT count(*) FROM alert WHERE kind = 'unlisted_status' AND message LIKE '%' || ? || '%'",
                word))
        .isEqualTo(1);
  }

  @Test
  void a_final_state_that_is_to_be_confirmed_only_brings_the_question_forward() {
    Known payout = scene.sent(token, "confirming");
    String id = deliver(payout, "paid", AT, 2);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("sent");
    assertThat(scene.eventStatus(id)).isEqualTo("asked");
    assertThat(isDue(payout)).isTrue();
  }

  @Test
  void a_signed_final_state_before_the_answer_proves_that_the_partner_has_it_and_is_asked() {
    Known payout = scene.submitting(token, "confirming");
    String id = deliver(payout, "paid", AT, 2);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("sent");
    assertThat(scene.eventStatus(id)).isEqualTo("asked");
    assertThat(isDue(payout)).isTrue();
  }

  @Test
  void news_that_come_while_the_partner_is_being_asked_wait_for_the_end_of_that() {
    Known payout = scene.sent(token, "confirming");
    scene.update(
        "UPDATE payout SET lease_owner = 'test', lease_until = now() + interval '1 hour' WHERE id = ?",
        payout.id());
    String id = deliver(payout, "paid", AT, 2);
    scene.processAll();
    assertThat(scene.eventStatus(id)).isEqualTo("parked");

    scene.update(
        "UPDATE payout SET lease_owner = NULL, lease_until = NULL WHERE id = ?", payout.id());
    scene.processUntil(() -> "asked".equals(scene.eventStatus(id)));
    assertThat(isDue(payout)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"returned", "failed"})
  void that_a_paid_payout_no_longer_is_is_asked_before_it_is_believed(String status) {
    Known payout = scene.sent(token, "confirming");
    scene.update(
        "UPDATE payout SET state = 'paid', paid_at = now(), closed_at = now(), due_at = NULL, status_checks = 7 WHERE id = ?",
        payout.id());
    String id = deliver(payout, status, AT, 3);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("paid");
    assertThat(scene.eventStatus(id)).isEqualTo("asked");
    assertThat(isDue(payout)).isTrue();
    assertThat(scene.text("SELECT status_checks FROM payout WHERE id = ?", payout.id()))
        .as("its questions begin anew")
        .isEqualTo("0");
  }

  @Test
  void an_unsigned_message_only_makes_us_ask() {
    Known payout = scene.sent(token, "unsigned");
    String id = id();
    new Partner("unsigned")
        .deliverUnsigned(
            event(id, payout.reference(), payout.partnersId(), "paid", AT, 2).toString())
        .then()
        .statusCode(200);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("sent");
    assertThat(scene.eventStatus(id)).isEqualTo("asked");
    assertThat(isDue(payout)).isTrue();
    assertThat(scene.count(APPLIED, payout.id())).isZero();
  }

  @Test
  void of_a_paid_payout_an_unsigned_message_makes_us_ask_only_where_it_says_otherwise() {
    Known payout = scene.sent(token, "unsigned");
    scene.update(
        "UPDATE payout SET state = 'paid', paid_at = now(), closed_at = now(), due_at = NULL WHERE id = ?",
        payout.id());
    String paid = unsigned(payout, "paid");
    scene.processAll();
    assertThat(scene.eventStatus(paid)).isEqualTo("refused");

    String returned = unsigned(payout, "returned");
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("paid");
    assertThat(scene.eventStatus(returned)).isEqualTo("asked");
    assertThat(isDue(payout)).isTrue();
  }

  private static String unsigned(Known payout, String status) {
    String id = id();
    new Partner("unsigned")
        .deliverUnsigned(
            event(id, payout.reference(), payout.partnersId(), status, AT, 9).toString())
        .then()
        .statusCode(200);
    return id;
  }

  @Test
  void a_failure_after_paid_is_a_return_where_the_file_says_so() {
    Known payout = scene.sent(token, "rebounding");
    deliver(payout, "paid", AT, 2);
    String id = deliver(payout, "failed", AT.plusSeconds(9), 3);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("returned");
    assertThat(scene.eventStatus(id)).isEqualTo("applied");
    assertThat(scene.count(APPLIED, payout.id())).isEqualTo(2);
  }

  @Test
  void a_cancellation_after_paid_that_is_a_step_back_changes_nothing_and_is_asked_after() {
    Known payout = scene.sent(token, "rebounding");
    deliver(payout, "paid", AT, 2);
    scene.processAll();
    String id = deliver(payout, "cancelled", AT.plusSeconds(9), 3);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("paid");
    assertThat(scene.eventStatus(id)).isEqualTo("asked");
    assertThat(isDue(payout)).isTrue();
    assertThat(cases(payout)).as("no contradiction").isNull();

    String back = deliver(payout, "returned", AT.plusSeconds(99), 4);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("returned");
    assertThat(scene.eventStatus(back)).isEqualTo("applied");
  }

  /** Where it came from, made as the documentation says. */
  private static String token(String provider, String reference, Instant until) throws Exception {
    String ends = Long.toString(until.getEpochSecond(), 36);
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(
        new SecretKeySpec(WebhookProfile.SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    byte[] made =
        mac.doFinal(
            ("semel question|" + provider + "|" + ends + "|" + reference)
                .getBytes(StandardCharsets.UTF_8));
    return ends + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(made);
  }

  private static String result(Known payout, String token, String status, int expected) {
    String id = id();
    new Partner("later." + token)
        .deliverUnsigned(
            event(id, payout.reference(), payout.partnersId(), status, AT, 2).toString())
        .then()
        .statusCode(expected);
    return id;
  }

  @Test
  void the_result_of_a_question_is_its_answer_signed_or_not() throws Exception {
    Known payout = scene.sent(token, "later");
    String good = token("later", payout.reference(), Instant.now().plusSeconds(600));
    result(payout, good, "paid", 200);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("paid");
    assertThat(
            scene.text(
                "SELECT evidence FROM payout_event WHERE payout_id = ? ORDER BY sequence DESC LIMIT 1",
                payout.id()))
        .isEqualTo("authenticated_query");
  }

  @Test
  void under_another_token_a_message_is_refused_and_under_an_old_one_it_makes_us_ask()
      throws Exception {
    Known payout = scene.sent(token, "later");
    Known other = scene.sent(token, "later");
    Instant soon = Instant.now().plusSeconds(600);
    result(payout, token("later", other.reference(), soon), "paid", 401);
    result(payout, token("unsigned", payout.reference(), soon), "paid", 401);
    result(payout, "x", "paid", 401);
    String good = token("later", payout.reference(), soon);
    result(payout, "z" + good, "paid", 401);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("sent");

    String old =
        result(
            payout,
            token("later", payout.reference(), Instant.now().minusSeconds(60)),
            "paid",
            200);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("sent");
    assertThat(scene.eventStatus(old)).isEqualTo("asked");
  }

  @Test
  void a_forged_message_with_the_id_of_a_result_does_not_keep_it_from_being_heard()
      throws Exception {
    Known payout = scene.sent(token, "later");
    String event = event(id(), payout.reference(), payout.partnersId(), "paid", AT, 2).toString();
    new Partner("later").deliverUnsigned(event).then().statusCode(200);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("sent");

    String good = token("later", payout.reference(), Instant.now().plusSeconds(600));
    new Partner("later." + good).deliverUnsigned(event).then().statusCode(200);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("paid");
  }

  @Test
  void a_result_of_another_amount_is_never_taken_for_paid() throws Exception {
    Known payout = scene.sent(token, "later");
    String good = token("later", payout.reference(), Instant.now().plusSeconds(600));
    ObjectNode event = event(id(), payout.reference(), payout.partnersId(), "paid", AT, 2);
    event.withObjectProperty("data").put("amount", "1.00");
    new Partner("later." + good).deliverUnsigned(event.toString()).then().statusCode(200);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("sent");
    assertThat(cases(payout)).startsWith("terms_differ");
  }

  /** As that of a question that failed, or ran out of time. */
  @Test
  void a_result_that_does_not_say_how_the_payout_stands_is_read_and_says_nothing()
      throws Exception {
    Known payout = scene.sent(token, "later");
    String good = token("later", payout.reference(), Instant.now().plusSeconds(600));
    String id = id();
    ObjectNode event = event(id, payout.reference(), payout.partnersId(), "", AT, 2);
    event.withObjectProperty("data").remove(List.of("status", "amount", "currency"));
    new Partner("later." + good).deliverUnsigned(event.toString()).then().statusCode(200);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("sent");
    assertThat(isDue(payout)).as("nobody asks at once, or it would go in a circle").isFalse();
    assertThat(
            scene.text(
                "SELECT status || ': ' || reason FROM webhook_event WHERE payout_id = ?",
                payout.id()))
        .startsWith("refused: it does not say how the payout stands");

    result(payout, good, "failed", 200);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("failed");
  }

  private boolean isDue(Known payout) {
    return "t".equals(scene.text("SELECT due_at <= now() FROM payout WHERE id = ?", payout.id()));
  }

  private static String deliver(Known payout, String status, Instant at, int number) {
    String id = id();
    new Partner(payout.provider())
        .deliver(event(id, payout.reference(), payout.partnersId(), status, at, number).toString())
        .then()
        .statusCode(200);
    return id;
  }

  private static String id() {
    return "evt-" + UUID.randomUUID();
  }
}
