// What a message makes us ask, and what is the answer to a question.
package dev.semel.webhook;

import static dev.semel.webhook.Partner.event;
import static dev.semel.webhook.Partner.eventId;
import static dev.semel.webhook.Partner.tell;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.webhook.Scene.Known;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(WebhookProfile.class)
class AskedByWebhookApiTest {
  private static final String APPLIED =
      "SELECT count(*) FROM payout_event WHERE applied AND type LIKE 'provider_says%' AND payout_id = ?";

  private static final Instant AT = Instant.parse("2026-11-30T10:00:00Z");

  @Inject Scene scene;
  String token = "";

  @BeforeEach
  void someone() {
    token = scene.token("default");
  }

  @Test
  void a_final_state_that_is_to_be_confirmed_only_brings_the_question_forward() {
    Known payout = scene.sent(token, "confirming");
    String id = tell(payout, "paid", AT, 2);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("sent");
    assertThat(scene.eventStatus(id)).isEqualTo("asked");
    assertThat(scene.isDue(payout)).isTrue();
  }

  @Test
  void a_signed_final_state_before_the_answer_proves_that_the_partner_has_it_and_is_asked() {
    Known payout = scene.submitting(token, "confirming");
    String id = tell(payout, "paid", AT, 2);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("sent");
    assertThat(scene.eventStatus(id)).isEqualTo("asked");
    assertThat(scene.isDue(payout)).isTrue();
  }

  @Test
  void news_that_come_while_the_partner_is_being_asked_wait_for_the_end_of_that() {
    Known payout = scene.sent(token, "confirming");
    scene.update(
        "UPDATE payout SET lease_owner = 'test', lease_until = now() + interval '1 hour' WHERE id = ?",
        payout.id());
    String id = tell(payout, "paid", AT, 2);
    scene.processAll();
    assertThat(scene.eventStatus(id)).isEqualTo("parked");

    scene.update(
        "UPDATE payout SET lease_owner = NULL, lease_until = NULL WHERE id = ?", payout.id());
    scene.processUntil(() -> "asked".equals(scene.eventStatus(id)));
    assertThat(scene.isDue(payout)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"returned", "failed"})
  void that_a_paid_payout_no_longer_is_is_asked_before_it_is_believed(String status) {
    Known payout = scene.sent(token, "confirming");
    scene.update(
        "UPDATE payout SET state = 'paid', paid_at = now(), closed_at = now(), due_at = NULL, status_checks = 7 WHERE id = ?",
        payout.id());
    String id = tell(payout, status, AT, 3);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("paid");
    assertThat(scene.eventStatus(id)).isEqualTo("asked");
    assertThat(scene.isDue(payout)).isTrue();
    assertThat(scene.text("SELECT status_checks FROM payout WHERE id = ?", payout.id()))
        .as("its questions begin anew")
        .isEqualTo("0");
  }

  @Test
  void an_unsigned_message_only_makes_us_ask() {
    Known payout = scene.sent(token, "unsigned");
    String id = eventId();
    new Partner("unsigned")
        .deliverUnsigned(
            event(id, payout.reference(), payout.partnersId(), "paid", AT, 2).toString())
        .then()
        .statusCode(200);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("sent");
    assertThat(scene.eventStatus(id)).isEqualTo("asked");
    assertThat(scene.isDue(payout)).isTrue();
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
    assertThat(scene.isDue(payout)).isTrue();
  }

  private static String unsigned(Known payout, String status) {
    String id = eventId();
    new Partner("unsigned")
        .deliverUnsigned(
            event(id, payout.reference(), payout.partnersId(), status, AT, 9).toString())
        .then()
        .statusCode(200);
    return id;
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
    String id = eventId();
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
    String event =
        event(eventId(), payout.reference(), payout.partnersId(), "paid", AT, 2).toString();
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
    ObjectNode event = event(eventId(), payout.reference(), payout.partnersId(), "paid", AT, 2);
    event.withObjectProperty("data").put("amount", "1.00");
    new Partner("later." + good).deliverUnsigned(event.toString()).then().statusCode(200);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("sent");
    assertThat(scene.cases(payout)).startsWith("terms_differ");
  }

  /** As that of a question that failed, or ran out of time. */
  @Test
  void a_result_that_does_not_say_how_the_payout_stands_is_read_and_says_nothing()
      throws Exception {
    Known payout = scene.sent(token, "later");
    String good = token("later", payout.reference(), Instant.now().plusSeconds(600));
    String id = eventId();
    ObjectNode event = event(id, payout.reference(), payout.partnersId(), "", AT, 2);
    event.withObjectProperty("data").remove(List.of("status", "amount", "currency"));
    new Partner("later." + good).deliverUnsigned(event.toString()).then().statusCode(200);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("sent");
    assertThat(scene.isDue(payout)).as("nobody asks at once, or it would go in a circle").isFalse();
    assertThat(
            scene.text(
                "SELECT status || ': ' || reason FROM webhook_event WHERE payout_id = ?",
                payout.id()))
        .startsWith("refused: it does not say how the payout stands");

    result(payout, good, "failed", 200);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("failed");
  }
}
