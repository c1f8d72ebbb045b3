// What anybody who knows an address can bring about: little, and for a while.
package dev.semel.webhook;

import static dev.semel.webhook.Partner.event;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.webhook.Scene.Known;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@TestProfile(WebhookProfile.class)
class UnprovenMessagesApiTest {
  private static final Instant AT = Instant.parse("2026-11-30T10:00:00Z");
  private static final String HINTS =
      "SELECT count(*) FROM webhook_message WHERE verification = 'hint' AND provider = ?";
  private static final String EVENTS = "SELECT count(*) FROM webhook_event WHERE payout_id = ?";
  private static final String VERIFICATION =
      "SELECT verification FROM webhook_message WHERE convert_from(body, 'UTF8') = ?";
  private static final String CASES = "SELECT count(*) FROM ops_case WHERE provider = ?";

  @Inject Scene scene;
  @Inject PurgeUnprovenMessages purge;
  String token = "";

  @BeforeEach
  void someone() {
    token = scene.token("default");
    for (String table : List.of("webhook_intake", "webhook_event", "webhook_message")) {
      scene.update("DELETE FROM " + table + " WHERE provider = ?", "flooded");
    }
  }

  private static String about(String reference) {
    return event("evt-" + UUID.randomUUID(), reference, "theirs", "paid", AT, 2).toString();
  }

  @Test
  void who_floods_an_address_makes_one_case_a_day_and_no_more_rows_than_an_hour_takes() {
    for (int i = 0; i < 100; i++) {
      new Partner("flooded")
          .deliverUnsigned(i % 4 == 0 ? "no json " + i : about("NOBODY-" + i))
          .then()
          .statusCode(i < 40 ? 200 : 429);
    }
    // What names a payout of ours is taken all the same, once until it is processed.
    Known floodeds = scene.sent(token, "flooded");
    for (int i = 0; i < 5; i++) {
      hint(floodeds);
    }
    assertThat(scene.count(HINTS, "flooded")).isEqualTo(41);
    scene.processAll();
    assertThat(asked(floodeds)).isEqualTo(1);
    scene.processUntil(
        () ->
            scene.count(
                    "SELECT count(*) FROM webhook_event WHERE status = 'parked' AND provider = ?",
                    "flooded")
                == 0);

    assertThat(
            scene.count(
                "SELECT count(*) FROM webhook_event WHERE status = 'unmatched' AND provider = ?",
                "flooded"))
        .isEqualTo(30);
    assertThat(scene.count(CASES, "flooded")).as("one of each kind").isEqualTo(2);

    // Who floods one address keeps out nobody at another.
    Known payout = scene.sent(token, "unsigned");
    new Partner("unsigned")
        .deliverUnsigned(
            event("e-" + UUID.randomUUID(), payout.reference(), payout.partnersId(), "paid", AT, 2)
                .toString())
        .then()
        .statusCode(200);

    // And what is over is forgotten.
    scene.update(
        "UPDATE webhook_message SET received_at = now() - interval '4 days' WHERE provider = ?",
        "flooded");
    purge.purge(_ -> true);
    assertThat(scene.count(HINTS, "flooded")).isZero();
    assertThat(scene.count("SELECT count(*) FROM webhook_event WHERE provider = ?", "flooded"))
        .isZero();
  }

  @Test
  void many_hints_about_one_payout_make_us_ask_now_and_then() {
    Known payout = scene.sent(token, "flooded");
    for (int i = 0; i < 10; i++) {
      hint(payout);
    }
    scene.processAll();
    assertThat(asked(payout)).as("one question answers all that came before it").isEqualTo(1);
    assertThat(scene.count(EVENTS, payout.id())).as("what adds nothing has no place").isEqualTo(1);
    assertThat(places()).isEqualTo(1);

    hint(payout);
    scene.processAll();
    assertThat(asked(payout)).as("the next one waits a while").isEqualTo(1);
    later(payout, "1 minute");
    assertThat(asked(payout)).isEqualTo(2);

    hint(payout);
    scene.processUntil(
        () ->
            scene.count(
                    "SELECT count(*) FROM webhook_event WHERE reason LIKE '%often enough%' AND payout_id = ?",
                    payout.id())
                == 1);
    assertThat(asked(payout)).as("and in a day there are only so many").isEqualTo(2);

    hint(payout);
    scene.processAll();
    assertThat(scene.count(EVENTS, payout.id())).as("one waits for the next day").isEqualTo(3);
    assertThat(places()).isEqualTo(3);
    later(payout, "1 day");
    assertThat(asked(payout)).as("and has its question then").isEqualTo(3);
  }

  /** Time passes, and what waited is due. */
  private void later(Known payout, String time) {
    scene.update(
        "UPDATE webhook_event SET decided_at = decided_at - interval '"
            + time
            + "', due_at = CASE WHEN due_at IS NOT NULL THEN now() END WHERE payout_id = ?",
        payout.id());
    scene.processAll();
  }

  private long places() {
    return scene.count("SELECT sum(messages) FROM webhook_intake WHERE provider = ?", "flooded");
  }

