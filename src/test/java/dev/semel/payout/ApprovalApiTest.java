// What one person asks for and another decides, over HTTP.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import dev.semel.db.Ids;
import dev.semel.security.CreateCredential;
import dev.semel.security.Permission;
import dev.semel.simulator.Truth;
import dev.semel.testing.ApiClient;
import dev.semel.testing.AtOnce;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ApprovalApiTest {
  @Inject CreateCredential credentials;
  @Inject DataSource database;
  @Inject EndApprovals endApprovals;

  private final Partner partner = PartnersResource.partner();
  private People people;

  @BeforeEach
  void becomeTwoPeople() {
    people = People.of(credentials, database);
  }

  @Test
  void two_people_resend_what_the_partner_never_got_under_its_reference_and_it_is_paid_once()
      throws Exception {
    String id = people.undecided();
    String reference = people.told(id, "client_reference");

    String approval = people.wishInTime(id, "resend", People.RESEND);

    people
        .approval(approval)
        .then()
        .body("status", equalTo("pending"))
        .body("requested_by", equalTo("credential:" + people.first().credentialId()))
        .body("lookup.result", equalTo("absent"));
    assertThat(people.<String>told(id, "status")).isEqualTo("submission_unknown");

    people
        .decide(people.second(), approval, "approve")
        .then()
        .statusCode(200)
        .body("status", equalTo("approved"))
        .body("decided_by", equalTo("credential:" + people.second().credentialId()));

    people.await(id, "paid");
    assertThat(people.<String>told(id, "client_reference")).isEqualTo(reference);
    assertThat(partner.submissions(reference)).hasSize(1);
    assertThat(partner.truth(reference).map(Truth::timesPaid)).contains(1);
    assertThat(audited(approval)).containsExactly("approval.request", "approval.approve");
  }

  @Test
  void it_takes_another_person_and_not_one_who_made_the_firsts_credential() throws Exception {
    String approval = people.wishInTime(people.undecided(), "resend", People.RESEND);
    Response made =
        People.post(
            people.first(),
            "/v1/ops/credentials",
            "{\"name\": \"mine too\", \"permissions\": [\"payouts:approve\"], \"reason\": \"a test\"}");
    Tenant mineToo = new Tenant(people.first().id(), made.path("id"), made.path("token"));

    people
        .decide(people.first(), approval, "approve")
        .then()
        .statusCode(409)
        .body("detail", containsString("another person"))
        .body("approval_id", equalTo(approval))
        .body("approval_status", equalTo("pending"));
    people.decide(people.first(), approval, "reject").then().statusCode(409);
    people
        .decide(mineToo, approval, "approve")
        .then()
        .statusCode(409)
        .body("detail", containsString("made the other"));
    people.approval(approval).then().body("status", equalTo("pending"));
    assertThat(audited(approval)).contains("approval.approve", "approval.reject");
  }

  @Test
  void permission_and_tenant_are_asked_first() throws Exception {
    String id = people.undecided();
    String approval = people.wishInTime(id, "settle", People.settle("failed"));
    Tenant stranger = Tenant.create(credentials, database);
    Tenant reader = Tenant.operator(credentials, database, List.of(Permission.OPS_READ));

    People.post(stranger, "/v1/ops/payouts/" + id + "/settle", People.settle("failed"))
        .then()
        .statusCode(404);
    People.post(stranger, "/v1/ops/approvals/" + approval + "/approve", People.REASON)
        .then()
        .statusCode(404);
    stranger.request().get("/v1/ops/approvals/" + approval).then().statusCode(404);
    stranger.request().get("/v1/ops/approvals").then().body("data.size()", equalTo(0));
    People.post(reader, "/v1/ops/payouts/" + id + "/settle", People.settle("failed"))
        .then()
        .statusCode(403);
    People.post(reader, "/v1/ops/payouts/" + id + "/correct", People.correct("0012340001"))
        .then()
        .statusCode(403);
    People.post(reader, "/v1/ops/approvals/" + approval + "/reject", People.REASON)
        .then()
        .statusCode(403);
  }

  @Test
  void a_rejected_wish_changes_nothing_and_makes_room_for_another() throws Exception {
    String id = people.undecided();
    String rejected = people.wishInTime(id, "resend", People.RESEND);
    people
        .wish(people.second(), id, "settle", People.settle("failed"))
        .then()
        .statusCode(409)
        .body("approval_id", equalTo(rejected));

    people
        .decide(people.second(), rejected, "reject")
        .then()
        .statusCode(200)
        .body("status", equalTo("rejected"));
    people.decide(people.second(), rejected, "approve").then().statusCode(409);

    String second = people.wishInTime(id, "settle", People.settle("failed"));
    people
        .first()
        .request()
        .get("/v1/ops/approvals?payout=" + id)
        .then()
        .body("data.id", equalTo(List.of(second, rejected)));
    people
        .first()
        .request()
        .get("/v1/ops/approvals?status=pending")
        .then()
        .body("data.id", hasItem(second))
        .body("data.id", not(hasItem(rejected)));
    assertThat(people.<String>told(id, "status")).isEqualTo("submission_unknown");
  }

  @Test
  void a_wish_that_nobody_decides_expires_and_can_be_asked_for_anew() throws Exception {
    String id = people.undecided();
    String overdue = overdue(id);
    people
        .decide(people.second(), overdue, "approve")
        .then()
        .statusCode(409)
        .body("detail", containsString("nobody decided in time"));

    endApprovals.overdue();

    people
        .approval(overdue)
        .then()
        .body("status", equalTo("expired"))
        .body("decided_by", equalTo("system"))
        .body("decision_reason", equalTo("nobody decided in time"));
    assertThat(audited(overdue)).contains("approval.expire");
    people.wishInTime(id, "resend", People.RESEND);
  }

  @Test
  void a_repeat_with_the_same_key_gets_the_first_answer_and_asks_nobody() throws Exception {
    String id = people.undecided();
    String approval = people.wishInTime(id, "settle", People.settle("failed"));
    String reference = people.told(id, "client_reference");
    String key = People.key();
    Response first =
        people
            .second()
            .request(key, People.REASON)
            .post("/v1/ops/approvals/" + approval + "/approve");
    assertThat(first.statusCode()).as(first.asString()).isEqualTo(200);
    int asked = partner.requests(reference).size();

    Response again =
        people
            .second()
            .request(key, People.REASON)
            .post("/v1/ops/approvals/" + approval + "/approve");

    assertThat(again.asString()).isEqualTo(first.asString());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(partner.requests(reference)).hasSize(asked);
    assertThat(people.<String>told(id, "status")).isEqualTo("failed");
  }

  @Test
  void of_people_who_decide_at_the_same_moment_one_does_and_it_is_sent_once() throws Exception {
    String id = people.undecided();
    String reference = people.told(id, "client_reference");
    String approval = people.wishInTime(id, "resend", People.RESEND);
    Tenant third = Tenant.again(people.first(), credentials, database);
    List<Tenant> deciders = List.of(people.second(), third, people.second(), third);

    List<ApiClient.Answer> answers =
        AtOnce.answers(
            4,
            number ->
                new ApiClient(server(), deciders.get(number).token())
                    .post(
                        "/v1/ops/approvals/" + approval + (number < 2 ? "/approve" : "/reject"),
                        People.key(),
                        People.REASON));

    long decided = answers.stream().filter(answer -> answer.status() == 200).count();
    assertThat(answers).allMatch(answer -> answer.status() == 200 || answer.status() == 409);
    assertThat(decided).isLessThanOrEqualTo(1);
    String status = people.approval(approval).path("status");
    if (status.equals("approved")) {
      people.await(id, "paid");
      assertThat(partner.submissions(reference)).hasSize(1);
    } else {
      assertThat(partner.submissions(reference)).isEmpty();
    }
  }

  @Test
  void an_approval_and_the_partners_word_at_the_same_moment_end_in_one_legal_way()
      throws Exception {
    String id = people.undecided();
    String reference = people.told(id, "client_reference");
    String approval = people.wishInTime(id, "resend", People.RESEND);

    List<ApiClient.Answer> answers =
        AtOnce.answers(
            2,
            number -> {
              if (number == 0) {
                people.theySay("silent", reference, "theirs-" + id, "paid");
              }
              return new ApiClient(server(), people.second().token())
                  .post("/v1/ops/approvals/" + approval + "/approve", People.key(), People.REASON);
            });

    assertThat(answers).allMatch(answer -> answer.status() == 200 || answer.status() == 409);
    people.await(id, "paid");
    assertThat(partner.submissions(reference)).hasSizeLessThanOrEqualTo(1);
    assertThat(people.history(id)).filteredOn("claimed"::equals).hasSizeLessThanOrEqualTo(2);
    people.approval(approval).then().body("status", not(equalTo("pending")));
  }

  @Test
  void a_wish_that_the_partners_word_overtook_is_expired_with_the_reason() throws Exception {
    String id = people.undecided();
    String reference = people.told(id, "client_reference");
    String approval = people.wishInTime(id, "settle", People.settle("failed"));

    people.theySay("silent", reference, "theirs-" + id, "paid");
    people.await(id, "paid");

    people
        .approval(approval)
        .then()
        .body("status", equalTo("expired"))
        .body("decision_reason", startsWith("the payout became 'paid'"));
    people
        .decide(people.second(), approval, "approve")
        .then()
        .statusCode(409)
        .body("payout_status", equalTo("paid"));
    assertThat(people.<String>told(id, "status")).isEqualTo("paid");
  }

  /** A wish whose time is over. */
  private String overdue(String payout) throws SQLException {
    String id = Ids.next(Ids.Kind.APPROVAL);
    execute(
        "INSERT INTO approval (id, tenant_id, payout_id, action, reason, statement, requested_by, requested_at, expires_at, lookup_result, lookup_at, lookup_detail) SELECT ?, tenant_id, id, 'resend', 'a test', 'a test', 'credential:key_another', now() - interval '2 d', now() - interval '1 d', 'absent', now(), 'a test' FROM payout WHERE id = ?",
        id,
        payout);
    return id;
  }

  private List<String> audited(String subject) throws SQLException {
    try (var connection = database.getConnection();
        var query =
            connection.prepareStatement(
                "SELECT array_agg(action ORDER BY id) FROM audit_entry WHERE subject = ?")) {
      query.setString(1, subject);
      var rows = query.executeQuery();
      rows.next();
      return List.of((String[]) rows.getArray(1).getArray());
    }
  }

  private void execute(String sql, String... values) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  private static URI server() {
    return URI.create(RestAssured.baseURI + ":" + RestAssured.port);
  }
}
