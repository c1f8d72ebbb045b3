// Every event arrives at least once at every endpoint that wants it, whatever happens meanwhile.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.semel.domain.EventType;
import dev.semel.notification.Attempt.Outcome;
import dev.semel.notification.PaperCourier.Sent;
import dev.semel.notification.WebhookEndpoint.Mode;
import dev.semel.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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

  // Ends

  @Test
  void w_21_an_endpoint_that_answers_410_is_disabled_at_once_and_people_are_told() {
    String endpoint = scene.endpoint();
    scene.event();
    scene.event();
    courier.answer(410);
    scene.engine().perform(() -> scene.claim(1).forEach(scene.get(DeliverEvent.class)::deliver));

    assertThat(scene.read(endpoint).disabledReason()).contains("gone");
    assertThat(scene.deliver()).isZero();
    assertThat(
            scene
                .engine()
                .text(
                    "SELECT subject FROM alert WHERE kind = 'webhook_endpoint_disabled' AND over_at IS NULL"))
        .isEqualTo(endpoint);
    scene.event();
    assertThat(scene.deliveries())
        .as("what happens meanwhile is not kept for it")
        .extracting(Delivery::status)
        .containsExactlyInAnyOrder(DeliveryStatus.PENDING, DeliveryStatus.FAILED);
  }

  @Test
  void an_endpoint_where_nothing_arrives_for_days_is_disabled_and_one_bad_day_is_no_reason() {
    String endpoint = scene.endpoint();
    scene.event();
    failOnce();
    scene
        .engine()
        .run(
            "UPDATE webhook_endpoint SET failing_since = now() - interval '4 days 23 hours', failures = 100");
    failOnce();
    assertThat(scene.read(endpoint).enabled()).isTrue();
    scene
        .engine()
        .run("UPDATE webhook_endpoint SET failing_since = now() - interval '5 days', failures = 2");
    failOnce();
    assertThat(scene.read(endpoint).enabled()).as("it has had few chances").isTrue();
    scene.engine().run("UPDATE webhook_endpoint SET failures = 9");
    failOnce();

    assertThat(scene.read(endpoint).disabledReason()).contains("failing");
    assertThat(
            scene
                .engine()
                .text("SELECT message FROM alert WHERE kind = 'webhook_endpoint_disabled'"))
        .contains(endpoint, "5 days", "PATCH", "replay");
  }

  @Test
  void an_endpoint_that_is_enabled_again_gets_at_once_what_was_waiting() {
    String endpoint = scene.endpoint();
    scene.event();
    courier.answer(503, "retry-after", "3600");
    scene.deliver();
    scene.engine().run("UPDATE webhook_endpoint SET status = 'disabled', disabled_reason = 'gone'");
    scene
        .engine()
        .run(
            "INSERT INTO alert (id, tenant_id, kind, subject, message) VALUES ('alrt_1', ?, 'webhook_endpoint_disabled', ?, 'A test.')",
            scene.tenant(),
            endpoint);
    assertThat(scene.deliver()).isZero();

    scene.inTx(
        () ->
            scene
                .get(UpdateEndpoint.class)
                .update(
                    scene.caller(),
                    endpoint,
                    EndpointRequest.toUpdate(
                        "{\"status\": \"enabled\"}".getBytes(StandardCharsets.UTF_8), false)));
    assertThat(scene.deliver()).isEqualTo(1);
    assertThat(scene.only().status()).isEqualTo(DeliveryStatus.DELIVERED);
    assertThat(scene.engine().text("SELECT over_at IS NOT NULL FROM alert")).isEqualTo("t");
  }

  @Test
  void nothing_is_delivered_to_a_deleted_endpoint() {
    String endpoint = scene.endpoint();
    scene.event();
    DueDelivery underWay = scene.claim(1).getFirst();
    scene.event();
    scene.inTx(
        () -> {
          scene.get(DeleteEndpoint.class).delete(scene.caller(), endpoint);
          return true;
        });

    assertThat(scene.deliver()).isZero();
    courier.answer(500);
    scene.engine().perform(() -> scene.get(DeliverEvent.class).deliver(underWay));
    assertThat(scene.deliveries())
        .extracting(Delivery::status)
        .containsOnly(DeliveryStatus.CANCELLED);
  }

  @Test
  void a_test_is_tried_once_even_at_a_disabled_endpoint_and_says_nothing_of_its_health() {
    String endpoint = scene.endpoint();
    scene
        .engine()
        .run("UPDATE webhook_endpoint SET status = 'disabled', disabled_reason = 'requested'");
    Delivery asked = scene.inTx(() -> scene.get(TestEndpoint.class).test(scene.caller(), endpoint));
    courier.answer(500);
    scene.deliver();

    assertThat(scene.only().status()).isEqualTo(DeliveryStatus.FAILED);
    assertThat(scene.read(endpoint).failingSince()).isEmpty();
    Sent sent = courier.sent().getFirst();
    assertThat(sent.id()).isEqualTo(asked.messageId());
    assertThat(sent.body()).contains("\"type\":\"webhook.test\"", "\"payout_id\":null");
  }

  // Keys

  @Test
  void while_keys_change_a_delivery_is_signed_with_both_and_afterwards_with_the_new_one() {
    String endpoint = scene.endpoint();
    scene.inTx(
        () ->
            scene
                .get(RotateEndpointSecret.class)
                .rotate(
                    scene.caller(),
                    endpoint,
                    Duration.ofHours(1),
                    Optional.of(SigningKey.Kind.ED25519)));
    scene.event();
    scene.deliver();
    scene.engine().run("UPDATE webhook_endpoint SET previous_secret_valid_until = now()");
    scene.event();
    scene.deliver();

    assertThat(courier.sent().get(0).header("webhook-signature"))
        .matches("v1a,[0-9A-Za-z+/=]{88} v1,[0-9A-Za-z+/=]{44}");
    assertThat(courier.sent().get(1).header("webhook-signature")).matches("v1a,[0-9A-Za-z+/=]{88}");
  }

  @Test
  void what_this_server_can_not_sign_is_not_sent_and_not_held_against_the_endpoint() {
    String endpoint = scene.endpoint();
    scene.event();
    scene.engine().run("UPDATE webhook_endpoint SET secret = '0011aabb." + "A".repeat(80) + "'");
    scene.deliver();

    assertThat(courier.sent()).isEmpty();
    assertThat(scene.attempts(scene.only().id()))
        .extracting(Attempt::outcome)
        .containsExactly(Outcome.NOT_SIGNED);
    assertThat(scene.only().status()).isEqualTo(DeliveryStatus.PENDING);
    assertThat(scene.read(endpoint).failingSince()).isEmpty();
  }

  // The log

  @Test
  void the_log_is_bounded_and_holds_no_secret() {
    scene.endpoint();
    scene.event();
    String secret = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);
    courier.reply(
        new Reply.Answered(
            "203.0.113.9",
            500,
            Map.of(
                "set-cookie", List.of("session=very-secret"),
                "x-api-key", List.of("very-secret"),
                "x-long", List.of("l".repeat(10_000)),
                "x-odd", List.of("a\u0000b\u001b[2Jc")),
            ("\u0000you sent " + secret + " and Bearer very-secret-token " + "ÿ".repeat(1_500))
                .getBytes(StandardCharsets.ISO_8859_1),
            true));
    scene.deliver();

    Attempt attempt = scene.attempts(scene.only().id()).getFirst();
    Attempt.Answer answer = attempt.answer().orElseThrow();
    assertThat(attempt.requestHeaders())
        .contains("webhook-id", "\"v1,…\"")
        .doesNotContain(
            courier.sent().getFirst().header("webhook-signature").substring("v1,".length()));
    assertThat(answer.headers()).contains("x-long").doesNotContain("very-secret", "l".repeat(501));
    assertThat(answer.body())
        .contains("you sent whsec_… and Bearer …")
        .doesNotContain("very-secret");
    assertThat(answer.truncated()).isTrue();
    assertThat(attempt.address()).contains("203.0.113.9");
  }

  @Test
  void deliveries_are_forgotten_with_their_time_and_hold_their_events_until_then() {
    String endpoint = scene.endpoint();
    scene.event();
    scene.event();
    scene.event();
    scene.deliver();
    courier.answer(500);
    scene.event();
    scene.deliver();
    scene.engine().run("ALTER TABLE notification DISABLE TRIGGER notification_append_only");
    scene.engine().run("UPDATE notification SET recorded_at = recorded_at - interval '40 days'");
    scene.engine().run("ALTER TABLE notification ENABLE TRIGGER notification_append_only");

    assertThat(purgeEvents()).as("deliveries of them are kept").isZero();
    scene.engine().run("UPDATE webhook_delivery SET created_at = created_at - interval '40 days'");
    assertThat(purgeDeliveries()).as("one is still being tried").isEqualTo(3);
    assertThat(purgeEvents()).isEqualTo(2);
    scene
        .engine()
        .run(
            "UPDATE webhook_endpoint SET status = 'disabled', disabled_reason = 'gone' WHERE id = ?",
            endpoint);
    assertThat(purgeDeliveries()).isEqualTo(1);
  }

  private int purgeEvents() {
    return scene.engine().call(() -> scene.get(PurgeEvents.class).purge(_ -> true));
  }

  private int purgeDeliveries() {
    return scene.engine().call(() -> scene.get(PurgeDeliveries.class).purge(_ -> true));
  }

  private void failOnce() {
    scene.later();
    courier.answer(500);
    assertThat(scene.deliver()).isEqualTo(1);
  }
}
