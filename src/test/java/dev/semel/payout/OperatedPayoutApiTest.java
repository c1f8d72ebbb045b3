// Holding, releasing and resending payouts over HTTP.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

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
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class OperatedPayoutApiTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final Partner partner = PartnersResource.partner();
  private Tenant tenant;

  @BeforeEach
  void becomeATenant() {
    tenant = Tenant.create(credentials, database);
  }

  @Test
  void a_payout_held_for_our_fault_is_sent_again_under_the_same_reference_and_paid_once()
      throws Exception {
    String id = create("cleared", "0015");
    awaitStatus(id, "held");
    act(id, "release").then().statusCode(409);

    Response resent = act(id, "resend");

    assertThat(resent.statusCode()).as(resent.asString()).isEqualTo(200);
    awaitStatus(id, "paid");
    String reference = tenant.request().get("/v1/payouts/" + id).path("client_reference");
    assertThat(partner.submissions(reference)).hasSize(2);
    assertThat(partner.truth(reference).orElseThrow().timesPaid()).isEqualTo(1);
    act(id, "resend")
        .then()
        .statusCode(409)
        .body("type", equalTo("/problems/payout-action-refused"))
        .body("payout_status", equalTo("paid"));
  }

  @Test
  void a_held_payout_waits_for_its_release_and_returns_to_where_it_was() throws Exception {
    String id = create("pending", "0001");
    act(id, "hold").then().statusCode(200).body("status", equalTo("held"));
    act(id, "hold").then().statusCode(409);
    act(id, "release").then().statusCode(200).body("status", equalTo("awaiting_funds"));
    assertThat(history(id)).containsSubsequence("held_by_operator", "released_by_operator");
  }

  @Test
  void an_unknown_payout_is_neither_held_nor_resent_by_one_person() throws Exception {
    String id = create("silent", "cleared", "0007");
    awaitStatus(id, "submission_unknown");

    act(id, "resend").then().statusCode(409).body("payout_id", equalTo(id));
    act(id, "hold").then().statusCode(409);

    String reference = tenant.request().get("/v1/payouts/" + id).path("client_reference");
    awaitStatus(id, "submission_unknown");
    assertThat(partner.truth(reference)).isEmpty();
    assertThat(history(id)).filteredOn("claimed"::equals).hasSize(1);
  }

  @Test
  void who_may_what_and_whose_payout_it_is_are_asked_first() {
    String id = create("pending", "0001");
    Tenant stranger = Tenant.create(credentials, database);
    Tenant reader = Tenant.operator(credentials, database, List.of(Permission.PAYOUTS_READ));
    for (String action : List.of("hold", "release", "resend")) {
      act(stranger, id, action).then().statusCode(404);
      act(reader, id, action).then().statusCode(403);
    }
    assertThat(history(id)).containsExactly("created");
  }

  private String create(String funding, String ending) {
    return create("quick", funding, ending);
  }

  private String create(String provider, String funding, String ending) {
    String body =
        """
        {"reference": "%s", "amount": "125.50", "currency": "KES", "funding": "%s", "provider": "%s", \
        "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account", \
        "bank_account": {"account_number": "001234%s", "bank_code": "01"}}}"""
            .formatted(UUID.randomUUID(), funding, provider, ending);
    Response created = tenant.request(UUID.randomUUID().toString(), body).post("/v1/payouts");
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return created.path("id");
  }

  private Response act(String id, String action) {
    return act(tenant, id, action);
  }

  private static Response act(Tenant who, String id, String action) {
    String statement =
        action.equals("resend") ? ", \"statement\": \"the partner refused it and lacks it\"" : "";
    return who.request(
            UUID.randomUUID().toString(), "{\"reason\": \"a person decided so\"" + statement + "}")
        .post("/v1/ops/payouts/" + id + "/" + action);
  }

  private List<String> history(String id) {
    return tenant.request().get("/v1/payouts/" + id + "/events?limit=100").path("data.type");
  }

  private void awaitStatus(String id, String status) throws Exception {
    Wait.until(
        status,
        PATIENCE,
        () -> tenant.request().get("/v1/payouts/" + id).<String>path("status"),
        status::equals);
  }
}
