// What a worker that lost its lease can still do: nothing, but to report what the partner told it.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.db.Tx;
import dev.semel.domain.Evidence;
import dev.semel.domain.Fault;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderPosition;
import dev.semel.domain.ProviderStatement;
import dev.semel.domain.ProviderStatus;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import dev.semel.security.CreateCredential;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class FencingDbTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  @Inject ClaimDuePayouts claims;
  @Inject ClaimStore store;
  @Inject SweepAbandoned sweep;
  @Inject RecordOutcome recordOutcome;
  @Inject PayoutStore payouts;
  @Inject PayoutTransitions transitions;
  @Inject Node node;
  @Inject SubmissionConfig config;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private String provider;
  private PayoutRow payout;

  @BeforeEach
  void aDuePayout() {
    provider = "fenced-" + NUMBER.incrementAndGet();
    payout = PayoutRow.write(database, Tenant.create(credentials, database), provider, "ready", "");
  }

  @Test
  void j_03_a_claim_given_back_and_made_again_within_a_second_has_another_token() {
    Claim first = submit();
    record(first, new PayoutEvent.NotSent(first.epoch(), "refused", now()));
    assertThat(payout.text("state")).isEqualTo("ready");

    Claim second = submit();

    assertThat(second.epoch()).isEqualTo(first.epoch() + 1);
    assertThat(claims.toSubmit(provider, 9)).as("a second claim of it").isEmpty();
    assertThat(Duration.between(first.at(), second.at())).isLessThan(Duration.ofSeconds(10));
    assertThat(payout.text("lease_until > now() + interval '50 seconds'"))
        .as("how long it lasts, the database says")
        .isEqualTo("t");
  }

  @Test
  void j_03_a_lease_is_kept_or_ends_by_the_clock_that_only_goes_forward() {
    AtomicLong nanos = new AtomicLong();
    RunningClaims running = new RunningClaims(store, node, config, nanos::get);
    Claim claimed = submit();
    Claim claim = new Claim(claimed.payout(), claimed.epoch(), claimed.at(), nanos.get());
    running.add(claim);
    // No wall clock is asked anywhere: an hour more or less on it changes nothing.
    assertThat(running.maySend(claim)).isTrue();
    nanos.addAndGet(config.lease().toNanos());
    assertThat(running.maySend(claim)).isFalse();
  }

  @Test
  void j_04_every_claim_has_a_new_token_and_the_report_of_a_dead_run_changes_nothing() {
    Claim dead = submit();
    expire();
    sweep.sweep();
    assertThat(payout.text("state || ' ' || (lease_until IS NULL)"))
        .isEqualTo("submission_unknown true");
    payout.change("due_at = now()");
    Claim again = ask(PayoutState.SUBMISSION_UNKNOWN);

    record(dead, new PayoutEvent.NotSent(dead.epoch(), "refused", now()));
    record(dead, new PayoutEvent.Busy(dead.epoch(), "busy", now()));
    record(
        dead, new PayoutEvent.Refused(dead.epoch(), "closed", Fault.BENEFICIARY, Optional.empty()));
    record(dead, new PayoutEvent.PlatformFault(dead.epoch(), "float", Optional.empty()));
    record(dead, new PayoutEvent.OutcomeUnknown(dead.epoch(), "time-out"));
    record(dead, new PayoutEvent.DuplicateReference(dead.epoch()));

    assertThat(again.epoch()).isEqualTo(dead.epoch() + 1);
    assertThat(payout.text("state || ' ' || lease_epoch || ' ' || (lease_until > now())"))
        .as("the other claim stands")
        .isEqualTo("submission_unknown " + again.epoch() + " true");
    assertThat(refusedForTheLostLease()).as("in the history").isEqualTo("6");
  }

  @Test
  void j_06_a_claim_that_is_never_given_back_is_taken_over_as_unknown_when_its_lease_ends() {
    submit();
    sweep.sweep();
    assertThat(payout.text("state")).as("before its end").isEqualTo("submitting");

    expire();
    sweep.sweep();

    assertThat(payout.text("state || ' ' || (due_at IS NOT NULL) || ' ' || tries"))
        .isEqualTo("submission_unknown true 1");
    assertThat(claims.toSubmit(provider, 9)).as("never sent again by itself").isEmpty();
  }

  @Test
  void j_12_a_claim_that_does_not_commit_leaves_the_payout_as_due_as_it_was() {
    assertThatThrownBy(
            () ->
                Tx.run(
                    () -> {
                      assertThat(
                              store.claimToSubmit(
                                  provider, Map.of(), new Places(1, 0), 1, node, config.lease()))
                          .containsExactly(payout.id());
                      throw new IllegalStateException("the database is gone");
                    }))
        .hasMessageContaining("gone");

    assertThat(payout.text("state || ' ' || lease_epoch || ' ' || (lease_until IS NULL)"))
        .isEqualTo("ready 0 true");
    assertThat(submit().epoch()).isEqualTo(1);
  }

  @Test
  void a_late_acceptance_is_adopted_whoever_holds_the_payout_now() {
    Claim late = submit();
    expire();
    sweep.sweep();
    payout.change("due_at = now()");
    Claim other = ask(PayoutState.SUBMISSION_UNKNOWN);

    record(late, new PayoutEvent.Accepted(late.epoch(), says("theirs-1")));

    assertThat(payout.text("state || ' ' || provider_payout_id")).isEqualTo("sent theirs-1");
    // The lookup that was under way says the same, and nothing new.
    recordOutcome.recordAnswer(other, _ -> List.of(new PayoutEvent.LookupFound(says("theirs-1"))));
    assertThat(payout.text("state || ' ' || provider_payout_id")).isEqualTo("sent theirs-1");
  }

  @Test
  void a_late_report_of_a_request_moves_the_time_from_which_absence_can_be_proven() {
    Claim late = submit();
    expire();
    run(
        "UPDATE attempt SET first_possible_send = now() - interval '1 hour', last_possible_send = now() - interval '30 minutes', promised_repeats = coalesce(promised_repeats, 'none'), file_fingerprint = coalesce(file_fingerprint, '') WHERE payout_id = ?");
    sweep.sweep();
    payout.change("due_at = now()");
    ask(PayoutState.SUBMISSION_UNKNOWN);

    record(late, new PayoutEvent.NotSent(late.epoch(), "refused", now()));
    assertThat(lastSendIsOf("interval '29 minutes'")).as("nothing was written").isEqualTo("f");
    record(late, new PayoutEvent.OutcomeUnknown(late.epoch(), "time-out"));
    assertThat(lastSendIsOf("interval '1 minute'")).isEqualTo("t");
  }

  @Test
  void that_nothing_was_found_is_no_proof_once_somebody_else_has_taken_over() {
    payout.change(
        "state = 'submission_unknown', ever_submitted = true, ever_unknown = true, unknown_since = now()");
    Claim late = ask(PayoutState.SUBMISSION_UNKNOWN);
    expire();
    Claim other = ask(PayoutState.SUBMISSION_UNKNOWN);

    recordOutcome.recordAnswer(
        late, _ -> List.of(new PayoutEvent.LookupAbsent(Optional.of(late.at()))));

    assertThat(payout.text("(absent_since IS NULL) || ' ' || lookups || ' ' || lease_epoch"))
        .isEqualTo("true 0 " + other.epoch());
    assertThat(payout.text("lease_until > now()")).isEqualTo("t");
  }

  @Test
  void a_postponed_question_gives_back_the_claim_that_was_read_and_no_other() {
    payout.change("state = 'sent', ever_submitted = true, sent_at = now()");
    assertThatThrownBy(
            () ->
                Tx.run(
                    () -> {
                      PayoutStore.Locked read = payouts.lock(payout.id());
                      store.claimToAsk(provider, PayoutState.SENT, node, config.lease(), 1);
                      transitions.askAgainLater(read);
                    }))
        .hasMessageContaining("0 rows");
  }

  @Test
  void what_a_webhook_says_ends_a_claim_and_its_report_is_then_refused() {
    Claim claim = submit();
    Tx.run(
        () ->
            transitions.apply(
                payout.id(),
                new PayoutEvent.ProviderSays(
                    says("theirs-2"), ProviderPosition.UNPLACED, Evidence.SIGNED_WEBHOOK),
                "provider:" + provider,
                Optional.empty()));

    record(claim, new PayoutEvent.OutcomeUnknown(claim.epoch(), "time-out"));

    assertThat(payout.text("state || ' ' || provider_payout_id || ' ' || (lease_until IS NULL)"))
        .isEqualTo("sent theirs-2 true");
  }

  private Claim submit() {
    payout.change("due_at = now() - interval '1 second'");
    List<Claim> claimed = claims.toSubmit(provider, 1);
    assertThat(claimed).extracting(claim -> claim.payout().id()).containsExactly(payout.id());
    return claimed.getFirst();
  }

  private Claim ask(PayoutState state) {
    return claims.toAsk(provider, state, 1).getFirst();
  }

  private void record(Claim claim, PayoutEvent event) {
    recordOutcome.record(claim, _ -> event);
  }

  private void expire() {
    payout.change("lease_until = now() - interval '1 second'");
  }

  private static PayoutEvent.Retry now() {
    return new PayoutEvent.Retry.After(Duration.ZERO);
  }

  private String refusedForTheLostLease() {
    return query(
        "SELECT count(*) FROM payout_event WHERE payout_id = ? AND NOT applied AND reason LIKE '%no longer holds the payout%'");
  }

  private String lastSendIsOf(String last) {
    return query(
        "SELECT last_possible_send > now() - " + last + " FROM attempt WHERE payout_id = ?");
  }

  private String query(String query) {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(query)) {
      statement.setString(1, payout.id());
      try (var rows = statement.executeQuery()) {
        rows.next();
        return String.valueOf(rows.getString(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void run(String change) {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(change)) {
      statement.setString(1, payout.id());
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ProviderStatement says(String providerId) {
    return new ProviderStatement(
        Optional.of(providerId),
        ProviderStatus.PROCESSING,
        "processing",
        Optional.of(Money.of("125.50", "KES")),
        Optional.empty(),
        Optional.empty());
  }
}
