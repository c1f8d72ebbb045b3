// Reconciliation over HTTP, against the simulated partner's own report.
package dev.semel.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import dev.semel.security.CreateCredential;
import dev.semel.testing.SimulatorResource;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ReconciliationApiTest {
  private static final String RUNS = "/v1/ops/reconciliations";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Inject CreateCredential credentials;
  @Inject DataSource database;
  @Inject InstantSource clock;

  @ConfigProperty(name = SimulatorResource.PARTNER)
  String partner;

  private Tenant operator;
  private LocalDate today;

  @BeforeEach
  void findTheOperator() {
    operator = Tenant.operator(credentials, database);
    today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  @Test
  void a_payout_that_only_the_partner_has_becomes_one_case() {
    String reference =
        "FOREIGN" + UUID.randomUUID().toString().substring(0, 8).toUpperCase(Locale.ROOT);
    String theirs = payAtPartner(reference);

    Response first = create(operator, today);
    first.then().statusCode(201).body("status", equalTo("running"));
    Response finished = end(first.path("id"));
    end(create(operator, today).path("id"));

    finished.then().body("status", equalTo("finished")).body("failure", nullValue());
    assertThat(first.header("Location")).isEqualTo(RUNS + "/" + first.path("id"));
    assertThat(
            new Books(database, "simulator")
                .texts(
                    "SELECT kind FROM ops_case WHERE tenant_id = ? AND difference = ?",
                    operator.id(),
                    "simulator/" + theirs + "/" + reference))
        .containsExactly("theirs_not_ours");
  }

  @Test
  void a_payout_that_the_partner_does_not_know_becomes_a_case_of_its_tenant() {
    Tenant tenant = Tenant.create(credentials, database);
    LocalDate day = today.minusDays(5);
    Instant midnight = day.atStartOfDay(ZoneOffset.UTC).toInstant();
    Books.Entry payout = new Books(database, "simulator").payout(tenant, "paid", "", midnight);

    end(create(operator, day).path("id")).then().body("status", equalTo("finished"));

    Response cases = tenant.request().get("/v1/ops/cases");
    cases
        .then()
        .body("data", hasSize(1))
        .body("data[0].kind", equalTo("ours_not_theirs"))
        .body("data[0].payout_id", equalTo(payout.id()));
    tenant
        .request()
        .get("/v1/ops/cases/" + cases.path("data[0].id"))
        .then()
        .body("facts.ours", equalTo("125.50 KES"))
        .body("facts.theirs", nullValue());
  }

  @Test
  void a_repeat_under_its_key_starts_nothing() {
    String key = UUID.randomUUID().toString();
    String body = body("simulator", today.minusDays(3));

    Response first = operator.request(key, body).post(RUNS);
    Response again = operator.request(key, body).post(RUNS);

    again.then().statusCode(201).header("Idempotent-Replayed", "true");
    assertThat(again.asByteArray()).isEqualTo(first.asByteArray());
    end(first.path("id"));
  }

  @Test
  void one_at_a_time() {
    LocalDate day = today.minusDays(9);
    Books books = new Books(database, "simulator");
    books.run(
        "INSERT INTO reconciliation (id, provider, business_date, status, started_by, lease_until) VALUES ('rec_01jdxz4m3n2p1q0r9s8t7v6w5x', 'simulator', CAST(? AS date), 'running', 'system', now() + interval '1 h')",
        day.toString());

    create(operator, day)
        .then()
        .statusCode(409)
        .body("type", equalTo("/problems/reconciliation-running"))
        .body("reconciliation_id", equalTo("rec_01jdxz4m3n2p1q0r9s8t7v6w5x"));
    books.run("DELETE FROM reconciliation WHERE id = 'rec_01jdxz4m3n2p1q0r9s8t7v6w5x'");
  }

  @Test
  void what_can_not_be_reconciled_is_refused() {
    post(operator, body("nobody", today)).then().statusCode(422);
    post(operator, body("simulator", today.plusDays(2)))
        .then()
        .statusCode(422)
        .body("errors[0].pointer", equalTo("/business_date"));
    post(operator, "{\"provider\": \"simulator\"}").then().statusCode(422);
  }

  @Test
  void only_the_tenant_that_runs_the_server_has_reconciliations() {
    Tenant tenant = Tenant.create(credentials, database);
    String id = create(operator, today.minusDays(4)).path("id");
    end(id);

    tenant.request().get(RUNS).then().statusCode(200).body("data", hasSize(0));
    tenant.request().get(RUNS + "/" + id).then().statusCode(404);
    create(tenant, today).then().statusCode(404);
    operator
        .request()
        .get(RUNS + "?provider=simulator&limit=1")
        .then()
        .statusCode(200)
        .body("data", hasSize(1));
  }

  private String payAtPartner(String reference) {
    String id =
        RestAssured.given()
            .header("Authorization", "Bearer " + SimulatorResource.API_KEY)
            .contentType("application/json")
            .body(
                "{\"client_reference\": \"%s\", \"amount\": \"125.50\", \"currency\": \"KES\", \"beneficiary\": {\"name\": \"Amina Wanjiru\", \"account\": \"0012345678\", \"bank\": \"01\", \"country\": \"KE\"}}"
                    .formatted(reference))
            .post(partner + "/v1/payouts")
            .then()
            .statusCode(201)
            .extract()
            .path("id");
    await(
        () ->
            RestAssured.given()
                .header("Authorization", "Bearer " + SimulatorResource.API_KEY)
                .get(partner + "/v1/payouts/" + id)
                .path("status"),
        "paid");
    return id;
  }

  private Response create(Tenant tenant, LocalDate day) {
    return post(tenant, body("simulator", day));
  }

  private static Response post(Tenant tenant, String body) {
    return tenant.request(UUID.randomUUID().toString(), body).post(RUNS);
  }

  private static String body(String provider, LocalDate day) {
    return "{\"provider\": \"%s\", \"business_date\": \"%s\"}".formatted(provider, day);
  }

  private Response end(String id) {
    await(
        () -> operator.request().get(RUNS + "/" + id).path("finished_at") == null ? "no" : "yes",
        "yes");
    return operator.request().get(RUNS + "/" + id);
  }

  /** Asks until the answer comes; each question is a round trip, so that nothing has to sleep. */
  private static void await(Supplier<String> question, String wanted) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    String answer = question.get();
    while (!wanted.equals(answer)) {
      assertThat(System.nanoTime()).as("still '%s'", answer).isLessThan(end);
      answer = question.get();
    }
  }
}
