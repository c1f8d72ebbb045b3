// What becomes of a provider's events: applied once, in any order, or kept with the reason.
package dev.semel.webhook;

import static dev.semel.webhook.Partner.event;
import static dev.semel.webhook.Partner.eventId;
import static dev.semel.webhook.Partner.tell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.webhook.Scene.Known;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
    String id = tell(payout, "paid", AT, 2);

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
    String id = eventId();
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
    tell(payout, "paid", AT, 2);
    String id = eventId();
    ObjectNode event =
        event(id, payout.reference(), payout.partnersId(), "returned", AT.plusSeconds(9), 3);
    event.withObjectProperty("data").put("returned_amount", "119.25");
    signed.deliver(event.toString()).then().statusCode(200);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("returned");
    assertThat(scene.eventStatus(id)).isEqualTo("applied");
    assertThat(back(payout)).isEqualTo("119.2500 KES");
    assertThat(scene.cases(payout)).isEqualTo("amount_differs: 6.25 KES");

    event.put("event_id", eventId()).put("sequence", 4);
    signed.deliver(event.toString()).then().statusCode(200);
    scene.processAll();
    assertThat(scene.cases(payout)).as("told again").isEqualTo("amount_differs: 6.25 KES");
    assertThat(back(payout)).isEqualTo("119.2500 KES");
  }

  @Test
  void m_13_where_nobody_says_how_much_came_back_it_is_not_known_and_not_taken_for_all() {
    Known payout = scene.sent(token, "signed");
    tell(payout, "paid", AT, 2);
    tell(payout, "returned", AT.plusSeconds(9), 3);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("returned");
    assertThat(back(payout)).isNull();
    assertThat(scene.cases(payout)).isNull();
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
      ObjectNode event =
          event(eventId(), payout.reference(), payout.partnersId(), "returned", AT, 2);
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
    assertThat(scene.cases(nothing)).isEqualTo("amount_differs: 125.50 KES");
    assertThat(scene.state(dollars)).isEqualTo("returned");
    assertThat(back(dollars)).isEqualTo("0.9700 USD");
    assertThat(scene.cases(dollars)).startsWith("currency_differs: ");
  }

  private @Nullable String back(Known payout) {
    return scene.text(
        "SELECT returned_amount || ' ' || returned_currency FROM payout WHERE id = ?", payout.id());
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
      tell(
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
      tell(payout, List.of("processing", "paid", "processing").get(step), AT, 1);
    }
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("paid");
  }

  @Test
  void w_10_the_same_fact_under_a_new_id_and_a_late_processing_are_refused_with_the_reason() {
    Known payout = scene.sent(token, "signed");
    tell(payout, "paid", AT, 2);
    String late = tell(payout, "processing", AT, 4);
    String older = tell(payout, "processing", AT, 1);
    String again = tell(payout, "paid", AT, 3);

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
    tell(payout, "paid", AT, 2);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("paid");

    scene.accept(payout);
    assertThat(scene.state(payout)).isEqualTo("paid");
  }

  @Test
  void an_event_waits_for_its_payout_and_is_applied_when_that_turns_up() {
    Known payout = scene.submitting(token, "theirs");
    String id = tell(payout, "paid", AT, 2);
    scene.processAll();
    assertThat(scene.eventStatus(id)).isEqualTo("parked");

    scene.accept(payout);
    scene.processUntil(() -> scene.state(payout).equals("paid"));

    assertThat(scene.eventStatus(id)).isEqualTo("applied");
  }

  @Test
  void an_event_that_no_payout_turns_up_for_goes_to_a_person() {
    String id = eventId();
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
            + event(eventId(), first.reference(), first.partnersId(), "paid", AT, 2)
            + ","
            + event(poison, poisoned.reference(), poisoned.partnersId(), "paid", AT, 2)
            + ","
            + event(eventId(), last.reference(), last.partnersId(), "paid", AT, 2)
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
    String id = tell(payout, word, AT, 2);
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
  void a_failure_after_paid_is_a_return_where_the_file_says_so() {
    Known payout = scene.sent(token, "rebounding");
    tell(payout, "paid", AT, 2);
    String id = tell(payout, "failed", AT.plusSeconds(9), 3);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("returned");
    assertThat(scene.eventStatus(id)).isEqualTo("applied");
    assertThat(scene.count(APPLIED, payout.id())).isEqualTo(2);
  }

  @Test
  void a_failure_that_comes_before_an_older_paid_is_a_return_where_the_file_says_so() {
    Known payout = scene.sent(token, "rebounding");
    tell(payout, "failed", AT.plusSeconds(9), 3);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("failed");

    String paid = tell(payout, "paid", AT, 2);
    tell(payout, "failed", AT.plusSeconds(9), 3);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("returned");
    assertThat(scene.eventStatus(paid)).isEqualTo("applied");
    assertThat(scene.cases(payout)).as("no contradiction").isNull();
  }

  @Test
  void a_cancellation_that_comes_before_an_older_paid_is_a_step_back_and_people_are_told() {
    Known payout = scene.sent(token, "rebounding");
    tell(payout, "cancelled", AT.plusSeconds(9), 3);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("cancelled");

    tell(payout, "paid", AT, 2);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("paid");
    assertThat(scene.isDue(payout)).isTrue();
    assertThat(scene.cases(payout)).startsWith("contradiction");
  }

  @Test
  void what_is_older_and_contradicts_the_end_is_a_case_whichever_came_first() {
    Known payout = scene.sent(token, "signed");
    tell(payout, "failed", AT.plusSeconds(9), 3);
    tell(payout, "paid", AT, 2);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("failed");
    assertThat(scene.cases(payout)).startsWith("contradiction");
  }

  @Test
  void a_cancellation_after_paid_that_is_a_step_back_changes_nothing_and_is_asked_after() {
    Known payout = scene.sent(token, "rebounding");
    tell(payout, "paid", AT, 2);
    scene.processAll();
    String id = tell(payout, "cancelled", AT.plusSeconds(9), 3);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("paid");
    assertThat(scene.eventStatus(id)).isEqualTo("asked");
    assertThat(scene.isDue(payout)).isTrue();
    assertThat(scene.cases(payout)).as("no contradiction").isNull();

    String back = tell(payout, "returned", AT.plusSeconds(99), 4);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("returned");
    assertThat(scene.eventStatus(back)).isEqualTo("applied");
  }
}
