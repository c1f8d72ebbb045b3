// Every event arrives at least once at every endpoint that wants it, whatever happens meanwhile.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.semel.domain.EventType;
import dev.semel.notification.Attempt.Outcome;
import dev.semel.notification.PaperCourier.Sent;
import dev.semel.notification.WebhookEndpoint.Mode;
import dev.semel.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryDbTest {
  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private DeliveryScene scene;
  private PaperCourier courier;

  @BeforeEach
  void aScene() {
    scene = new DeliveryScene(database.dataSource());
    courier = scene.courier();
  }

  // What is delivered to whom

  @Test
  void an_event_is_handed_to_every_endpoint_that_wants_it_once_however_often_it_is_published() {
    String all = scene.endpoint();
    String some = scene.endpoint(Optional.of(List.of(EventType.READY)), Mode.FULL);
    scene.endpoint(Optional.of(List.of(EventType.PAID, EventType.FAILED)), Mode.FULL);
    String event = scene.event();
    scene.publish();
    scene.publish();

    assertThat(scene.deliveries())
        .allSatisfy(delivery -> assertThat(delivery.messageId()).isEqualTo(event))
        .extracting(Delivery::endpointId)
        .containsExactlyInAnyOrder(all, some);
    scene.deliver();
    assertThat(scene.deliver()).as("what was delivered is over").isZero();
    assertThat(courier.sent()).extracting(Sent::id).containsExactly(event, event);
  }

  @Test
  void a_delivery_has_the_bytes_of_the_feed_and_the_time_of_the_attempt() {
    scene.endpoint();
    String event = scene.event();
    scene.deliver();

    Sent sent = courier.sent().getFirst();
    Event inTheFeed =
        scene
            .engine()
            .call(
                () ->
                    scene
                        .get(ReadEvents.class)
                        .read(
                            new ReadEvents.Query(
                                scene.tenant(), Optional.empty(), Optional.empty(), 10)))
            .events()
            .getFirst();
    assertThat(sent.body())
        .isEqualTo(EventJson.full(inTheFeed).toString())
        .contains(
            "\"data\":{\"payout\":{\"id\":\"" + inTheFeed.payoutId() + "\",  \"name\": \"ünï\"}}")
        .contains("\"sequence\":" + inTheFeed.sequence());
    assertThat(sent.id()).isEqualTo(event);
    Instant stamped = Instant.ofEpochSecond(Long.parseLong(sent.header("webhook-timestamp")));
    assertThat(stamped).isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
  }

  @Test
  void a_thin_delivery_has_ids_alone() {
    scene.endpoint(Optional.empty(), Mode.THIN);
    scene.event();
    scene.deliver();

    String payout = scene.only().event().orElseThrow().payoutId();
    assertThat(courier.sent().getFirst().body())
        .contains("\"data\":{\"payout\":{\"id\":\"" + payout + "\"}}")
        .doesNotContain("name");
  }

  @Test
  void what_is_delivered_is_fixed_when_it_happens() {
    String endpoint = scene.endpoint();
    scene.event();
    courier.answer(500);
    scene.deliver();
    scene.engine().run("UPDATE webhook_endpoint SET mode = 'thin' WHERE id = ?", endpoint);
    scene.later();
    scene.deliver();

    List<Sent> sent = courier.sent();
    assertThat(sent).hasSize(2);
    assertThat(sent.get(1).body()).isEqualTo(sent.get(0).body());
  }

  // Tries

  @Test
  void w_21_after_three_failures_it_arrives_under_the_same_id_with_the_same_bytes() {
    scene.endpoint();
    String event = scene.event();
    courier.answer(500).answer(500).answer(500);
    for (int i = 0; i < 4; i++) {
      scene.deliver();
      scene.later();
    }

    assertThat(courier.sent()).hasSize(4).extracting(Sent::id).containsOnly(event);
    assertThat(courier.sent()).extracting(Sent::body).containsOnly(courier.sent().get(0).body());
    Delivery delivery = scene.only();
    assertThat(delivery.status()).isEqualTo(DeliveryStatus.DELIVERED);
    assertThat(scene.attempts(delivery.id()))
        .extracting(Attempt::outcome)
        .containsExactly(Outcome.REFUSED, Outcome.REFUSED, Outcome.REFUSED, Outcome.DELIVERED);
    assertThat(scene.read(delivery.endpointId()).failingSince()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(ints = {301, 302, 307, 400, 404, 429, 500, 502, 503, 102})
  void w_21_whatever_is_not_2xx_is_tried_again(int status) {
    scene.endpoint();
    scene.event();
    courier.answer(status);
    scene.deliver();

    Delivery delivery = scene.only();
    assertThat(delivery.status()).isEqualTo(DeliveryStatus.PENDING);
    assertThat(Duration.between(Instant.now(), delivery.nextAttemptAt().orElseThrow()))
        .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(8));
    assertThat(scene.deliver()).as("before its time").isZero();
  }

  @Test
  void after_ten_tries_it_is_given_up_and_the_log_has_each_of_them() {
    scene.endpoint();
    scene.event();
    for (int i = 0; i < DeliverySchedule.TRIES; i++) {
      courier.reply(new Reply.NoAnswer(Optional.of("203.0.113.9"), "No answer came in time."));
      scene.deliver();
      scene.later();
    }

    Delivery delivery = scene.only();
    assertThat(delivery.status()).isEqualTo(DeliveryStatus.FAILED);
    assertThat(scene.attempts(delivery.id()))
        .hasSize(DeliverySchedule.TRIES)
        .extracting(Attempt::number)
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assertThat(scene.deliver()).isZero();
  }

  @ParameterizedTest(name = "{0} seconds")
  @CsvSource({"3600, 3600", "864000, 86400"})
  void retry_after_is_waited_for_by_the_endpoint_up_to_a_day(int asked, int waited) {
    scene.endpoint();
    scene.event();
    String other = scene.event();
    courier.answer(503, "retry-after", Integer.toString(asked));
    scene.engine().perform(() -> scene.claim(1).forEach(scene.get(DeliverEvent.class)::deliver));

    assertThat(scene.deliver()).as("the event " + other + " waits, too").isZero();
    assertThat(
            scene
                .engine()
                .text(
                    "SELECT max(extract(epoch FROM rest_until - now())) BETWEEN "
                        + waited
                        + " - 60 AND "
                        + waited
                        + " FROM webhook_endpoint"))
        .isEqualTo("t");
    assertThat(
            scene
                .engine()
                .text(
                    "SELECT max(extract(epoch FROM due_at - now())) BETWEEN "
                        + waited
                        + " - 60 AND "
                        + waited
                        + " FROM webhook_delivery"))
        .isEqualTo("t");
  }

  @Test
  void a_time_to_wait_for_is_judged_by_the_databases_clock() {
    scene.endpoint();
    scene.event();
    courier.answer(503, "retry-after", "Fri, 01 Jan 2100 00:00:00 GMT");
    scene.deliver();
    assertThat(
            scene
                .engine()
                .text(
                    "SELECT extract(epoch FROM due_at - now()) BETWEEN 86300 AND 86400 FROM webhook_delivery"))
        .isEqualTo("t");
  }

  // Claims

  @Test
  void w_21_what_a_killed_node_was_at_is_delivered_by_another_under_the_same_id() {
    scene.endpoint();
    String event = scene.event();
    assertThat(scene.claim(10)).hasSize(1);
    assertThat(scene.deliver()).as("while the claim holds").isZero();
    scene.leasesEnd();
    scene.deliver();

    Delivery delivery = scene.only();
    assertThat(delivery.status()).isEqualTo(DeliveryStatus.DELIVERED);
    assertThat(courier.sent()).extracting(Sent::id).containsExactly(event);
    assertThat(scene.attempts(delivery.id()))
        .extracting(Attempt::outcome)
        .containsExactly(Outcome.INTERRUPTED, Outcome.DELIVERED);
  }

  @Test
  void a_node_that_is_told_to_stop_hands_back_what_it_was_at_and_that_counts_as_no_try() {
    String endpoint = scene.endpoint();
    scene.event();
    for (int i = 0; i < 12; i++) {
      courier.reply(new Reply.Interrupted());
      assertThat(scene.deliver()).isEqualTo(1);
    }
    assertThat(scene.read(endpoint).failingSince()).isEmpty();
    assertThat(scene.deliver()).isEqualTo(1);
    assertThat(scene.only().status()).isEqualTo(DeliveryStatus.DELIVERED);
  }

  @Test
  void what_had_no_turn_is_handed_back_comes_a_little_later_and_counts_as_no_attempt() {
    String endpoint = scene.endpoint();
    String event = scene.event();
    for (int i = 0; i < DeliverySchedule.TRIES + 1; i++) {
      courier.reply(new Reply.NoTurn());
      assertThat(scene.deliver()).isEqualTo(1);
      assertThat(scene.deliver()).as("it does not spin").isZero();
      scene.later();
    }
    Delivery waiting = scene.only();
    assertThat(waiting.status()).isEqualTo(DeliveryStatus.PENDING);
    assertThat(waiting.attempts()).isZero();
    assertThat(scene.attempts(waiting.id())).isEmpty();
    assertThat(scene.read(endpoint).failingSince()).isEmpty();

    scene.deliver();
    assertThat(courier.sent().getLast().id()).isEqualTo(event);
    assertThat(scene.attempts(waiting.id()))
        .extracting(Attempt::number, Attempt::outcome)
        .containsExactly(tuple(1, Outcome.DELIVERED));
  }

  @Test
  void a_failure_that_comes_after_another_has_claimed_it_changes_nothing_and_a_success_counts() {
    scene.endpoint();
    scene.event();
    DueDelivery late = scene.claim(1).getFirst();
    scene.leasesEnd();
    DueDelivery current = scene.claim(1).getFirst();
    courier.answer(500);
    scene.engine().perform(() -> scene.get(DeliverEvent.class).deliver(late));
    assertThat(scene.only().nextAttemptAt()).as("it is still claimed").isEmpty();

    scene.engine().perform(() -> scene.get(DeliverEvent.class).deliver(late));
    assertThat(scene.only().status()).isEqualTo(DeliveryStatus.DELIVERED);
    courier.answer(500);
    scene.engine().perform(() -> scene.get(DeliverEvent.class).deliver(current));
    assertThat(scene.only().status()).isEqualTo(DeliveryStatus.DELIVERED);
  }

  @Test
  void no_endpoint_has_more_attempts_at_once_than_it_may_and_turns_are_taken() {
    String one = scene.endpoint();
    String other = scene.endpoint();
    for (int i = 0; i < 10; i++) {
      scene.event("payout.ready");
    }
    scene.publish();

    List<DueDelivery> first = scene.claim(2);
    assertThat(first).extracting(DueDelivery::endpointId).containsExactlyInAnyOrder(one, other);
    Set<String> claimed = new HashSet<>(first.stream().map(DueDelivery::id).toList());
    List<DueDelivery> rest = scene.claim(100);
    rest.forEach(due -> assertThat(claimed.add(due.id())).as("claimed once").isTrue());
    assertThat(rest).extracting(DueDelivery::endpointId).containsOnly(one, other).hasSize(6);
    assertThat(scene.claim(100)).isEmpty();
  }

  @Test
  void an_endpoint_that_keeps_failing_gets_one_attempt_at_a_time_after_a_rest() {
    String endpoint = scene.endpoint();
    for (int i = 0; i < 6; i++) {
      scene.event("payout.ready");
    }
    scene.publish();
    courier.answer(500).answer(500).answer(500).answer(500);
    assertThat(scene.deliver()).isEqualTo(4);

    assertThat(scene.read(endpoint).failingSince()).isPresent();
    assertThat(scene.deliver()).as("it rests").isZero();
    scene.later();
    assertThat(scene.deliver()).as("one shows whether it is back").isEqualTo(1);
    assertThat(scene.read(endpoint).failingSince()).isEmpty();
    assertThat(scene.deliver()).isEqualTo(4);
  }
}