  @Test
  void the_same_hint_again_has_no_second_place_until_it_is_processed() {
    Known payout = scene.sent(token, "flooded");
    String body =
        event("e-" + UUID.randomUUID(), payout.reference(), payout.partnersId(), "paid", AT, 2)
            .toString();
    for (int i = 0; i < 5; i++) {
      new Partner("flooded").deliverUnsigned(body).then().statusCode(200);
    }
    assertThat(places()).isEqualTo(1);
    scene.processAll();
    assertThat(asked(payout)).isEqualTo(1);
  }

  @Test
  void a_large_hint_is_refused_and_takes_no_room() {
    Known payout = scene.sent(token, "flooded");
    String padded =
        event("e-" + UUID.randomUUID(), payout.reference(), payout.partnersId(), "paid", AT, 2)
            .put("padding", "x".repeat(33_000))
            .toString();
    new Partner("flooded").deliverUnsigned(padded).then().statusCode(413);
    new Partner("flooded").deliverUnsigned("x".repeat(900_000)).then().statusCode(413);
    assertThat(scene.count("SELECT count(*) FROM webhook_intake WHERE provider = ?", "flooded"))
        .isZero();
  }

  @Test
  void what_says_that_it_is_a_test_is_forgotten_and_an_odd_word_in_a_hint_alerts_nobody() {
    String unproven = "{\"live\": false, \"n\": \"" + UUID.randomUUID() + "\"}";
    String proven = "{\"live\": false, \"n\": \"" + UUID.randomUUID() + "\"}";
    new Partner("flooded").deliverUnsigned(unproven).then().statusCode(200);
    new Partner("tested").deliver(proven).then().statusCode(200);
    Known payout = scene.sent(token, "flooded");
    String word = "odd-" + UUID.randomUUID();
    new Partner("flooded")
        .deliverUnsigned(
            event("e-" + word, payout.reference(), payout.partnersId(), word, AT, 2).toString())
        .then()
        .statusCode(200);
    scene.processAll();
    assertThat(scene.text(VERIFICATION, unproven)).isEqualTo("hint");
    assertThat(scene.text(VERIFICATION, proven)).isEqualTo("test");
    assertThat(scene.count("SELECT count(*) FROM alert WHERE subject LIKE '%' || ?", word))
        .isZero();
    assertThat(asked(payout)).isEqualTo(1);

    scene.update(
        "UPDATE webhook_message SET received_at = now() - interval '4 days' WHERE convert_from(body, 'UTF8') = ?",
        unproven);
    scene.update(
        "UPDATE webhook_message SET received_at = now() - interval '31 days' WHERE convert_from(body, 'UTF8') = ?",
        proven);
    purge.purge(_ -> true);
    assertThat(scene.text(VERIFICATION, unproven)).isNull();
    assertThat(scene.text(VERIFICATION, proven)).isNull();
  }

  private static void hint(Known payout) {
    new Partner("flooded")
        .deliverUnsigned(
            event(
                    "evt-" + UUID.randomUUID(),
                    payout.reference(),
                    payout.partnersId(),
                    "paid",
                    AT,
                    2)
                .toString())
        .then()
        .statusCode(200);
  }

  private long asked(Known payout) {
    return scene.count(
        "SELECT count(*) FROM webhook_event WHERE status = 'asked' AND payout_id = ?", payout.id());
  }

  @Test
  void an_unsigned_message_of_many_events_is_not_read() {
    StringBuilder many = new StringBuilder("[");
    for (int i = 0; i < 11; i++) {
      many.append(i == 0 ? "" : ",").append(about("NOBODY"));
    }
    String body = many.append("]").toString();
    new Partner("flooded").deliverUnsigned(body).then().statusCode(200);
    scene.processAll();
    assertThat(
            scene.text(
                "SELECT status FROM webhook_message WHERE convert_from(body, 'UTF8') = ?", body))
        .isEqualTo("failed");
  }

  @Test
  void the_quarantine_of_one_partner_fills_up_by_itself_and_its_rows_are_forgotten_in_the_end() {
    scene.update("DELETE FROM webhook_intake WHERE provider = ?", "plain");
    scene.update(
        "DELETE FROM webhook_message WHERE verification = 'rejected' AND provider = ?", "plain");
    String first = about("FIRST");
    new Partner("plain").deliverUnsigned(first).then().statusCode(401);
    for (int i = 0; i < 20; i++) {
      new Partner("plain").deliverUnsigned(about("FLOOD")).then().statusCode(401);
    }
    String kept =
        "SELECT count(*) FROM webhook_message WHERE verification = 'rejected' AND provider = ?";
    assertThat(scene.count(kept, "plain")).isEqualTo(5);
    assertThat(
            scene.count(
                "SELECT count(*) FROM webhook_message WHERE convert_from(body, 'UTF8') = ?", first))
        .as("what came first stays: it is evidence")
        .isEqualTo(1);

    // Headers count too.
    scene.update("DELETE FROM webhook_intake WHERE provider = ?", "plain");
    new Partner("plain")
        .send(given().header("X-Large", "x".repeat(3_000)), about("HEADERS"))
        .then()
        .statusCode(401);
    assertThat(scene.count("SELECT sum(bytes) FROM webhook_intake WHERE provider = ?", "plain"))
        .isGreaterThan(3_000);

    scene.update(
        "UPDATE webhook_message SET received_at = now() - interval '31 days' WHERE verification = 'rejected' AND provider = ?",
        "plain");
    purge.purge(_ -> true);
    assertThat(scene.count(kept, "plain")).isZero();
  }
}
