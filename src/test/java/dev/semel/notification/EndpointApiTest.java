// Webhook endpoints, over HTTP: whose they are, what they may be, and where their secrets are not.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.semel.security.CreateCredential;
import dev.semel.security.Permission;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class EndpointApiTest {
  private static final String PATH = "/v1/webhook-endpoints";
  private static final String SHOP =
      """
      {"url": "https://shop.example.com/semel", "events": ["payout.paid", "payout.failed"], "mode": "thin", "description": "The shop"}""";

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;
  private Tenant other;

  @BeforeEach
  void makeTenants() {
    tenant = Tenant.create(credentials, database);
    other = Tenant.create(credentials, database);
  }

  @Test
  void an_endpoint_is_made_listed_and_read() {
    Response made = create(SHOP);
    String id = made.path("id");
    made.then()
        .statusCode(201)
        .header("Location", PATH + "/" + id)
        .header("Cache-Control", "no-store")
        .body("events", equalTo(List.of("payout.paid", "payout.failed")))
        .body("mode", equalTo("thin"))
        .body("status", equalTo("enabled"))
        .body("disabled_reason", nullValue())
        .body("previous_secret_valid_until", nullValue());
    assertThat(secretBytes(made)).hasSizeBetween(24, 64);

    read(tenant, id)
        .then()
        .statusCode(200)
        .body("description", equalTo("The shop"))
        .body("secret", nullValue());
    String second = create("{\"url\": \"https://shop.example.com/all\"}").path("id");
    read(tenant, second)
        .then()
        .body("events", nullValue())
        .body("mode", equalTo("full"))
        .body("description", nullValue());
    tenant
        .request()
        .get(PATH)
        .then()
        .body("data.id", equalTo(List.of(second, id)))
        .body("next_cursor", nullValue());
    String cursor = tenant.request().get(PATH + "?limit=1").path("next_cursor");
    tenant.request().get(PATH + "?cursor=" + cursor).then().body("data.id", equalTo(List.of(id)));
  }

  @Test
  void an_endpoint_that_is_known_is_not_sent_again_until_it_changes() {
    String id = create(SHOP).path("id");
    String tag = read(tenant, id).header("ETag");
    tenant
        .request()
        .header("If-None-Match", tag)
        .get(PATH + "/" + id)
        .then()
        .statusCode(304)
        .header("ETag", tag);
    patch(tenant, id, "{\"mode\": \"full\"}").then().statusCode(200);
    tenant
        .request()
        .header("If-None-Match", tag)
        .get(PATH + "/" + id)
        .then()
        .statusCode(200)
        .header("ETag", not(tag));
  }

  @Test
  void a_change_leaves_what_it_does_not_name() {
    String id = create(SHOP).path("id");
    patch(tenant, id, "{\"url\": \"https://shop.example.com/v2\"}")
        .then()
        .statusCode(200)
        .body("url", equalTo("https://shop.example.com/v2"))
        .body("events", hasSize(2))
        .body("description", equalTo("The shop"))
        .body("secret", nullValue());
    patch(tenant, id, "{\"events\": null, \"description\": null, \"mode\": null, \"url\": null}")
        .then()
        .statusCode(200)
        .body("url", equalTo("https://shop.example.com/v2"))
        .body("mode", equalTo("thin"))
        .body("events", nullValue())
        .body("description", nullValue());
    patch(tenant, id, "{\"events\": [\"payout.returned\"]}")
        .then()
        .body("events", equalTo(List.of("payout.returned")));
  }

  @Test
  void an_endpoint_is_disabled_and_enabled_by_its_owner() {
    String id = create(SHOP).path("id");
    patch(tenant, id, "{\"status\": \"disabled\"}")
        .then()
        .body("status", equalTo("disabled"))
        .body("disabled_reason", equalTo("requested"));
    patch(tenant, id, "{\"mode\": \"full\"}").then().body("status", equalTo("disabled"));
    patch(tenant, id, "{\"status\": \"enabled\"}")
        .then()
        .body("status", equalTo("enabled"))
        .body("disabled_reason", nullValue());
  }

  @Test
  void what_is_deleted_is_gone_with_its_secrets() {
    String id = create(SHOP).path("id");
    String key = key();
    delete(tenant, key, id).then().statusCode(204).header("Idempotent-Replayed", nullValue());
    delete(tenant, key, id).then().statusCode(204).header("Idempotent-Replayed", "true");
    delete(tenant, key(), id).then().statusCode(404);
    read(tenant, id).then().statusCode(404);
    patch(tenant, id, "{}").then().statusCode(404);
    rotate(tenant, key(), id, "{}").then().statusCode(404);
    tenant.request().get(PATH).then().body("data", empty());
    assertThat(
            text(
                "SELECT coalesce(secret, previous_secret, 'none') FROM webhook_endpoint WHERE id = '"
                    + id
                    + "'"))
        .isEqualTo("none");
  }

  @Test
  void a_rotated_secret_leaves_the_one_before_for_a_while() {
    Response made = create(SHOP);
    String id = made.path("id");
    Response rotated = rotate(tenant, key(), id, "{\"overlap\": \"PT2H\"}");
    rotated.then().statusCode(200).header("Cache-Control", "no-store");
    assertThat(secretBytes(rotated)).isNotEqualTo(secretBytes(made));
    Instant until = Instant.parse(rotated.path("previous_secret_valid_until"));
    Instant at = Instant.parse(rotated.path("updated_at"));
    assertThat(Duration.between(at, until)).isEqualTo(Duration.ofHours(2));
    assertThat(
            text("SELECT previous_secret <> secret FROM webhook_endpoint WHERE id = '" + id + "'"))
        .isEqualTo("t");

    Response usual = rotate(tenant, key(), id, "{}");
    assertThat(
            Duration.between(
                Instant.parse(usual.path("updated_at")),
                Instant.parse(usual.path("previous_secret_valid_until"))))
        .isEqualTo(Duration.ofHours(24));
    rotate(tenant, key(), id, "{\"overlap\": \"PT0S\"}")
        .then()
        .body("previous_secret_valid_until", nullValue())
        .body("secret", matchesPattern("whsec_.*"));
  }

  @ParameterizedTest
  @CsvSource({
    "P8D, out_of_range",
    "PT169H, out_of_range",
    "-PT1H, format",
    "P1M, format",
    "1, format"
  })
  void an_overlap_has_bounds(String overlap, String code) {
    String id = create(SHOP).path("id");
    String body = "{\"overlap\": \"" + overlap + "\"}";
    rotate(tenant, key(), id, body)
        .then()
        .statusCode(422)
        .body("errors.pointer", equalTo(List.of("/overlap")))
        .body("errors.code", equalTo(List.of(code)));
  }

  @Test
  void a_repeat_makes_no_second_endpoint_and_shows_no_secret() {
    String key = key();
    Response first = tenant.request(key, SHOP).post(PATH);
    Response again = tenant.request(key, SHOP.replace(", ", " , ")).post(PATH);
    again
        .then()
        .statusCode(201)
        .header("Idempotent-Replayed", "true")
        .header("Location", first.header("Location"))
        .body("secret", nullValue());
    assertThat(again.asString()).isEqualTo(first.asString().replaceAll("\"whsec_[^\"]+\"", "null"));
    tenant.request().get(PATH).then().body("data", hasSize(1));
    tenant.request(key, SHOP.replace("thin", "full")).post(PATH).then().statusCode(422);

    String id = first.path("id");
    Response rotated = rotate(tenant, key, id, "{}");
    Response rotatedAgain = rotate(tenant, key, id, "{\"overlap\": \"P1D\"}");
    rotatedAgain.then().statusCode(200).header("Idempotent-Replayed", "true");
    assertThat(rotatedAgain.asString())
        .isEqualTo(rotated.asString().replaceAll("\"whsec_[^\"]+\"", "null"));

    Response changed = tenant.request(key, "{\"mode\": \"full\"}").patch(PATH + "/" + id);
    Response changedAgain = tenant.request(key, "{\"mode\": \"full\"}").patch(PATH + "/" + id);
    changedAgain.then().header("Idempotent-Replayed", "true");
    assertThat(changedAgain.asByteArray()).isEqualTo(changed.asByteArray());
  }

  @Test
  void what_is_left_out_and_what_is_understood_then_are_one_request() {
    String key = key();
    Response first = tenant.request(key, "{\"url\": \"https://shop.example.com\"}").post(PATH);
    tenant
        .request(
            key,
            """
            {"url": "https://shop.example.com", "mode": "full", "events": null, "description": null}""")
        .post(PATH)
        .then()
        .statusCode(201)
        .header("Idempotent-Replayed", "true")
        .body("id", equalTo(first.path("id")));
  }

  @Test
  void the_clear_secret_is_in_no_table() throws SQLException {
    Response made = create(SHOP);
    Response rotated = rotate(tenant, key(), made.path("id"), "{}");
    for (Response answer : List.of(made, rotated)) {
      String secret = answer.path("secret");
      byte[] bytes = secretBytes(answer);
      for (String form :
          List.of(
              secret,
              secret.substring("whsec_".length()),
              HexFormat.of().formatHex(secret.getBytes(StandardCharsets.UTF_8)),
              HexFormat.of().formatHex(bytes))) {
        assertThat(tablesWith(form)).as("tables with the secret").isEmpty();
      }
    }
    assertThat(tablesWith(made.path("id"))).contains("webhook_endpoint", "audit_entry");
  }

  @Test
  void every_change_needs_a_key() {
    String id = create(SHOP).path("id");
    for (Response answer :
        List.of(
            tenant.request().contentType("application/json").body(SHOP).post(PATH),
            tenant.request().contentType("application/json").body("{}").patch(PATH + "/" + id),
            tenant.request().delete(PATH + "/" + id),
            tenant
                .request()
                .contentType("application/json")
                .body("{}")
                .post(PATH + "/" + id + "/rotate"))) {
      answer.then().statusCode(400).body("type", equalTo("/problems/idempotency-key-missing"));
    }
    read(tenant, id).then().statusCode(200);
  }

  @Test
  void another_tenants_endpoint_is_not_there_and_is_not_touched() {
    String id = create(SHOP).path("id");
    String before = read(tenant, id).asString();
    for (Response answer :
        List.of(
            read(other, id),
            patch(other, id, "{\"status\": \"disabled\"}"),
            delete(other, key(), id),
            rotate(other, key(), id, "{}"))) {
      answer.then().statusCode(404).body("type", equalTo("/problems/not-found"));
    }
    other.request().get(PATH).then().body("data", empty());
    assertThat(read(tenant, id).asString()).isEqualTo(before);
  }

  @Test
  void managing_endpoints_needs_its_permission() {
    Tenant reader =
        Tenant.operator(
            credentials, database, List.of(Permission.PAYOUTS_READ, Permission.EVENTS_READ));
    String id = create(SHOP).path("id");
    for (Response answer :
        List.of(
            reader.request(key(), SHOP).post(PATH),
            reader.request().get(PATH),
            read(reader, id),
            patch(reader, id, "{}"),
            delete(reader, key(), id),
            rotate(reader, key(), id, "{}"))) {
      answer.then().statusCode(403);
    }
  }

  @Test
  void all_faults_are_told_at_once_and_leave_the_key_free() {
    String key = key();
    tenant
        .request(
            key,
            """
            {"url": "http://10.0.0.1/", "events": ["payout.paid", "payout.lost", "payout.paid"], "mode": "fat", "description": "", "colour": "red"}""")
        .post(PATH)
        .then()
        .statusCode(422)
        .body("type", equalTo("/problems/validation-failed"))
        .body(
            "errors.pointer",
            containsInAnyOrder(
                "/url", "/events/1", "/events/2", "/mode", "/description", "/colour"));
    tenant.request(key, SHOP).post(PATH).then().statusCode(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"url\": null}",
        "{\"url\": \"https://127.0.0.1/\"}",
        "{\"url\": \"https://localhost/\"}",
        "{\"url\": 7}"
      })
  void a_url_that_can_not_be_kept_is_refused_at_its_pointer(String body) {
    create(body).then().statusCode(422).body("errors.pointer", equalTo(List.of("/url")));
  }

  @Test
  void a_change_is_held_to_the_same_rules() {
    String id = create(SHOP).path("id");
    patch(tenant, id, "{\"url\": \"https://[::1]/\", \"events\": [], \"status\": \"gone\"}")
        .then()
        .statusCode(422)
        .body("errors.pointer", containsInAnyOrder("/url", "/events", "/status"));
  }

  @Test
  void a_tenant_has_a_bounded_number_of_endpoints_also_when_they_are_made_at_once()
      throws Exception {
    List<Callable<Integer>> wishes = new ArrayList<>();
    for (int i = 0; i < EndpointStore.MOST + 4; i++) {
      wishes.add(() -> create(SHOP).statusCode());
    }
    List<Integer> statuses = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(6)) {
      for (var answer : threads.invokeAll(wishes)) {
        statuses.add(answer.get());
      }
    }
    assertThat(statuses).filteredOn(status -> status == 201).hasSize(EndpointStore.MOST);
    assertThat(statuses).filteredOn(status -> status == 409).hasSize(4);

    String key = key();
    for (int i = 0; i < 2; i++) {
      tenant
          .request(key, SHOP)
          .post(PATH)
          .then()
          .statusCode(409)
          .body("type", equalTo("/problems/webhook-endpoint-limit"));
    }
    String id = tenant.request().get(PATH + "?limit=1").path("data[0].id");
    delete(tenant, key(), id).then().statusCode(204);
    create(SHOP).then().statusCode(201);
    other.request(key(), SHOP).post(PATH).then().statusCode(201);
  }

  private Response create(String body) {
    return tenant.request(key(), body).post(PATH);
  }

  private static Response read(Tenant who, String id) {
    return who.request().get(PATH + "/" + id);
  }

  private static Response patch(Tenant who, String id, String body) {
    return who.request(key(), body).patch(PATH + "/" + id);
  }

  private static Response delete(Tenant who, String key, String id) {
    return who.request().header("Idempotency-Key", key).delete(PATH + "/" + id);
  }

  private static Response rotate(Tenant who, String key, String id, String body) {
    return who.request(key, body).post(PATH + "/" + id + "/rotate");
  }

  private static String key() {
    return UUID.randomUUID().toString();
  }

  private static byte[] secretBytes(Response answer) {
    return Base64.getDecoder().decode(answer.<String>path("secret").substring("whsec_".length()));
  }

  /** The tables of which a row, as text, has this in it; bytes are hexadecimal there. */
  private List<String> tablesWith(String needle) throws SQLException {
    List<String> found = new ArrayList<>();
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (var rows =
          statement.executeQuery("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")) {
        while (rows.next()) {
          tables.add(rows.getString(1));
        }
      }
      for (String table : tables) {
        try (var rows =
            statement.executeQuery(
                "SELECT EXISTS (SELECT FROM "
                    + table
                    + " t WHERE position('"
                    + needle
                    + "' IN t::text) > 0)")) {
          rows.next();
          if (rows.getBoolean(1)) {
            found.add(table);
          }
        }
      }
    }
    return found;
  }

  private String text(String query) {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
