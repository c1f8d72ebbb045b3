// What a pause of a provider stops, and who may pause one.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.semel.security.CreateCredential;
import dev.semel.security.Permission;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class PausedProviderApiTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String PAUSED = "data.find { it.name == 'spare' }.";

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final Partner partner = PartnersResource.partner();
  private Tenant operator;
  private Tenant tenant;

  @BeforeEach
  void someoneWhoRunsTheServerAndAClient() {
    operator = Tenant.operator(credentials, database);
    tenant = Tenant.create(credentials, database);
    tell(operator, "resume").statusCode(200);
  }

  @AfterEach
  void letItGoOn() {
    tell(operator, "resume").statusCode(200);
  }

  @Test
  void a_paused_provider_gets_nothing_new_and_is_asked_about_what_it_has() throws Exception {
    // It is paid some time after it was accepted: only a question tells, or a webhook.
    String before = create();
    await(before, "paid");
    String unknown = create("0018");
    await(unknown, "submission_unknown");

    tell(operator, "pause").statusCode(200).body("status", equalTo("paused"));
    String after = create();

    Wait.until(
        "lookups of what was sent before the pause",
        PATIENCE,
        () -> partner.requests(reference(unknown)).size(),
        requests -> requests >= 3);
    assertThat(status(after)).isEqualTo("ready");
    assertThat(partner.submissions(reference(after))).isEmpty();

    tell(operator, "resume").statusCode(200).body("status", equalTo("active"));
    await(after, "paid");
    assertThat(partner.submissions(reference(after))).hasSize(1);
    await(unknown, "paid");
  }

  @Test
  void a_pause_says_who_made_it_and_why_and_a_second_one_changes_nothing() {
    tell(operator, "pause", "Their migration").statusCode(200);
    tell(operator, "pause", "Another reason").statusCode(200);
    list(operator)
        .body(PAUSED + "status", equalTo("paused"))
        .body(PAUSED + "status_reason", containsString("credential:" + operator.credentialId()))
        .body(PAUSED + "status_reason", containsString("Their migration"));
    list(tenant)
        .body(PAUSED + "status", equalTo("paused"))
        .body(PAUSED + "status_reason", equalTo("Paused by the operator."));
    tell(operator, "resume").statusCode(200);
    list(operator)
        .body(PAUSED + "status", equalTo("active"))
        .body(PAUSED + "status_reason", nullValue());
  }

  @Test
  void s_08_only_those_who_run_the_server_pause_what_serves_all_tenants() {
    tell(tenant, "pause").statusCode(404);
    tell(tenant, "resume").statusCode(404);
    Tenant reader = Tenant.operator(credentials, database, List.of(Permission.PROVIDERS_READ));
    tell(reader, "pause").statusCode(403);
    list(operator).body(PAUSED + "status", equalTo("active"));
  }

  @Test
  void a_provider_that_has_no_file_is_not_there() {
    Response answer =
        operator
            .request(UUID.randomUUID().toString(), "{\"reason\": \"a test\"}")
            .post("/v1/ops/providers/nobody/pause");
    assertThat(answer.statusCode()).isEqualTo(404);
  }

  private static ValidatableResponse tell(Tenant who, String act) {
    return tell(who, act, "a test");
  }

  private static ValidatableResponse tell(Tenant who, String act, String reason) {
    return who.request(UUID.randomUUID().toString(), "{\"reason\": \"%s\"}".formatted(reason))
        .post("/v1/ops/providers/spare/" + act)
        .then();
  }

  private static ValidatableResponse list(Tenant who) {
    return who.request().get("/v1/ops/providers").then().statusCode(200);
  }

  private String create() {
    return create("0001");
  }

  private String create(String ending) {
    String key = UUID.randomUUID().toString();
    Response created =
        tenant
            .request(
                key,
                """
                {"reference": "%s", "amount": "125.50", "currency": "KES", "provider": "spare",
                 "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
                   "bank_account": {"account_number": "001234%s", "bank_code": "01"}},
                 "sender": {"name": "Jon Doe", "country": "GB"}}"""
                    .formatted(key, ending))
            .post("/v1/payouts");
    created.then().statusCode(201);
    return created.path("id");
  }

  private void await(String id, String status) throws Exception {
    Wait.until(status, PATIENCE, () -> status(id), status::equals);
  }

  private String status(String id) {
    return tenant.request().get("/v1/payouts/" + id).path("status");
  }

  private String reference(String id) {
    return tenant.request().get("/v1/payouts/" + id).path("client_reference");
  }
}
