// How deliveries end, for good or with their endpoint, and what is kept of them.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.notification.Attempt.Outcome;
import dev.semel.notification.PaperCourier.Sent;
import dev.semel.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DeliveryEndsDbTest {
  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private DeliveryScene scene;
  private PaperCourier courier;

  @BeforeEach
  void aScene() {
    scene = new DeliveryScene(database.dataSource());
    courier = scene.courier();
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
  void an_answer_that_the_database_refuses_is_a_try_like_any_other_and_ends_with_the_tries() {
    String endpoint = scene.endpoint();
    scene.event();
    for (int i = 0; i < DeliverySchedule.TRIES; i++) {
      courier.answer(99);
      assertThat(scene.deliver()).isEqualTo(1);
      assertThat(scene.deliver()).as("it does not spin").isZero();
      scene.leasesEnd();
      scene.later();
    }

    Delivery delivery = scene.only();
    assertThat(delivery.status()).isEqualTo(DeliveryStatus.FAILED);
    assertThat(scene.attempts(delivery.id()))
        .hasSize(DeliverySchedule.TRIES)
        .allSatisfy(
            attempt -> {
              assertThat(attempt.outcome()).isEqualTo(Outcome.NO_ANSWER);
              assertThat(attempt.reason().orElse("")).contains("a fault on our side");
            });
    assertThat(scene.read(endpoint).failingSince()).as("it is not the endpoint's fault").isEmpty();
  }

  @Test
  void what_arrived_has_arrived_although_nothing_of_the_answer_can_be_kept() {
    scene.endpoint();
    scene.event();
    courier.reply(new Reply.Answered("203.0.113.9", 200, Map.of(), new byte[20_000], false));
    scene.deliver();

    assertThat(scene.only().status()).isEqualTo(DeliveryStatus.DELIVERED);
    Attempt attempt = scene.attempts(scene.only().id()).getFirst();
    assertThat(attempt.outcome()).isEqualTo(Outcome.DELIVERED);
    assertThat(attempt.answer().orElseThrow().truncated()).isTrue();
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
