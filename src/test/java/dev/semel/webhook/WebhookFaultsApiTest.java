// Faults of webhooks that others have met, on a real database.
package dev.semel.webhook;

import static dev.semel.webhook.Partner.event;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.webhook.Scene.Known;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.config.EncoderConfig;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(WebhookProfile.class)
class WebhookFaultsApiTest {
  private static final String APPLIED =
      "SELECT count(*) FROM payout_event WHERE applied AND type LIKE 'provider_says%' AND payout_id = ?";
  private static final String TOLD_PAID =
      "SELECT count(*) FROM notification WHERE type = 'payout.paid' AND payout_id = ?";
  private static final Instant AT = Instant.parse("2026-11-30T10:00:00Z");

  @Inject Scene scene;
  String token = "";

  @BeforeEach
  void someone() {
    token = scene.token("default");
  }

  /** Other tests look for the text of bodies, and PostgreSQL reads none that is not UTF-8. */
  @AfterEach
  void leaveNoBodiesThatAreNoText() {
    for (String provider : List.of("signed", "tagged")) {
      scene.update(
          "UPDATE webhook_message SET body = '' WHERE provider = ? AND (provider = 'tagged' OR headers::text LIKE '%gzip%' OR headers::text LIKE '%8859%')",
          provider);
    }
  }

  private static String id() {
    return "evt-" + UUID.randomUUID();
  }

  private static String body(Known payout, String id, String status, Instant at, int number) {
    return event(id, payout.reference(), payout.partnersId(), status, at, number).toString();
  }

  private String tell(Known payout, String status, Instant at, int number) {
    String id = id();
    new Partner(payout.provider())
        .deliver(body(payout, id, status, at, number))
        .then()
        .statusCode(200);
    return id;
  }

  /** Delivers bytes that are signed as they are, in a form of the test's choosing. */
  private static Response deliver(String provider, byte[] body, String... headers) {
    long now = Instant.now().getEpochSecond();
    var request =
        given()
            .config(
                RestAssured.config()
                    .encoderConfig(
                        EncoderConfig.encoderConfig()
                            .encodeContentTypeAs(
                                "application/x-www-form-urlencoded", ContentType.BINARY)
                            .encodeContentTypeAs("application/xml", ContentType.BINARY)
                            .appendDefaultContentCharsetToContentTypeIfUndefined(false)))
            .header("X-Simulator-Timestamp", Long.toString(now))
            .header("X-Simulator-Signature", signature(now, body));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return request.body(body).post("/webhooks/" + provider);
  }

