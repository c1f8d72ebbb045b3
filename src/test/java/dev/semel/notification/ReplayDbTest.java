// Events are delivered again, one or those of a span, and a restart in the midst loses nothing.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.domain.EventType;
import dev.semel.notification.PaperCourier.Sent;
import dev.semel.notification.Replay.Status;
import dev.semel.notification.WebhookEndpoint.Mode;
import dev.semel.problem.ProblemException;
import dev.semel.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReplayDbTest {
  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final String SINCE_YESTERDAY = "{\"from\": \"2026-01-01T00:00:00Z\"}";

  private DeliveryScene scene;

  @BeforeEach
  void aScene() {
    scene = new DeliveryScene(database.dataSource());
  }

  @Test
  void one_event_is_delivered_again_under_its_own_id_with_the_same_bytes() {
    String endpoint = scene.endpoint();
    String event = scene.event();
    scene.deliver();
    Replay replay = replay(endpoint, "{\"event_id\": \"" + event + "\"}");
    scene.deliver();

    List<Sent> sent = scene.courier().sent();
    assertThat(sent).hasSize(2).extracting(Sent::id).containsOnly(event);
    assertThat(sent.get(1).body()).isEqualTo(sent.get(0).body());
    Replay after = read(replay.id());
    assertThat(after.status()).isEqualTo(Status.FINISHED);
    assertThat(after.counts().delivered()).isEqualTo(1);
  }

  @Test
  void a_span_brings_what_a_disabled_endpoint_has_missed_and_nothing_that_it_has() {
    String endpoint = scene.endpoint();
    String had = scene.event();
    scene.deliver();
    scene
        .engine()
        .run("UPDATE webhook_endpoint SET status = 'disabled', disabled_reason = 'requested'");
    List<String> missed = List.of(scene.event(), scene.event());
    Replay replay = replay(endpoint, SINCE_YESTERDAY);
    walk();
    assertThat(scene.deliver()).as("it waits while the endpoint is disabled").isZero();
    assertThat(read(replay.id()).status()).isEqualTo(Status.RUNNING);

    scene.engine().run("UPDATE webhook_endpoint SET status = 'enabled', disabled_reason = NULL");
    walk();
    scene.deliver();
    assertThat(scene.courier().sent())
        .extracting(Sent::id)
        .startsWith(had)
        .hasSize(3)
        .containsAll(missed);
    Replay after = read(replay.id());
    assertThat(after.status()).isEqualTo(Status.FINISHED);
    assertThat(List.of(after.total(), after.examined(), after.queued()))
        .containsExactly(3L, 3L, 2L);
    assertThat(after.counts()).isEqualTo(new Replay.Counts(0, 2, 0, 0));
  }

  @Test
  void a_span_can_bring_everything_again_and_keeps_to_the_types_that_the_endpoint_wants() {
    String endpoint = scene.endpoint(Optional.of(List.of(EventType.PAID)), Mode.THIN);
    String wanted = scene.event("payout.paid");
    scene.event("payout.ready");
    scene.publish();
    scene.deliver();
    replay(endpoint, "{\"from\": \"2026-01-01T00:00:00Z\", \"undelivered_only\": false}");
    walk();
    scene.deliver();
    assertThat(scene.courier().sent()).extracting(Sent::id).containsExactly(wanted, wanted);
  }

  @Test
  void a_span_has_a_begin_and_an_end() {
    String endpoint = scene.endpoint();
    List<String> events = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      events.add(scene.event());
    }
    scene.deliver();
    scene.engine().run("ALTER TABLE notification DISABLE TRIGGER notification_append_only");
    for (int i = 0; i < 4; i++) {
      scene
          .engine()
          .run(
              "UPDATE notification SET recorded_at = timestamptz '2026-11-0"
                  + (i + 1)
                  + "T10:00:00Z' WHERE id = ?",
              events.get(i));
    }
    scene.engine().run("ALTER TABLE notification ENABLE TRIGGER notification_append_only");
    Replay replay =
        replay(
            endpoint,
            "{\"from\": \"2026-11-02T10:00:00Z\", \"to\": \"2026-11-04T10:00:00Z\", \"undelivered_only\": false}");
    walk();
    scene.deliver();

    assertThat(read(replay.id()).total()).isEqualTo(2);
    assertThat(scene.courier().sent().subList(4, 6))
        .extracting(Sent::id)
        .containsExactlyInAnyOrderElementsOf(events.subList(1, 3));
  }

  @Test
  void a_long_span_goes_on_where_it_was_when_the_node_has_died_and_makes_each_delivery_once() {
    String endpoint = scene.endpoint();
    scene
        .engine()
        .run("UPDATE webhook_endpoint SET status = 'disabled', disabled_reason = 'requested'");
    int many = 250;
    for (int i = 0; i < many; i++) {
      scene.event("payout.ready");
    }
    scene.publish();
    scene.engine().run("UPDATE webhook_endpoint SET status = 'enabled', disabled_reason = NULL");
    Replay replay = replay(endpoint, SINCE_YESTERDAY);

    scene.engine().call(() -> scene.get(ContinueReplays.class).step());
    assertThat(read(replay.id()).examined()).isEqualTo(200);
    assertThat(scene.engine().call(() -> scene.get(ContinueReplays.class).step()))
        .as("it makes no more than the endpoint takes")
        .isFalse();
    // Another node, which knows nothing of the first one.
    DueDelivery underWay = scene.claim(1).getFirst();
    scene.leasesEnd();
    do {
      walk();
    } while (scene.deliver() > 0 || read(replay.id()).status() == Status.RUNNING);

    Replay after = read(replay.id());
    assertThat(after.status()).isEqualTo(Status.FINISHED);
    assertThat(List.of(after.total(), after.examined(), after.queued())).containsOnly((long) many);
    assertThat(after.counts().delivered()).isEqualTo(many);
    assertThat(scene.courier().sent())
        .extracting(Sent::id)
        .doesNotHaveDuplicates()
        .hasSize(many)
        .contains(underWay.messageId());
  }

  @Test
  void a_span_takes_the_place_of_one_that_is_still_running_and_a_deleted_endpoint_ends_it() {
    String endpoint = scene.endpoint();
    scene.event();
    Replay first = replay(endpoint, SINCE_YESTERDAY);
    Replay second = replay(endpoint, SINCE_YESTERDAY);
    assertThat(read(first.id()).status()).isEqualTo(Status.SUPERSEDED);
    assertThat(read(second.id()).status()).isEqualTo(Status.RUNNING);

    scene.inTx(
        () -> {
          scene.get(DeleteEndpoint.class).delete(scene.caller(), endpoint);
          return true;
        });
    assertThat(read(second.id()).status()).isEqualTo(Status.CANCELLED);
    walk();
  }

  @Test
  void an_event_that_the_feed_does_not_hold_and_a_span_that_ends_before_it_begins_are_refused() {
    String endpoint = scene.endpoint();
    assertThatThrownBy(() -> replay(endpoint, "{\"event_id\": \"evt_01jdxyz468q4w6t9v2b5n7k1ac\"}"))
        .isInstanceOf(ProblemException.class);
    assertThatThrownBy(() -> replay(endpoint, "{\"from\": \"2999-01-01T00:00:00Z\"}"))
        .isInstanceOf(ProblemException.class);
    assertThatThrownBy(
            () ->
                replay(
                    endpoint,
                    "{\"event_id\": \"evt_01jdxyz468q4w6t9v2b5n7k1ac\", \"from\": \"2026-01-01T00:00:00Z\"}"))
        .isInstanceOf(ProblemException.class);
  }

  private Replay replay(String endpoint, String body) {
    ReplayRequest asked = ReplayRequest.read(body.getBytes(StandardCharsets.UTF_8));
    return scene.inTx(() -> scene.get(ReplayEvents.class).replay(scene.caller(), endpoint, asked));
  }

  private Replay read(String id) {
    return scene.engine().call(() -> scene.get(ReadReplays.class).replay(scene.tenant(), id));
  }

  /** As far as it goes. */
  private void walk() {
    scene
        .engine()
        .perform(
            () -> {
              while (scene.get(ContinueReplays.class).step()) {
                // There was another part.
              }
            });
  }
}
