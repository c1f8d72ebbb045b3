// Deliveries, tests and replays over HTTP: whose they are, what they show, and how they are found.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.nullValue;

import dev.semel.security.CreateCredential;
import dev.semel.security.Permission;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing is sent by the server of the tests: what becomes of attempts is DeliveryDbTest's. */
@QuarkusTest
class DeliveryApiTest {
  private static final String ENDPOINTS = "/v1/webhook-endpoints";
  private static final String DELIVERIES = "/v1/webhook-deliveries";
  private static final String REPLAYS = "/v1/webhook-replays";
  private static final String ALL = "{\"from\": \"2026-01-01T00:00:00Z\"}";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;

  @BeforeEach
  void makeTenant() {
    tenant = Tenant.create(credentials, database);
  }

  @Test
  void w_20_a_delivery_carries_the_very_event_of_the_feed_and_the_payout_as_get_shows_it()
      throws Exception {
    String endpoint = endpoint("{\"url\": \"https://shop.example.com/a\"}");
    String payout = payout("0001", "cleared");
    Response get =
        Wait.until(
            "a payment",
            PATIENCE,
            () -> tenant.request().get("/v1/payouts/" + payout),
            answer -> answer.path("status").equals("paid"));
    String feed = tenant.request().get("/v1/events?limit=100").asString();

    List<String> ids = tenant.request().get(DELIVERIES + "?endpoint=" + endpoint).path("data.id");
    List<String> bodies =
        ids.stream()
            .<String>map(id -> tenant.request().get(DELIVERIES + "/" + id).path("body"))
            .toList();
    assertThat(bodies).hasSizeGreaterThan(2).allSatisfy(body -> assertThat(feed).contains(body));
    String paid =
        bodies.stream().filter(body -> body.contains("payout.paid")).findFirst().orElseThrow();
    String shown = get.asString().replaceFirst("\"updated_at\":\"[^\"]+\"", "");
    assertThat(paid.replaceFirst("\"updated_at\":\"[^\"]+\"", ""))
        .as("the payout, to the byte")
        .contains("\"data\":{\"payout\":" + shown + "}");
    List<Integer> sequences = tenant.request().get(DELIVERIES).path("data.sequence");
    assertThat(sequences).doesNotHaveDuplicates().isSortedAccordingTo((a, b) -> b - a);
  }

  @Test
  void deliveries_are_found_by_endpoint_event_payout_and_status() {
    String thin = endpoint("{\"url\": \"https://shop.example.com/a\", \"mode\": \"thin\"}");
    String other =
        endpoint("{\"url\": \"https://shop.example.com/b\", \"events\": [\"payout.cancelled\"]}");
    String payout = payout("0001", "pending");
    String second = payout("0001", "pending");
    tenant.request(key(), "{\"reason\": \"enough\"}").post("/v1/payouts/" + second + "/cancel");
    List<String> events = tenant.request().get("/v1/events").path("data.id");

    found("").body("data", hasSize(4));
    found("?endpoint=" + thin).body("data", hasSize(3)).body("data[0].mode", equalTo("thin"));
    found("?endpoint=" + other).body("data.type", equalTo(List.of("payout.cancelled")));
    found("?payout=" + payout).body("data.event_id", equalTo(List.of(events.get(0))));
    found("?event=" + events.get(2)).body("data", hasSize(2));
    found("?status=pending").body("data", hasSize(4));
    found("?status=failed").body("data", empty());
    String cursor = found("?limit=3").extract().path("next_cursor");
    found("?limit=3&cursor=" + cursor).body("data", hasSize(1)).body("next_cursor", nullValue());
  }

  @ParameterizedTest
  @CsvSource({
    "endpoint=we_1, format",
    "event=x, format",
    "payout=evt_01jdxyz468q4w6t9v2b5n7k1ac, format",
    "replay=1, format",
    "status=lost, not_allowed",
    "colour=red, unknown_member"
  })
  void a_filter_that_means_nothing_is_refused(String query, String code) {
    tenant
        .request()
        .get(DELIVERIES + "?" + query)
        .then()
        .statusCode(422)
        .body("errors.code", equalTo(List.of(code)));
  }