  private static String signature(long at, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(
          new SecretKeySpec(WebhookProfile.SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update((at + ".").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whichever step fails: the note of the event, the history, what clients are told. */
  @ParameterizedTest
  @ValueSource(strings = {"webhook_event", "payout_event", "notification"})
  void w_02_w_03_w_04_a_step_that_fails_takes_all_of_them_back_and_a_later_try_does_all(
      String table) {
    Known payout = scene.sent(token, "signed");
    String id = id();
    String body = body(payout, id, "paid", AT, 2);
    try (Scene.Failing _ = scene.failing(table, payout.id())) {
      new Partner("signed").deliver(body).then().statusCode(200);
      scene.processAll();
      assertThat(scene.state(payout)).isEqualTo("sent");
      assertThat(scene.eventStatus(id)).as("no note is left behind").isNull();
    }
    for (int i = 0; i < 5; i++) {
      new Partner("signed").deliver(body).then().statusCode(200);
    }
    scene.processUntil(
        () ->
            scene.count(
                    "SELECT count(*) FROM webhook_message WHERE status <> 'processed' AND convert_from(body, 'UTF8') = ?",
                    body)
                == 0);

    assertThat(scene.state(payout)).isEqualTo("paid");
    assertThat(scene.eventStatus(id)).isEqualTo("applied");
    assertThat(scene.count(APPLIED, payout.id())).isEqualTo(1);
    assertThat(scene.count(TOLD_PAID, payout.id())).isEqualTo(1);
  }

  @Test
  void w_06_what_comes_late_takes_nothing_back_and_a_failure_after_paid_is_a_case() {
    Known payout = scene.sent(token, "timed");
    tell(payout, "paid", AT.plusSeconds(180), 2);
    String processing = tell(payout, "processing", AT, 1);
    String failed = tell(payout, "failed", AT.plusSeconds(1), 1);
    String later = tell(payout, "failed", AT.plusSeconds(400), 3);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("paid");
    for (String late : List.of(processing, failed)) {
      assertThat(scene.eventStatus(late)).isEqualTo("refused");
      assertThat(scene.eventReason(late)).contains("older than the last thing");
    }
    assertThat(scene.eventStatus(later)).isEqualTo("refused");
    assertThat(
            scene.count(
                "SELECT count(*) FROM payout_event WHERE NOT applied AND reason IS NOT NULL AND payout_id = ?",
                payout.id()))
        .isEqualTo(3);
    assertThat(
            scene.count(
                "SELECT count(*) FROM ops_case WHERE kind = 'contradiction' AND payout_id = ?",
                payout.id()))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"submitting", "submission_unknown", "sent"})
  void w_08_a_return_is_taken_where_paid_was_never_seen_and_paid_revives_nothing(String state) {
    Known payout =
        state.equals("sent") ? scene.sent(token, "signed") : scene.submitting(token, "signed");
    if (state.equals("submission_unknown")) {
      scene.becomeUnknown(payout);
    }
    assertThat(scene.state(payout)).isEqualTo(state);
    tell(payout, "returned", AT.plusSeconds(9), 3);
    String paid = tell(payout, "paid", AT, 2);
    String again = tell(payout, "paid", AT.plusSeconds(99), 9);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("returned");
    assertThat(scene.eventStatus(paid)).isEqualTo("refused");
    assertThat(scene.eventStatus(again)).isEqualTo("refused");
  }

  @Test
  void w_11_identical_bodies_under_different_ids_are_two_events() {
    Known payout = scene.sent(token, "headed");
    byte[] body = body(payout, "", "paid", AT, 2).getBytes(StandardCharsets.UTF_8);
    String one = id();
    String other = id();
    for (String id : List.of(one, other, one)) {
      deliver("headed", body, "X-Event-Id", id, "Content-Type", "application/json")
          .then()
          .statusCode(200);
    }
    scene.processAll();

    assertThat(scene.eventStatus(one)).isEqualTo("applied");
    assertThat(scene.eventStatus(other)).isEqualTo("refused");
    assertThat(scene.eventReason(other)).contains("already in this state");
    assertThat(scene.count(APPLIED, payout.id())).isEqualTo(1);
  }

  @Test
  void w_13_forms_xml_other_charsets_and_compressed_bodies_are_applied() throws IOException {
    Known formed = scene.sent(token, "formed");
    String form =
        "event_id=%s&type=payout.paid&created_at=2026-11-30T10%%3A00%%3A00Z&sequence=2&data.id=%s&data.client_reference=%s&data.status=paid&data.amount=125.50&data.currency=KES"
            .formatted(id(), formed.partnersId(), formed.reference());
    deliver("formed", utf8(form), "Content-Type", "application/x-www-form-urlencoded")
        .then()
        .statusCode(200);
    Known tagged = scene.sent(token, "tagged");
    Known second = scene.sent(token, "tagged");
    String xml =
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><notice lang=\"é\">"
            + xml(tagged)
            + "<event><poison/></event>"
            + xml(second)
            + "</notice>";
    deliver("tagged", xml.getBytes(StandardCharsets.ISO_8859_1), "Content-Type", "application/xml")
        .then()
        .statusCode(200);
    Known latin = scene.sent(token, "signed");
    ObjectNode event = event(id(), latin.reference(), latin.partnersId(), "paid", AT, 2);
    event.put("note", "Aimée");
    deliver(
            "signed",
            event.toString().getBytes(StandardCharsets.ISO_8859_1),
            "Content-Type",
            "application/json; charset=iso-8859-1")
        .then()
        .statusCode(200);
    Known packed = scene.sent(token, "signed");
    deliver(
            "signed",
            gzip(utf8(body(packed, id(), "paid", AT, 2))),
            "Content-Type",
            "application/json",
            "Content-Encoding",
            "gzip")
        .then()
        .statusCode(200);
    Known untyped = scene.sent(token, "signed");
    deliver("signed", utf8(body(untyped, id(), "paid", AT, 2))).then().statusCode(200);
    scene.processAll();

    for (Known payout : List.of(formed, tagged, second, latin, packed, untyped)) {
      assertThat(scene.state(payout)).as(payout.toString()).isEqualTo("paid");
    }
  }

  private static String xml(Known payout) {
    return "<event><event_id>%s</event_id><type>payout.paid</type><created_at>2026-11-30T10:00:00Z</created_at><sequence>2</sequence><data><id>%s</id><client_reference>%s</client_reference><status>paid</status><amount>125.50</amount><currency>KES</currency></data></event>"
        .formatted(id(), payout.partnersId(), payout.reference());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(body);
    }
    return bytes.toByteArray();
  }

  @Test
  void s_05_a_signed_bomb_is_kept_as_it_came_and_goes_to_a_person() throws IOException {
    byte[] bomb = gzip(new byte[100 * 1_048_576]);
    deliver("signed", bomb, "Content-Type", "application/json", "Content-Encoding", "gzip")
        .then()
        .statusCode(200);
    scene.processAll();
    assertThat(
            scene.text(
                "SELECT status || ' ' || octet_length(body) || ' ' || error FROM webhook_message WHERE error LIKE '%' || ? || '%' ORDER BY id DESC LIMIT 1",
                "unpacked"))
        .startsWith("failed " + bomb.length + " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "zstd", "gzip, gzip", "compress"})
  void w_13_a_body_packed_in_a_way_that_is_not_known_is_415(String coding) {
    deliver("signed", utf8("{}"), "Content-Type", "application/json", "Content-Encoding", coding)
        .then()
        .statusCode(415);
  }

  @Test
  void w_17_only_a_time_of_signing_near_ours_is_taken() {
    scene.update("DELETE FROM webhook_intake WHERE provider = ?", "timed");
    Known payout = scene.sent(token, "timed");
    String body = body(payout, id(), "paid", AT, 2);
    long now = Instant.now().getEpochSecond();
    for (long off : new long[] {-600, 600}) {
      new Partner("timed").deliver(body, now + off).then().statusCode(401);
    }
    for (String time : List.of("", "now", "1e9", now + ".5", "-" + now, "9".repeat(40))) {
      new Partner("timed")
          .send(
              given()
                  .header("X-Simulator-Timestamp", time)
                  .header("X-Simulator-Signature", Partner.signature(now, body)),
              body)
          .then()
          .statusCode(401);
    }
    new Partner("timed")
        .send(given().header("X-Simulator-Signature", Partner.signature(now, body)), body)
        .then()
        .statusCode(401);
    scene.processAll();
    assertThat(scene.state(payout)).isEqualTo("sent");
  }

  @Test
  void w_17_what_is_told_again_after_months_is_taken_and_changes_nothing() {
    Known payout = scene.sent(token, "timed");
    Instant then = AT.minus(Duration.ofDays(90));
    tell(payout, "paid", then, 2);
    scene.processAll();
    String again = tell(payout, "paid", then, 2);
    scene.processAll();

    assertThat(scene.state(payout)).isEqualTo("paid");
    assertThat(scene.eventStatus(again)).isEqualTo("refused");
    assertThat(scene.eventReason(again)).contains("already in this state");
    assertThat(scene.count(APPLIED, payout.id())).isEqualTo(1);
  }

  @Test
  void w_16_an_unsigned_message_to_a_partner_that_signs_or_is_not_connected_is_refused() {
    scene.update("DELETE FROM webhook_intake WHERE provider = ?", "rebounding");
    new Partner("rebounding").deliverUnsigned("{}").then().statusCode(401);
    // Shipped, and without its secret: connected to nobody.
    new Partner("stripe").deliverUnsigned("{}").then().statusCode(404);
  }

  @Test
  void w_19_a_message_that_says_that_it_is_a_test_is_taken_and_not_applied() {
    for (boolean asText : new boolean[] {true, false}) {
      Known payout = scene.sent(token, "tested");
      ObjectNode event = event(id(), payout.reference(), payout.partnersId(), "paid", AT, 2);
      if (asText) {
        event.put("live", "false");
      } else {
        event.put("live", false);
      }
      new Partner("tested").deliver(event.toString()).then().statusCode(200);
      scene.processAll();
      assertThat(scene.state(payout)).isEqualTo("sent");
      assertThat(
              scene.text(
                  "SELECT verification || ' ' || status FROM webhook_message WHERE convert_from(body, 'UTF8') = ?",
                  event.toString()))
          .isEqualTo("test processed");

      event.put("live", "true").put("event_id", id());
      new Partner("tested").deliver(event.toString()).then().statusCode(200);
      scene.processAll();
      assertThat(scene.state(payout)).isEqualTo("paid");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "00", "zz", "0000000000000000", "é", "%%%", "sha256="})
  void s_09_a_signature_of_any_form_is_401(String signature) {
    String body = "{}";
    String now = Long.toString(Instant.now().getEpochSecond());
    for (int times = 1; times <= 2; times++) {
      var request = given().header("X-Simulator-Timestamp", now);
      for (int i = 0; i < times; i++) {
        request.header("X-Simulator-Signature", signature);
      }
      new Partner("confirming").send(request, body).then().statusCode(401);
    }
  }

  /** What comes, and how often, decides; each event is in the history once, applied or refused. */
  @Test
  void shuffled_repeated_and_lost_events_end_as_the_set_of_them_says() {
    List<List<String>> lives =
        List.of(
            List.of("processing", "paid", "returned"),
            List.of("processing", "processing", "failed"),
            List.of("processing", "paid", "paid"));
    for (int seed = 0; seed < 9; seed++) {
      Random random = new Random(seed);
      Known payout = scene.sent(token, seed % 2 == 0 ? "timed" : "signed");
      List<String> life = lives.get(seed % lives.size());
      List<String> bodies = new ArrayList<>();
      String wanted = "sent";
      for (int i = 0; i < life.size(); i++) {
        if (random.nextInt(5) > 0) {
          bodies.add(body(payout, id(), life.get(i), AT.plusSeconds(i), i + 1));
          wanted = life.get(i).equals("processing") ? wanted : life.get(i);
        }
      }
      int told = bodies.size();
      List.copyOf(bodies)
          .forEach(body -> bodies.addAll(Collections.nCopies(random.nextInt(3), body)));
      Collections.shuffle(bodies, random);
      bodies.forEach(body -> new Partner(payout.provider()).deliver(body).then().statusCode(200));
      scene.processAll();

      assertThat(scene.state(payout)).as("seed %s: %s", seed, bodies).isEqualTo(wanted);
      assertThat(
              scene.count(
                  "SELECT count(*) FROM payout_event WHERE actor LIKE 'provider:%' AND type LIKE 'provider_says%' AND (applied OR reason IS NOT NULL) AND payout_id = ?",
                  payout.id()))
          .isEqualTo(told);
    }
  }
}
