// What becomes of work that throws: counted, tried a few times, then before a person, and in
// nobody's way.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.security.CreateCredential;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class FailedWorkDbTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String SECRET = "account 0012345678";

  @Inject ClaimDuePayouts claims;
  @Inject RecordOutcome recordOutcome;
  @Inject RecordFailure recordFailure;
  @Inject SubmissionConfig config;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant tenant;
  private String provider;

  @BeforeEach
  void someone() {
    tenant = Tenant.create(credentials, database);
    provider = "failing-" + NUMBER.incrementAndGet();
  }

  @Test
  void a_row_that_cannot_be_read_stops_no_other_from_being_claimed_and_ends_before_a_person()
      throws SQLException {
    PayoutRow poison = write("ready");
    poison.change("currency = 'ZZZ', due_at = now() - interval '1 hour'");
    for (int i = 1; i <= config.jobTries(); i++) {
      PayoutRow good = write("ready");
      assertThat(ids(claims.toSubmit(provider, 10))).containsExactly(good.id());
      assertThat(job(poison, "failures || ' ' || kind")).isEqualTo(i + " submit");
      makeDue(poison);
    }

    assertThat(claims.toSubmit(provider, 10)).isEmpty();
    assertThat(job(poison, "state || ' ' || error")).isEqualTo("failed IllegalArgumentException");
    assertThat(poison.text("state || ' ' || (lease_until IS NULL)")).isEqualTo("ready true");
    assertThat(caseOf(poison)).contains(poison.id(), provider, "IllegalArgumentException", "job_");
    // Lists of all payouts read every row.
    poison.change("currency = 'KES'");
  }

  @Test
  void a_row_that_breaks_a_constraint_stops_no_other_from_being_rescued() throws Exception {
    PayoutRow poison = write("ready");
    occupyNextEntry(poison);
    abandon(poison, "2 hours");
    List<PayoutRow> others = List.of(write("ready"), write("ready"));
    others.forEach(other -> abandon(other, "1 minute"));

    for (PayoutRow other : others) {
      Wait.until("rescuing", PATIENCE, () -> other.text("state"), "submission_unknown"::equals);
    }
    Wait.until(
        "giving up", PATIENCE, () -> job(poison, "state || ' ' || kind"), "failed rescue"::equals);
    assertThat(poison.text("state")).isEqualTo("submitting");
    assertThat(caseOf(poison)).contains("SQLSTATE 23505");
  }

  @Test
  void a_submission_whose_handling_threw_is_unknown_and_the_failure_quotes_nothing()
      throws SQLException {
    PayoutRow payout = write("ready");
    Claim claim = claims.toSubmit(provider, 1).getFirst();
    String leaseEnd = payout.text("lease_until");

    recordFailure.record(claim, new IllegalStateException(SECRET));

    assertThat(payout.text("state || ' ' || (lease_until IS NULL)"))
        .isEqualTo("submission_unknown true");
    assertThat(sendingEnds(payout)).isEqualTo(leaseEnd);
    assertThat(job(payout, "state || ' ' || failures || ' ' || kind"))
        .isEqualTo("retrying 1 submit");
    assertThat(
            query(
                "SELECT j::text || e::text FROM job j JOIN payout_event e USING (payout_id) WHERE payout_id = ? ORDER BY e.sequence DESC",
                payout.id()))
        .contains("IllegalStateException", "outcome_unknown")
        .doesNotContain("0012345678");
  }

  @Test
  void a_submission_that_was_recorded_before_its_handling_threw_stays_as_recorded()
      throws SQLException {
    PayoutRow payout = write("ready");
    Claim claim = claims.toSubmit(provider, 1).getFirst();
    recordOutcome.record(
        claim, _ -> new PayoutEvent.PlatformFault(claim.epoch(), "no", Optional.empty()));

    recordFailure.record(claim, new StackOverflowError());

    assertThat(payout.text("state")).isEqualTo("held");
    assertThat(payout.entries()).isEqualTo("2");
    assertThat(job(payout, "error")).isEqualTo("StackOverflowError");
  }

  @Test
  void a_question_whose_handling_threw_is_asked_again_after_a_pause_and_success_closes_the_job()
      throws SQLException {
    PayoutRow payout = write("submission_unknown");
    recordFailure.record(ask(payout), new IllegalStateException(SECRET));
    query(
        "UPDATE job SET due_at = now() + interval '1 hour' WHERE payout_id = ? RETURNING id",
        payout.id());

    assertThat(payout.text("lease_until IS NULL")).isEqualTo("t");
    assertThat(claims.toAsk(provider, PayoutState.SUBMISSION_UNKNOWN, 1)).isEmpty();
    makeDue(payout);
    recordOutcome.recordAnswer(ask(payout), _ -> List.of());

    assertThat(job(payout, "state || ' ' || failures")).isEqualTo("done 1");
  }

  @Test
  void what_a_person_has_tried_again_is_taken_up_at_once_and_fails_at_once() throws SQLException {
    PayoutRow payout = write("sent");
    for (int i = 1; i <= config.jobTries(); i++) {
      recordFailure.record(ask(payout), new IllegalStateException(SECRET));
      makeDue(payout);
    }
    assertThat(claims.toAsk(provider, PayoutState.SENT, 1)).isEmpty();
    String id = job(payout, "id");

    tenant
        .request(UUID.randomUUID().toString(), "{\"reason\": \"mended\"}")
        .post("/v1/ops/jobs/" + id + "/retry")
        .then()
        .statusCode(200);
    assertThat(job(payout, "state")).isEqualTo("retried");
    Claim again = ask(payout);
    recordFailure.record(again, new IllegalStateException(SECRET));

    assertThat(job(payout, "state || ' ' || failures"))
        .isEqualTo("failed " + (config.jobTries() + 1));
    assertThat(query("SELECT action FROM audit_entry WHERE subject = ?", id))
        .isEqualTo("job.retry");
    assertThat(tenant.request().get("/v1/ops/jobs?state=failed").<List<String>>path("data.id"))
        .containsExactly(id);
  }

  @Test
  void a_job_need_not_be_done_any_more_when_the_payout_has_moved_on_without_it() throws Exception {
    PayoutRow payout = write("sent");
    recordFailure.record(ask(payout), new IllegalStateException(SECRET));

    payout.change("state = 'paid', paid_at = now(), closed_at = now(), due_at = NULL");

    Wait.until("closing", PATIENCE, () -> job(payout, "state"), "done"::equals);
  }

  private PayoutRow write(String state) {
    String theirs = state.equals("sent") ? UUID.randomUUID().toString() : "";
    return PayoutRow.write(database, tenant, provider, state, theirs);
  }

  private static void abandon(PayoutRow payout, String since) {
    payout.change(
        "state = 'submitting', ever_submitted = true, due_at = NULL, lease_owner = 'dead', lease_until = now() - interval '"
            + since
            + "'");
  }

  /** The next entry of its history has a number that is taken. */
  private void occupyNextEntry(PayoutRow payout) throws SQLException {
    query(
        """
        INSERT INTO payout_event (id, payout_id, tenant_id, sequence, type, applied, to_state, evidence, actor)
        SELECT 'evt_' || substr(id, 4), id, tenant_id, 2, 'claimed', true, 'submitting', 'own_record', 'test' FROM payout WHERE id = ? RETURNING id
        """,
        payout.id());
  }

  private Claim ask(PayoutRow payout) {
    List<Claim> claimed = claims.toAsk(provider, PayoutState.ofWireName(payout.text("state")), 10);
    assertThat(ids(claimed)).containsExactly(payout.id());
    return claimed.getFirst();
  }

  private void makeDue(PayoutRow payout) throws SQLException {
    query(
        "UPDATE job SET due_at = now() WHERE payout_id = ? AND due_at IS NOT NULL RETURNING id",
        payout.id());
  }

  private String job(PayoutRow payout, String expression) throws SQLException {
    return query(
        "SELECT " + expression + " FROM job WHERE payout_id = ? ORDER BY id DESC", payout.id());
  }

  private String caseOf(PayoutRow payout) throws SQLException {
    return query(
        "SELECT summary FROM ops_case WHERE kind = 'job_failed' AND payout_id = ?", payout.id());
  }

  private String sendingEnds(PayoutRow payout) throws SQLException {
    return query("SELECT last_possible_send FROM attempt WHERE payout_id = ?", payout.id());
  }

  /** The first value of the first row; empty when there is none. */
  private String query(String query, String value) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(query)) {
      statement.setString(1, value);
      try (var rows = statement.executeQuery()) {
        return rows.next() ? String.valueOf(rows.getString(1)) : "";
      }
    }
  }

  private static List<String> ids(List<Claim> claimed) {
    return claimed.stream().map(claim -> claim.payout().id()).toList();
  }
}