  @Test
  void a_test_is_made_at_once_and_a_repeat_makes_no_second() {
    String endpoint = endpoint("{\"url\": \"https://shop.example.com/a\"}");
    String key = key();
    Response made = tenant.request(key, "{}").post(ENDPOINTS + "/" + endpoint + "/test");
    made.then()
        .statusCode(202)
        .header("Location", DELIVERIES + "/" + made.path("id"))
        .body("kind", equalTo("test"))
        .body("type", equalTo("webhook.test"))
        .body("payout_id", nullValue());
    tenant
        .request(key, "{}")
        .post(ENDPOINTS + "/" + endpoint + "/test")
        .then()
        .header("Idempotent-Replayed", "true")
        .body("id", equalTo(made.path("id")));
    found("").body("data", hasSize(1));
    tenant
        .request()
        .get(DELIVERIES + "/" + made.path("id"))
        .then()
        .statusCode(200)
        .body("body", matchesPattern(".*\"type\":\"webhook.test\".*"))
        .body("log", empty());
  }

  @Test
  void a_replay_says_how_far_it_has_come() {
    payout("0001", "pending");
    tenant.request().get("/v1/events");
    String endpoint = endpoint("{\"url\": \"https://shop.example.com/a\"}");
    Response made = tenant.request(key(), ALL).post(ENDPOINTS + "/" + endpoint + "/replays");
    made.then()
        .statusCode(202)
        .header("Location", REPLAYS + "/" + made.path("id"))
        .body("status", equalTo("running"))
        .body("events", equalTo(1))
        .body("examined", equalTo(0))
        .body("undelivered_only", equalTo(true));
    tenant.request().get(REPLAYS + "/" + made.path("id")).then().statusCode(200);
    String event = tenant.request().get("/v1/events").path("data[0].id");
    Response one =
        tenant
            .request(key(), "{\"event_id\": \"" + event + "\"}")
            .post(ENDPOINTS + "/" + endpoint + "/replays");
    one.then().statusCode(202).body("status", equalTo("finished")).body("pending", equalTo(1));
    found("?replay=" + one.path("id")).body("data.event_id", equalTo(List.of(event)));
    tenant
        .request()
        .get(REPLAYS + "?endpoint=" + endpoint)
        .then()
        .body("data.id", equalTo(List.of(one.path("id"), made.path("id"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                                  | /from     | required
          {"from": "yesterday"}                                               | /from     | format
          {"from": "2026-01-01T00:00:00Z", "to": "2025-01-01T00:00:00Z"}      | /from     | out_of_range
          {"event_id": "po_01jdxyz3m8q4w6t9v2b5n7k1ac"}                       | /event_id | format
          {"event_id": "evt_01jdxyz3m8q4w6t9v2b5n7k1ac"}                      | /event_id | not_allowed
          {"event_id": "evt_01jdxyz3m8q4w6t9v2b5n7k1ac", "to": "2026-01-01T00:00:00Z"} | /event_id | conflict
          {"from": "2026-01-01T00:00:00Z", "undelivered_only": "no"}          | /undelivered_only | type
          """)
  void a_replay_of_nothing_is_refused(String body, String pointer, String code) {
    String endpoint = endpoint("{\"url\": \"https://shop.example.com/a\"}");
    tenant
        .request(key(), body)
        .post(ENDPOINTS + "/" + endpoint + "/replays")
        .then()
        .statusCode(422)
        .body("errors.pointer", equalTo(List.of(pointer)))
        .body("errors.code", equalTo(List.of(code)));
  }

  @Test
  void endpoints_choose_their_kind_of_key_and_may_change_it() {
    Response made =
        tenant
            .request(key(), "{\"url\": \"https://shop.example.com/a\", \"signing\": \"ed25519\"}")
            .post(ENDPOINTS);
    made.then()
        .statusCode(201)
        .body("signing", equalTo("ed25519"))
        .body("secret", nullValue())
        .body("public_key", matchesPattern("whpk_[0-9A-Za-z+/]{43}="));
    String path = ENDPOINTS + "/" + made.path("id");
    tenant.request().get(path).then().body("public_key", equalTo(made.path("public_key")));
    tenant
        .request(key(), "{}")
        .post(path + "/rotate")
        .then()
        .body("previous_public_key", equalTo(made.path("public_key")))
        .body("public_key", matchesPattern("whpk_.*"));
    tenant
        .request(key(), "{\"signing\": \"hmac_sha256\"}")
        .post(path + "/rotate")
        .then()
        .body("signing", equalTo("hmac_sha256"))
        .body("secret", matchesPattern("whsec_.*"))
        .body("public_key", nullValue())
        .body("previous_public_key", matchesPattern("whpk_.*"));
    tenant
        .request(key(), "{\"signing\": \"hmac_sha256\", \"overlap\": \"PT0S\"}")
        .post(path + "/rotate")
        .then()
        .body("previous_public_key", nullValue())
        .body("previous_secret_valid_until", nullValue());
    tenant
        .request(key(), "{\"url\": \"https://shop.example.com/a\", \"signing\": \"rsa\"}")
        .post(ENDPOINTS)
        .then()
        .statusCode(422)
        .body("errors.pointer", equalTo(List.of("/signing")));
  }

  @Test
  void s_02_a_name_that_stands_for_a_private_address_is_refused_at_registration() {
    String inside = "{\"url\": \"https://" + TestNames.INSIDE + "/a\"}";
    String key = key();
    tenant
        .request(key, inside)
        .post(ENDPOINTS)
        .then()
        .statusCode(422)
        .body("errors.pointer", equalTo(List.of("/url")))
        .body("errors.code", equalTo(List.of("not_allowed")));
    String endpoint = endpoint("{\"url\": \"https://shop.example.com/a\"}");
    tenant.request(key(), inside).patch(ENDPOINTS + "/" + endpoint).then().statusCode(422);
    tenant
        .request(key, "{\"url\": \"https://shop.example.com/a\"}")
        .post(ENDPOINTS)
        .then()
        .statusCode(201);
  }

  @Test
  void nothing_of_it_is_shown_to_others() {
    Tenant other = Tenant.create(credentials, database);
    Tenant reader =
        Tenant.operator(
            credentials, database, List.of(Permission.EVENTS_READ, Permission.WEBHOOKS_READ));
    String endpoint = endpoint("{\"url\": \"https://shop.example.com/a\"}");
    String test = tenant.request(key(), "{}").post(ENDPOINTS + "/" + endpoint + "/test").path("id");
    String replay =
        tenant.request(key(), ALL).post(ENDPOINTS + "/" + endpoint + "/replays").path("id");

    for (Response answer :
        List.of(
            other.request().get(DELIVERIES + "/" + test),
            other.request().get(REPLAYS + "/" + replay),
            other.request(key(), "{}").post(ENDPOINTS + "/" + endpoint + "/test"),
            other.request(key(), ALL).post(ENDPOINTS + "/" + endpoint + "/replays"))) {
      answer.then().statusCode(404);
    }
    other.request().get(DELIVERIES + "?endpoint=" + endpoint).then().body("data", empty());
    other.request().get(REPLAYS).then().body("data", empty());
    for (Response answer :
        List.of(
            reader.request().get(DELIVERIES),
            reader.request().get(DELIVERIES + "/" + test),
            reader.request().get(REPLAYS),
            reader.request().get(REPLAYS + "/" + replay),
            reader.request(key(), "{}").post(ENDPOINTS + "/" + endpoint + "/test"),
            reader.request(key(), ALL).post(ENDPOINTS + "/" + endpoint + "/replays"))) {
      answer.then().statusCode(403);
    }
  }

  private String endpoint(String body) {
    Response made = tenant.request(key(), body).post(ENDPOINTS);
    made.then().statusCode(201);
    return made.path("id");
  }

  private ValidatableResponse found(String query) {
    return tenant.request().get(DELIVERIES + query).then().statusCode(200);
  }

  private String payout(String ending, String funding) {
    Response made =
        tenant
            .request(
                key(),
                """
                {"reference": "%s", "amount": "125.50", "currency": "KES", "funding": "%s", "provider": "quick",
                 "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
                   "bank_account": {"account_number": "001234%s", "bank_code": "01"}},
                 "sender": {"name": "Jon Doe", "country": "GB"}}"""
                    .formatted(UUID.randomUUID(), funding, ending))
            .post("/v1/payouts");
    made.then().statusCode(201);
    return made.path("id");
  }

  private static String key() {
    return UUID.randomUUID().toString();
  }
}
