// Creating, reading, funding and cancelling payouts over HTTP, and what is refused.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.nullValue;

import dev.semel.security.CreateCredential;
import dev.semel.security.Permission;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class PayoutApiTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String PAYOUT =
      """
      {"reference": "REF", "amount": "125.50", "currency": "KES", "funding": "pending", "provider": "quick", \
      "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account", \
      "bank_account": {"account_number": "0012340001", "bank_code": "01"}}, \
      "sender": {"name": "Jon Doe", "country": "GB"}}""";

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final Partner partner = PartnersResource.partner();
  private Tenant tenant;

  @BeforeEach
  void becomeATenant() {
    tenant = Tenant.create(credentials, database);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "-5"          | KES | /amount
          "+5"          | KES | /amount
          "0"           | KES | /amount
          "0.00"        | KES | /amount
          "-0.0"        | KES | /amount
          "1e3"         | KES | /amount
          "1E-2"        | KES | /amount
          "1,000.00"    | KES | /amount
          "1 000"       | KES | /amount
          " 10.00"      | KES | /amount
          "10.00 "      | KES | /amount
          "10."         | KES | /amount
          ".5"          | KES | /amount
          "010.00"      | KES | /amount
          "0x10"        | KES | /amount
          "NaN"         | KES | /amount
          "Infinity"    | KES | /amount
          "\u0661\u0660" | KES | /amount
          "10.001"      | KES | /amount
          "10.5"        | JPY | /amount
          "1.0001"      | KWD | /amount
          ""            | KES | /amount
          10            | KES | /amount
          10.50         | KES | /amount
          1e1           | KES | /amount
          true          | KES | /amount
          null          | KES | /amount
          ["10"]        | KES | /amount
          "9999999999999999" | KES | /amount
          "10.00"       | kes | /currency
          "10.00"       | XXX | /currency
          "10.00"       | XTS | /currency
          "10.00"       | XAU | /currency
          "10.00"       | DEM | /currency
          "10.00"       | ZZZ | /currency
          "10.00"       | KE  | /currency
          """)
  void money_that_is_none_is_refused_and_the_field_named(
      String amount, String currency, String pointer) {
    String body =
        payout("\"amount\": \"125.50\"", "\"amount\": " + amount)
            .replace("\"currency\": \"KES\"", "\"currency\": \"" + currency + "\"");
    refused(body).body("errors.pointer", hasItem(pointer));
  }

  @ParameterizedTest
  @CsvSource({
    "quick, KWD, KW, 10.5, 10.500",
    "quick, KWD, KW, 10.501, 10.501",
    "quick, JPY, JP, 10.00, 10",
    "quick, KES, KE, 250000.99, 250000.99",
    "quick, KES, KE, 10.10, 10.10"
  })
  void money_comes_back_in_the_decimals_of_its_currency(
      String provider, String currency, String country, String asked, String answered) {
    String body =
        payout("\"amount\": \"125.50\"", "\"amount\": \"" + asked + "\"")
            .replace("\"KES\"", "\"" + currency + "\"")
            .replace("\"KE\"", "\"" + country + "\"")
            .replace("\"quick\"", "\"" + provider + "\"");
    Response created = post(body);
    created.then().statusCode(201).body("amount", equalTo(answered));
    tenant.request().get(created.header("Location")).then().body("amount", equalTo(answered));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "id",
        "provider_payout_id",
        "client_reference",
        "tenant_id",
        "merchant_id",
        "created_at",
        "paid_at",
        "fee",
        "approved_by",
        "attempt",
        "final",
        "__proto__"
      })
  void members_that_are_not_the_clients_to_set_are_refused(String member) {
    refused(payout("{\"reference\"", "{\"" + member + "\": \"x\", \"reference\""))
        .body("errors.pointer", hasItem("/" + member));
  }

  @Test
  void all_faults_of_a_body_are_told_at_once() {
    String body =
        payout("\"125.50\"", "\"-1\"")
            .replace("\"currency\": \"KES\"", "\"currency\": \"kes\"")
            .replace("Amina Wanjiru", "")
            .replace("\"GB\"", "\"XX\"");
    List<String> pointers = refused(body).extract().path("errors.pointer");
    assertThat(pointers).contains("/amount", "/currency", "/beneficiary/name", "/sender/country");
  }

  @Test
  void accounts_come_back_masked_and_names_in_their_script() {
    Response created = post(payout("Amina Wanjiru", "\u0905\u092e\u0940\u0928\u093e"));
    created
        .then()
        .statusCode(201)
        .body("beneficiary.bank_account.account_number", equalTo("******0001"))
        .body("beneficiary.name", equalTo("\u0905\u092e\u0940\u0928\u093e"));
    assertThat(created.asString()).doesNotContain("0012340001");
  }

  @Test
  void funding_the_same_again_changes_nothing_and_another_payment_is_a_conflict_with_an_alert() {
    String id = create(payout("", ""));
    fund(id, "f-1", "pay-1").then().statusCode(200);
    int entries = history(id).size();

    fund(id, "f-2", "pay-1").then().statusCode(200);
    assertThat(history(id)).as("the same payment again").hasSizeGreaterThanOrEqualTo(entries);
    assertThat(history(id)).filteredOn("funds_cleared"::equals).hasSize(1);
    assertThat(alerts(id)).isEmpty();

    fund(id, "f-3", "pay-2")
        .then()
        .statusCode(409)
        .body("type", equalTo("/problems/funding-conflict"));
    assertThat(alerts(id)).containsExactly("duplicate_payment_captured");
  }

  @Test
  void a_payment_for_a_closed_payout_is_a_conflict_with_an_alert() {
    String id = create(payout("", ""));
    cancel(id, "c-1").then().statusCode(200);
    fund(id, "f-1", "pay-1").then().statusCode(409);
    assertThat(alerts(id)).containsExactly("payment_on_closed_payout");
    assertThat(status(id)).isEqualTo("cancelled");
  }

  @Test
  void an_unfunded_payout_is_not_sent_and_a_funded_one_is() throws Exception {
    Response created = post(payout("", ""));
    String id = created.path("id");
    assertThat(created.path("status").toString()).isEqualTo("awaiting_funds");
    String other = create(payout("\"pending\"", "\"cleared\""));
    awaitStatus(other, "paid");
    assertThat(partner.submissions(created.path("client_reference"))).isEmpty();
    fund(id, "f", "pay-1").then().statusCode(200);
    awaitStatus(id, "paid");
    assertThat(partner.submissions(created.path("client_reference"))).hasSize(1);
  }

  @Test
  void a_payout_is_cancelled_before_the_partner_has_it_and_not_after() throws Exception {
    String early = create(payout("", ""));
    cancel(early, "c-1")
        .then()
        .statusCode(200)
        .body("status", equalTo("cancelled"))
        .body("final", equalTo(true));
    cancel(early, "c-2")
        .then()
        .statusCode(409)
        .body("type", equalTo("/problems/payout-not-cancellable"));

    String scheduled = create(cleared("\"submit_after\": \"" + now().plusSeconds(3600) + "\""));
    cancel(scheduled, "c-3").then().statusCode(200);

    String late = create(payout("\"pending\"", "\"cleared\""));
    awaitStatus(late, "paid");
    cancel(late, "c-4").then().statusCode(409);
    assertThat(status(late)).isEqualTo("paid");
    cancel("po_00000000000000000000000000", "c-5").then().statusCode(404);
  }

  @Test
  void a_payout_whose_deadline_passes_is_cancelled_and_never_sent() throws Exception {
    Instant soon = now().plusMillis(1500);
    Response waiting =
        post(payout("\"funding\"", "\"submit_before\": \"" + soon + "\", \"funding\""));
    String id = waiting.path("id");
    awaitStatus(id, "cancelled");
    assertThat(history(id)).containsExactly("created", "deadline_passed");
    fund(id, "f", "pay-1").then().statusCode(409);
    assertThat(partner.submissions(waiting.path("client_reference"))).isEmpty();

    Response over = post(cleared("\"submit_before\": \"" + now().minusSeconds(5) + "\""));
    assertThat(over.statusCode()).as(over.asString()).isIn(201, 422);
    if (over.statusCode() == 201) {
      awaitStatus(over.path("id"), "cancelled");
      assertThat(partner.submissions(over.path("client_reference"))).isEmpty();
    }
  }

  @Test
  void a_scheduled_payout_is_sent_no_earlier() throws Exception {
    Instant start = now().plusMillis(1200);
    Response created = post(cleared("\"submit_after\": \"" + start + "\""));
    awaitStatus(created.path("id"), "paid");
    Instant sent =
        Instant.parse(
            partner
                .submissions(created.path("client_reference"))
                .getFirst()
                .path("at")
                .textValue());
    assertThat(sent).isAfterOrEqualTo(start);
  }

  @Test
  void a_list_can_be_walked_while_payouts_are_added() {
    List<String> created = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      created.add(create(payout("", "")));
    }
    List<String> walked = new ArrayList<>();
    @Nullable String cursor = null;
    do {
      var request = tenant.request().queryParam("limit", 2);
      Response page =
          cursor == null
              ? request.get("/v1/payouts")
              : request.queryParam("cursor", cursor).get("/v1/payouts");
      page.then().statusCode(200);
      walked.addAll(page.<List<String>>path("data.id"));
      cursor = page.path("next_cursor");
      create(payout("", ""));
    } while (cursor != null);
    assertThat(walked).containsExactlyElementsOf(created.reversed());
    assertThat(new HashSet<>(walked)).hasSameSizeAs(walked);
  }

  @Test
  void a_list_is_filtered() {
    String one = create(payout("", ""));
    String other = create(payout("", ""));
    cancel(other, "c").then().statusCode(200);
    assertThat(ids("status", "cancelled")).containsExactly(other);
    assertThat(ids("status", "awaiting_funds")).containsExactly(one);
    assertThat(ids("provider", "quick")).containsExactly(other, one);
    assertThat(ids("provider", "gone")).isEmpty();
    assertThat(ids("reference", tenant.request().get("/v1/payouts/" + one).path("reference")))
        .containsExactly(one);
    String at = tenant.request().get("/v1/payouts/" + other).path("created_at");
    assertThat(ids("created_from", at)).containsExactly(other);
    assertThat(ids("created_to", at)).containsExactly(one);
    for (String query :
        List.of(
            "limit=0",
            "limit=101",
            "limit=x",
            "status=gone",
            "cursor=x",
            "created_from=x",
            "colour=red")) {
      assertThat(tenant.request().get("/v1/payouts?" + query).statusCode())
          .as(query)
          .isIn(400, 422);
    }
  }

  @Test
  void a_payout_that_has_not_changed_is_not_sent_again() {
    String id = create(payout("", ""));
    Response first = tenant.request().get("/v1/payouts/" + id);
    String tag = first.header("ETag");
    tenant
        .request()
        .header("If-None-Match", tag)
        .get("/v1/payouts/" + id)
        .then()
        .statusCode(304)
        .header("ETag", tag);
    cancel(id, "c").then().statusCode(200);
    Response changed = tenant.request().header("If-None-Match", tag).get("/v1/payouts/" + id);
    changed.then().statusCode(200).body("status", equalTo("cancelled"));
    assertThat(changed.header("ETag")).isNotEqualTo(tag);
  }

  @Test
  void what_belongs_to_another_tenant_is_not_there() {
    String id = create(payout("", ""));
    Tenant other = Tenant.create(credentials, database);
    String unknown = "/v1/payouts/po_00000000000000000000000000";
    for (String rest : List.of("", "/events")) {
      Response theirs = other.request().get("/v1/payouts/" + id + rest);
      Response none = other.request().get(unknown + rest);
      theirs.then().statusCode(404);
      assertThat(theirs.path("detail").toString()).isEqualTo(none.path("detail").toString());
    }
    other
        .request("c", "{\"reason\": \"not mine\"}")
        .post("/v1/payouts/" + id + "/cancel")
        .then()
        .statusCode(404);
    other
        .request("f", payment("pay-1"))
        .post("/v1/payouts/" + id + "/funding")
        .then()
        .statusCode(404);
    assertThat(other.request().get("/v1/payouts").<List<String>>path("data.id")).isEmpty();
    assertThat(history(id)).containsExactly("created");
  }

  @Test
  void a_credential_may_do_what_it_was_made_for_and_nothing_else() {
    Tenant reader = Tenant.operator(credentials, database, List.of(Permission.PAYOUTS_READ));
    reader.request().get("/v1/payouts").then().statusCode(200);
    reader.request("k", payout("", "")).post("/v1/payouts").then().statusCode(403);
    reader
        .request("c", "{\"reason\": \"x\"}")
        .post("/v1/payouts/po_00000000000000000000000000/cancel")
        .then()
        .statusCode(403);
    reader.request().get("/v1/ops/provider-calls").then().statusCode(403);
    Tenant writer = Tenant.operator(credentials, database, List.of(Permission.PAYOUTS_WRITE));
    writer.request().get("/v1/payouts").then().statusCode(403);
    writer.request("k", payout("", "")).post("/v1/payouts").then().statusCode(201);
    Tenant nobody = new Tenant("t", "c", "sm_key_none_wrong");
    nobody.request().get("/v1/payouts").then().statusCode(401);
    assertThat(nobody.request().get("/v1/payouts").header("WWW-Authenticate")).startsWith("Bearer");
  }

  @Test
  void no_provider_for_a_corridor_is_told() {
    refused(payout("\"quick\"", "\"nobody\"")).body("type", equalTo("/problems/no-provider"));
    refused(payout("\"125.50\"", "\"5.00\"")).body("type", equalTo("/problems/no-provider"));
    post(payout("\"provider\": \"quick\", ", ""))
        .then()
        .statusCode(201)
        .body("provider", anyOf(equalTo("simulator"), equalTo("quick")))
        .body("failure", nullValue());
  }

  @Test
  void a_taken_reference_is_told_also_where_nobody_would_serve_the_payout() {
    String body = payout("\"cleared\"", "\"pending\"");
    String id = create(body);
    post(body.replace("\"quick\"", "\"nobody\""))
        .then()
        .statusCode(409)
        .body("type", equalTo("/problems/reference-taken"))
        .body("payout_id", equalTo(id));
  }

  private io.restassured.response.ValidatableResponse refused(String body) {
    return post(body).then().statusCode(422).contentType("application/problem+json");
  }

  private Response post(String body) {
    return tenant.request(UUID.randomUUID().toString(), body).post("/v1/payouts");
  }

  private String create(String body) {
    Response created = post(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return created.path("id");
  }

  private static String payout(String old, String replacement) {
    return PAYOUT
        .replace("REF", UUID.randomUUID().toString())
        .replace(old, old.isEmpty() ? "" : replacement);
  }

  private static String cleared(String member) {
    return payout("\"funding\": \"pending\"", "\"funding\": \"cleared\", " + member);
  }

  private static String payment(String reference) {
    return """
    {"payment_reference": "%s", "amount": "99.00", "currency": "EUR", "captured_at": "2026-11-01T10:00:00Z"}"""
        .formatted(reference);
  }

  private Response fund(String id, String key, String reference) {
    return tenant.request(key, payment(reference)).post("/v1/payouts/" + id + "/funding");
  }

  private Response cancel(String id, String key) {
    return tenant
        .request(key, "{\"reason\": \"no longer wanted\"}")
        .post("/v1/payouts/" + id + "/cancel");
  }

  private String status(String id) {
    return tenant.request().get("/v1/payouts/" + id).path("status");
  }

  private void awaitStatus(String id, String status) throws Exception {
    Wait.until(status, PATIENCE, () -> status(id), status::equals);
  }

  private List<String> history(String id) {
    return tenant.request().get("/v1/payouts/" + id + "/events?limit=100").path("data.type");
  }

  private List<String> ids(String name, String value) {
    return tenant.request().queryParam(name, value).get("/v1/payouts").path("data.id");
  }

  private List<String> alerts(String id) {
    return tenant
        .request()
        .get("/v1/ops/alerts")
        .jsonPath()
        .getList("data.findAll { it.payout_id == '" + id + "' }.kind");
  }

  /** With as many decimals as the contract takes. */
  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }
}
