// Settling, resending and correcting what only people can decide, against what the partner did.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;

import dev.semel.security.CreateCredential;
import dev.semel.simulator.Truth;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class SettledPayoutApiTest {
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final Partner partner = PartnersResource.partner();
  private People people;

  @BeforeEach
  void becomeTwoPeople() {
    people = People.of(credentials, database);
  }

  @Test
  void u_21_what_is_pressed_at_once_is_refused_with_the_time_when_it_may_be_asked_again()
      throws Exception {
    String id = people.create("silent", "0022", "submission_unknown");
    String reference = people.told(id, "client_reference");

    Response resend = people.wish(people.first(), id, "resend", People.RESEND);
    Response settle = people.wish(people.first(), id, "settle", People.settle("failed"));

    for (Response refused : List.of(resend, settle)) {
      refused
          .then()
          .statusCode(409)
          .body("type", equalTo("/problems/payout-action-refused"))
          .body("payout_status", equalTo("submission_unknown"))
          .body("detail", containsString("may not show at the provider yet"))
          .body("try_again_at", notNullValue());
    }
    assertThat(people.first().request().get("/v1/ops/approvals?payout=" + id).<List<?>>path("data"))
        .isEmpty();
    assertThat(partner.submissions(reference)).hasSize(1);
  }

  @Test
  void u_21_what_shows_only_after_the_wish_is_found_before_the_second_person_sends_it_again()
      throws Exception {
    String ending = "8" + (100 + (int) (System.nanoTime() % 900));
    partner.tell(
        "/faults",
        "{\"match\": {\"account\": \"001234%s\"}, \"fault\": \"visible_too_late\", \"params\": {\"ms\": 5000}}"
            .formatted(ending));
    String id = people.create("silent", ending, "submission_unknown");
    String reference = people.told(id, "client_reference");
    people.wasAskedForLongAgo(id);
    String approval = people.wishInTime(id, "resend", People.RESEND);
    Wait.until(
        "the payout showing at the partner",
        Duration.ofSeconds(30),
        () -> partner.shows(reference),
        shown -> shown);

    people
        .decide(people.second(), approval, "approve")
        .then()
        .statusCode(409)
        .body("approval_status", equalTo("expired"))
        .body("detail", containsString("it has it as 'paid'"));

    people.await(id, "paid");
    assertThat(partner.submissions(reference)).hasSize(1);
    assertThat(partner.truth(reference).map(Truth::timesPaid)).contains(1);
  }

  @Test
  void u_21_a_failure_is_not_said_while_the_partner_gives_no_usable_answer() throws Exception {
    String id = people.undecided();
    String reference = people.told(id, "client_reference");
    String approval = people.wishInTime(id, "settle", People.settle("failed"));
    partner.tell(
        "/faults",
        "{\"match\": {\"client_reference\": \"%s\"}, \"operation\": \"lookup\", \"fault\": \"unavailable\", \"times\": 9}"
            .formatted(reference));

    people
        .decide(people.second(), approval, "approve")
        .then()
        .statusCode(409)
        .body("approval_status", equalTo("pending"))
        .body("detail", containsString("no usable answer"));

    people.approval(approval).then().body("lookup.result", equalTo("unclear"));
    assertThat(people.<String>told(id, "status")).isEqualTo("submission_unknown");
  }

  @Test
  void u_19_the_partner_says_paid_after_two_people_settled_it_as_failed() throws Exception {
    String id = people.undecided();
    String reference = people.told(id, "client_reference");
    String approval = people.wishInTime(id, "settle", People.settle("failed"));
    people.decide(people.second(), approval, "approve").then().statusCode(200);
    assertThat(people.<String>told(id, "status")).isEqualTo("failed");
    assertThat(people.<String>told(id, "failure.code")).isEqualTo("settled_as_failed");

    people.theySay("silent", reference, "theirs-" + id, "paid");

    Map<String, String> facts = factsOf(people.awaitCase(id, "contradiction"));
    assertThat(facts.get("ours")).contains("failed");
    assertThat(facts.get("theirs")).contains("paid");
    assertThat(facts.get("settled_by"))
        .contains(people.first().credentialId(), people.second().credentialId());
    assertThat(people.<String>told(id, "status")).isEqualTo("failed");
    assertThat(partner.submissions(reference)).isEmpty();
  }

  @Test
  void u_19_the_partner_says_failed_after_two_people_settled_other_terms_as_paid()
      throws Exception {
    String id = people.create("quick", "0023");
    people.awaitCase(id, "terms_differ");
    String reference = people.told(id, "client_reference");
    awaitPaidAtPartner(reference);
    String approval = people.wishInTime(id, "settle", People.settle("paid"));
    people.decide(people.second(), approval, "approve").then().statusCode(200);
    people.await(id, "paid");

    people.theySay("quick", reference, people.told(id, "provider_payout_id"), "failed");

    Map<String, String> facts = factsOf(people.awaitCase(id, "contradiction"));
    assertThat(facts.get("ours")).contains("paid");
    assertThat(facts.get("theirs")).contains("failed");
    assertThat(facts.get("settled_by")).contains(people.second().credentialId());
    assertThat(people.<String>told(id, "status")).isEqualTo("paid");
    assertThat(partner.submissions(reference)).hasSize(1);
  }

  @Test
  void other_terms_are_not_settled_as_failed_while_the_partner_says_paid() throws Exception {
    String id = people.create("quick", "0023");
    people.awaitCase(id, "terms_differ");
    awaitPaidAtPartner(people.told(id, "client_reference"));

    people
        .wish(people.first(), id, "settle", People.settle("failed"))
        .then()
        .statusCode(409)
        .body("detail", containsString("the provider says that it paid it"));

    assertThat(people.<String>told(id, "status")).isEqualTo("sent");
  }

  @Test
  void a_payout_that_has_ended_is_settled_by_nobody() throws Exception {
    String id = people.create("quick", "0001", "paid");
    people
        .wish(people.first(), id, "settle", People.settle("failed"))
        .then()
        .statusCode(409)
        .body("payout_status", equalTo("paid"));
  }

  @Test
  void two_people_name_the_partners_payout_and_its_word_says_the_rest() throws Exception {
    String id = people.undecided();
    String reference = people.told(id, "client_reference");
    String other = people.create("silent", "0001", "paid");
    String othersId = people.told(other, "provider_payout_id");
    Wait.until(
        "a refusal of what belongs to another payout",
        Duration.ofSeconds(20),
        () -> people.wish(people.first(), id, "settle", People.settleAsSent(othersId)).asString(),
        answer -> answer.contains("names another provider payout"));

    String approval = people.wishInTime(id, "settle", People.settleAsSent("theirs-" + id));
    people.decide(people.second(), approval, "approve").then().statusCode(200);

    assertThat(people.<String>told(id, "status")).isEqualTo("sent");
    people.theySay("silent", reference, "theirs-" + id, "paid");
    people.await(id, "paid");
    assertThat(partner.submissions(reference)).isEmpty();
  }

  @Test
  void what_is_wished_of_a_settlement_has_to_be_whole() throws Exception {
    String id = people.undecided();
    people
        .wish(people.first(), id, "settle", People.settle("sent"))
        .then()
        .statusCode(422)
        .body("errors.pointer", equalTo(List.of("/provider_payout_id")));
    people
        .wish(people.first(), id, "settle", "{\"outcome\": \"cancelled\"}")
        .then()
        .statusCode(422)
        .body("errors.size()", equalTo(3));
  }

  @Test
  void two_people_correct_an_account_and_it_is_paid_once_under_a_reference_of_its_own()
      throws Exception {
    String id = people.create("quick", "0015", "held");
    String before = people.told(id, "client_reference");

    String approval = people.wishInTime(id, "correct", People.correct("0099880001"));

    people
        .approval(approval)
        .then()
        .body("beneficiary.bank_account.account_number", equalTo("******0001"));
    assertThat(people.<String>told(id, "status")).isEqualTo("held");
    people.decide(people.second(), approval, "approve").then().statusCode(200);
    people.await(id, "paid");
    String after = people.told(id, "client_reference");
    assertThat(after).isEqualTo(before.replaceFirst("-1$", "-2"));
    assertThat(people.<Integer>told(id, "attempt")).isEqualTo(2);
    assertThat(people.<String>told(id, "beneficiary.bank_account.account_number"))
        .isEqualTo("******0001");
    assertThat(partner.submissions(after)).hasSize(1);
    assertThat(partner.submissions(after).getFirst().path("body").asText()).contains("0099880001");
    assertThat(partner.truth(after).map(Truth::timesPaid)).contains(1);
    assertThat(people.history(id))
        .containsSubsequence("platform_fault", "corrected_by_operator", "claimed", "accepted");
  }

  @Test
  void
      what_the_partner_says_of_an_earlier_attempt_stops_the_later_one_until_two_people_settle_that()
          throws Exception {
    String id = people.create("quick", "0015", "held");
    String earlier = people.told(id, "client_reference");
    String approval = people.wishInTime(id, "correct", People.correct("0099880016"));
    people.decide(people.second(), approval, "approve").then().statusCode(200);
    Wait.until(
        "the second hold",
        Duration.ofSeconds(20),
        () -> people.history(id),
        types -> types.stream().filter("platform_fault"::equals).count() == 2);

    people.theySay("quick", earlier, "theirs-" + id, "paid");

    people.awaitCase(id, "contradiction");
    assertThat(people.<String>told(id, "status")).isEqualTo("submission_unknown");
    assertThat(people.<Integer>told(id, "attempt")).isEqualTo(2);
    for (String wish : List.of("resend", "settle")) {
      String body = wish.equals("resend") ? People.RESEND : People.settle("failed");
      Wait.until(
          "a refusal that names the reason",
          Duration.ofSeconds(20),
          () -> people.wish(people.first(), id, wish, body).asString(),
          answer -> answer.contains("has or had another attempt of this payout"));
    }

    String adopts =
        people.wishInTime(
            id, "settle", besideAnother(People.settleAsSent("theirs-" + id), "adopted"));
    people.approval(adopts).then().body("other_attempt", equalTo("adopted"));
    people.decide(people.second(), adopts, "approve").then().statusCode(200);

    assertThat(people.<String>told(id, "client_reference")).isEqualTo(earlier);
    people.theySay("quick", earlier, "theirs-" + id, "paid");
    people.await(id, "paid");
    assertThat(people.<Integer>told(id, "attempt")).isEqualTo(1);
  }

  @Test
  void another_attempt_is_dismissed_and_adopted_only_where_that_says_something() throws Exception {
    String id = people.undecided();
    people
        .wish(people.first(), id, "settle", besideAnother(People.settle("failed"), "adopted"))
        .then()
        .statusCode(422)
        .body("errors.pointer", equalTo(List.of("/other_attempt")));
    for (String wish : List.of(People.settleAsSent("theirs"), People.settle("paid"))) {
      people
          .wish(people.first(), id, "settle", besideAnother(wish, "dismissed"))
          .then()
          .statusCode(422)
          .body("errors.pointer", equalTo(List.of("/other_attempt")));
    }
    people
        .wish(people.first(), id, "resend", besideAnother(People.RESEND, "adopted"))
        .then()
        .statusCode(422);
    people
        .wish(people.first(), id, "resend", besideAnother(People.RESEND, "dismissed"))
        .then()
        .statusCode(409)
        .body("detail", containsString("said of no other attempt"));
  }

  private static String besideAnother(String wish, String word) {
    return wish.replaceFirst("\\{", "{\"other_attempt\": \"" + word + "\", ");
  }

  @Test
  void a_correction_is_checked_as_a_new_payout_is_and_needs_a_held_one() throws Exception {
    String held = people.create("quick", "0015", "held");
    people
        .wish(people.first(), held, "correct", People.correct("0099880001").replace("KE\"", "FR\""))
        .then()
        .statusCode(422)
        .body("type", equalTo("/problems/no-provider"));
    people.wish(people.first(), held, "correct", "{\"reason\": \"a test\"}").then().statusCode(422);
    String failed = people.create("quick", "0011", "failed");
    people
        .wish(people.first(), failed, "correct", People.correct("0099880001"))
        .then()
        .statusCode(409)
        .body("payout_status", equalTo("failed"));
    assertThat(people.<Integer>told(failed, "attempt")).isEqualTo(1);
  }

  @Test
  void a_held_payout_whose_reference_the_partner_has_used_up_is_sent_under_a_new_one()
      throws Exception {
    String id = people.create("quick", "0015", "held");
    String used = people.told(id, "client_reference");
    failAtPartner(used);

    people.wish(people.first(), id, "resend", People.RESEND).then().statusCode(200);

    people.await(id, "paid");
    String fresh = people.told(id, "client_reference");
    assertThat(fresh).isEqualTo(used.replaceFirst("-1$", "-2"));
    assertThat(partner.submissions(fresh)).hasSize(1);
    assertThat(partner.truth(fresh).map(Truth::timesPaid)).contains(1);
  }

  /** The partner takes a payout under this reference, and fails it. */
  private void failAtPartner(String reference) throws Exception {
    String body =
        """
        {"client_reference": "%s", "amount": "125.50", "currency": "KES", \
        "beneficiary": {"name": "Amina Wanjiru", "account": "0055440025", "bank": "01", "country": "KE"}}"""
            .formatted(reference);
    partner.take(body);
    Wait.until(
        "a failure at the partner",
        Duration.ofSeconds(20),
        () -> partner.truth(reference).map(Truth::status).orElse("none"),
        "failed"::equals);
  }

  private void awaitPaidAtPartner(String reference) throws Exception {
    Wait.until(
        "a payment at the partner",
        Duration.ofSeconds(20),
        () -> partner.truth(reference).map(Truth::timesPaid).orElse(0),
        times -> times == 1);
  }

  private Map<String, String> factsOf(String caseId) {
    return people.first().request().get("/v1/ops/cases/" + caseId).path("facts");
  }
}
