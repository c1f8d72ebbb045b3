// Work for people, over HTTP.
package dev.semel.casework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.db.Tx;
import dev.semel.domain.CaseKind;
import dev.semel.domain.Money;
import dev.semel.payout.CaseDesk;
import dev.semel.security.CreateCredential;
import dev.semel.security.Permission;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class CaseApiTest {
  private static final String CASES = "/v1/ops/cases/";
  private static final String RECOVERED =
      "{\"resolution\": \"money_recovered\", \"note\": \"It came back today.\"}";

  @Inject OpenCase openCase;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;

  @BeforeEach
  void makeTenant() {
    tenant = Tenant.create(credentials, database);
  }

  @Test
  void a_case_is_assigned_commented_resolved_and_reopened() {
    String id = open(CaseKind.CONTRADICTION, "one", "paid");

    post(id + "/assign", "{\"assignee\": \"amara\", \"reason\": \"She knows them.\"}")
        .then()
        .statusCode(200)
        .body("status", equalTo("assigned"))
        .body("assignee", equalTo("amara"));
    post(id + "/comments", "{\"comment\": \"They confirm it.\"}").then().statusCode(200);
    post(id + "/resolve", "{\"resolution\": \"false_alarm\", \"note\": \"They were late.\"}")
        .then()
        .statusCode(200)
        .body("status", equalTo("resolved"))
        .body("resolution", equalTo("false_alarm"))
        .body("resolved_by", equalTo("credential:" + tenant.credentialId()));
    post(id + "/reopen", "{\"reason\": \"It came back.\"}").then().statusCode(200);

    tenant
        .request()
        .get(CASES + id)
        .then()
        .statusCode(200)
        .body("status", equalTo("open"))
        .body("assignee", nullValue())
        .body("resolved_at", nullValue())
        .body("facts.ours", equalTo("paid"))
        .body(
            "history.action", contains("opened", "assigned", "commented", "resolved", "reopened"));
  }

  @Test
  void a_resolved_case_is_not_worked_on_and_the_refusal_is_kept_under_its_key() {
    String id = open(CaseKind.AMOUNT_DIFFERS, "one", "12.00 KES");
    post(id + "/resolve", "{\"resolution\": \"written_off\", \"note\": \"It is small.\"}");
    String key = UUID.randomUUID().toString();
    String body = "{\"assignee\": \"amara\", \"reason\": \"She knows them.\"}";

    Response first = tenant.request(key, body).post(CASES + id + "/assign");
    post(id + "/reopen", "{\"reason\": \"It came back.\"}").then().statusCode(200);
    Response again = tenant.request(key, body).post(CASES + id + "/assign");

    first
        .then()
        .statusCode(409)
        .body("type", equalTo("/problems/case-conflict"))
        .body("case_status", equalTo("resolved"));
    again.then().statusCode(409).header("Idempotent-Replayed", "true");
    assertThat(again.asByteArray()).isEqualTo(first.asByteArray());
  }

  @Test
  void a_case_that_is_not_resolved_can_not_be_reopened() {
    String id = open(CaseKind.AMOUNT_DIFFERS, "one", "12.00 KES");

    post(id + "/reopen", "{\"reason\": \"Why not.\"}")
        .then()
        .statusCode(409)
        .body("case_status", equalTo("open"));
  }

  @Test
  void the_same_difference_is_the_same_case() {
    String id = open(CaseKind.AMOUNT_DIFFERS, "one", "12.00 KES");
    assertThat(open(CaseKind.AMOUNT_DIFFERS, "one", "12.00 KES")).isEqualTo(id);
    open(CaseKind.AMOUNT_DIFFERS, "one", "12.00 KES");

    tenant.request().get("/v1/ops/cases").then().body("data", hasSize(1));
    tenant
        .request()
        .get(CASES + id)
        .then()
        .body("history.action", contains("opened", "seen_again"));
  }

  @Test
  void a_resolved_case_opens_again_only_when_its_facts_are_others() {
    String id = open(CaseKind.AMOUNT_DIFFERS, "one", "12.00 KES");
    post(id + "/resolve", "{\"resolution\": \"written_off\", \"note\": \"It is small.\"}");

    open(CaseKind.AMOUNT_DIFFERS, "one", "12.00 KES");
    tenant.request().get(CASES + id).then().body("status", equalTo("resolved"));
    open(CaseKind.AMOUNT_DIFFERS, "one", "99999.00 KES");

    tenant
        .request()
        .get(CASES + id)
        .then()
        .body("status", equalTo("open"))
        .body("facts.ours", equalTo("99999.00 KES"))
        .body("history[-1].action", equalTo("reopened"))
        .body("history[-1].actor", equalTo("system"))
        .body("history[-1].text", endsWith("ours: 12.00 KES"));
  }

  @Test
  void what_belongs_to_another_tenant_is_not_there() {
    String id = open(CaseKind.AMOUNT_DIFFERS, "one", "12.00 KES");
    Tenant other = Tenant.create(credentials, database);

    other.request().get(CASES + id).then().statusCode(404);
    other.request().get("/v1/ops/cases").then().body("data", hasSize(0));
    other
        .request("k", "{\"resolution\": \"x\", \"note\": \"y\"}")
        .post(CASES + id + "/resolve")
        .then()
        .statusCode(404);
  }

  @Test
  void the_list_is_filtered_and_paged() {
    String first = open(CaseKind.AMOUNT_DIFFERS, "one", "1");
    String second = open(CaseKind.AMOUNT_DIFFERS, "two", "2");
    open(CaseKind.CONTRADICTION, "three", "3");
    post(second + "/assign", "{\"assignee\": \"amara\", \"reason\": \"Hers.\"}");

    Response page = tenant.request().get("/v1/ops/cases?kind=amount_differs&limit=1");
    page.then().body("data.id", contains(second));
    tenant
        .request()
        .get("/v1/ops/cases?kind=amount_differs&limit=1&cursor=" + page.path("next_cursor"))
        .then()
        .body("data.id", contains(first))
        .body("next_cursor", nullValue());
    tenant
        .request()
        .get("/v1/ops/cases?assignee=amara&status=assigned&provider=paper")
        .then()
        .body("data.id", contains(second));
    tenant.request().get("/v1/ops/cases?kind=nonsense").then().statusCode(422);
  }

  @Test
  void the_list_comes_as_csv_when_that_is_asked_for() {
    String first = open(CaseKind.AMOUNT_DIFFERS, "one", "1");
    String second = open(CaseKind.DUPLICATE_AT_PROVIDER, "two", "2");
    post(second + "/assign", "{\"assignee\": \"=cmd()\", \"reason\": \"Mischief.\"}");

    Response page = tenant.request().accept("text/csv").get("/v1/ops/cases?limit=1");

    page.then().statusCode(200).header("Content-Type", startsWith("text/csv"));
    String[] lines = page.asString().split("\n", -1);
    assertThat(lines[0])
        .isEqualTo(
            "id,kind,status,severity,provider,payout_id,opened_at,due_at,assignee,risk_amount,risk_currency");
    assertThat(lines[1])
        .startsWith(second + ",duplicate_at_provider,assigned,critical,paper,,")
        .endsWith(",'=cmd(),,");
    String next = page.header("Link").replaceFirst("<(.*)>.*", "$1");
    String rest =
        tenant.request().accept("text/csv").urlEncodingEnabled(false).get(next).asString();
    assertThat(rest.split("\n", -1)[1]).startsWith(first);
  }

  @Test
  void working_on_cases_takes_its_own_permission() {
    Tenant reader = Tenant.operator(credentials, database, List.of(Permission.CASES_READ));

    reader.request().get("/v1/ops/cases").then().statusCode(200);
    reader
        .request("k", "{\"reason\": \"Because.\"}")
        .post(CASES + "case_01jdxz5a4b8c9d0e1f2g3h4j5k/reopen")
        .then()
        .statusCode(403);
  }

  @Test
  void a_case_about_much_money_is_graver_and_takes_two_people_to_resolve() {
    String small = open(CaseKind.AMOUNT_DIFFERS, "small", "1", Optional.of("1000"));
    post(small + "/resolve", RECOVERED).then().body("status", equalTo("resolved"));

    String id = open(CaseKind.AMOUNT_DIFFERS, "much", "1", Optional.of("1001"));
    post(id + "/resolve", RECOVERED)
        .then()
        .statusCode(200)
        .body("status", equalTo("proposed"))
        .body("severity", equalTo("critical"))
        .body("risk.amount", equalTo("1001"))
        .body("proposed_by", equalTo("credential:" + tenant.credentialId()))
        .body("resolved_by", nullValue());
    post(id + "/resolve", RECOVERED)
        .then()
        .statusCode(409)
        .body("detail", containsString("second person"));
    Tenant second = Tenant.again(tenant, credentials, database);
    second
        .request("other", RECOVERED.replace("money_recovered", "written_off"))
        .post(CASES + id + "/resolve")
        .then()
        .statusCode(409)
        .body("detail", containsString("money_recovered"));

    second.request("same", RECOVERED).post(CASES + id + "/resolve").then().statusCode(200);

    tenant
        .request()
        .get(CASES + id)
        .then()
        .body("status", equalTo("resolved"))
        .body("resolved_by", equalTo("credential:" + second.credentialId()))
        .body("history.action", contains("opened", "proposed", "resolved"));
  }

  @Test
  void a_proposal_is_taken_back_by_reopening() {
    String id = open(CaseKind.AMOUNT_DIFFERS, "much", "1", Optional.of("1001"));
    post(id + "/resolve", RECOVERED).then().body("status", equalTo("proposed"));

    post(id + "/reopen", "{\"reason\": \"It is another one.\"}")
        .then()
        .statusCode(200)
        .body("status", equalTo("open"))
        .body("proposed_by", nullValue())
        .body("resolution", nullValue());
  }

  private String open(CaseKind kind, String difference, String ours) {
    return open(kind, difference, ours, Optional.empty());
  }

  private String open(CaseKind kind, String difference, String ours, Optional<String> risk) {
    Tx.run(
        () ->
            openCase.open(
                new CaseDesk.NewCase(
                    tenant.id(),
                    kind,
                    difference,
                    "paper",
                    null,
                    "Something is the matter.",
                    JsonNodeFactory.instance.objectNode().put("ours", ours),
                    risk.map(amount -> Money.of(amount, "ISK")))));
    return tenant.request().get("/v1/ops/cases?limit=1").path("data[0].id");
  }

  private Response post(String path, String body) {
    return tenant.request(UUID.randomUUID().toString(), body).post(CASES + path);
  }
}
