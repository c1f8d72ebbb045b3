// Guards of the engine that only a real database, and somebody else at the same time, can test.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.db.Tx;
import dev.semel.domain.AlertKind;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderTerms;
import dev.semel.domain.SafeWish;
import dev.semel.model.ReachedRows;
import dev.semel.payout.AlertDesk;
import dev.semel.payout.BacklogStore;
import dev.semel.payout.FreshLookup;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import dev.semel.provider.LookupOutcome;
import dev.semel.submission.PermitResend.Permit;
import dev.semel.testing.PaperPartner;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.PlainEngine;
import dev.semel.testing.TestDatabase;
import dev.semel.testing.Wait;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class GuardsDbTest {
  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration WINDOW = Duration.ofHours(1);

  private String name;
  private ProviderTerms terms;
  private PaperPartner partner;
  private PlainEngine engine;

  @BeforeEach
  void anEngine() {
    name = "guarded-" + NUMBER.incrementAndGet();
    ProviderTerms usual = ReachedRows.terms();
    terms =
        new ProviderTerms(
            name,
            usual.referenceForm(),
            ProviderTerms.Repeats.REPLAYS_KEY,
            Optional.of(WINDOW),
            Optional.of(Duration.ofMillis(1)),
            true,
            usual.retry(),
            List.of(Duration.ofMinutes(1)),
            List.of(Duration.ofMinutes(1)),
            Map.of());
    partner = new PaperPartner(terms);
    engine = PlainEngine.on(database.dataSource(), partner.provider());
  }

  // Locks

  @Test
  void a_lock_that_had_to_wait_sees_the_requests_of_the_payout_as_they_are_by_then()
      throws Exception {
    PayoutRow payout = write("submission_unknown");
    Instant last = Instant.parse("2026-01-02T00:00:00Z");
    try (Connection other = database.dataSource().getConnection()) {
      other.setAutoCommit(false);
      execute(other, "UPDATE payout SET lease_epoch = 7 WHERE id = '" + payout.id() + "'");
      execute(
          other,
          "UPDATE attempt SET first_possible_send = timestamptz '2026-01-01T00:00:00Z', last_possible_send = timestamptz '"
              + last
              + "', promised_repeats = 'none', file_fingerprint = '' WHERE payout_id = '"
              + payout.id()
              + "'");
      CompletableFuture<PayoutStore.Locked> waiting =
          CompletableFuture.supplyAsync(() -> inTx(() -> lock(payout)));
      Wait.until(
          "a lock that waits",
          PATIENCE,
          () ->
              engine.text(
                  "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"),
          "1"::equals);
      other.commit();
      other.setAutoCommit(true);

      PayoutStore.Locked locked = waiting.get();
      assertThat(locked.payout().leaseEpoch()).isEqualTo(7);
      assertThat(locked.lastPossibleSend()).contains(last);
    }
  }

  @Test
  void a_row_that_somebody_holds_keeps_no_other_lease_from_being_renewed() throws Exception {
    PayoutRow held = write("sent");
    PayoutRow free = write("sent");
    List<Claim> claims = ask(PayoutState.SENT, 2);
    try (Connection other = database.dataSource().getConnection()) {
      other.setAutoCommit(false);
      execute(other, "SELECT id FROM payout WHERE id = '" + held.id() + "' FOR UPDATE");

      List<String> renewed =
          inTx(
              () ->
                  part(ClaimStore.class).renew(claims, new Node("a-node"), Duration.ofMinutes(5)));

      assertThat(renewed).containsExactly(free.id());
      other.rollback();
      other.setAutoCommit(true);
    }
  }

  // A resend that is the lookup

  @Test
  void no_resend_is_made_while_a_request_may_be_on_the_wire() {
    PayoutRow payout = write("submission_unknown");
    Claim claim = ask(PayoutState.SUBMISSION_UNKNOWN, 1).getFirst();
    span(payout, "1 minute", "-10 seconds");

    assertThat(permit(claim)).isInstanceOf(Permit.NotNow.class);
    span(payout, "1 minute", "1 second");
    assertThat(permit(claim)).isInstanceOf(Permit.Given.class);
  }

  @Test
  void no_resend_is_made_while_the_provider_is_paused() {
    PayoutRow payout = write("submission_unknown");
    span(payout, "1 minute", "1 minute");
    Claim claim = ask(PayoutState.SUBMISSION_UNKNOWN, 1).getFirst();
    engine.run(
        "INSERT INTO provider_control (provider, paused_at, paused_by, pause_reason) VALUES (?, now(), 'test', 'a test')",
        name);

    assertThat(permit(claim)).isInstanceOf(Permit.NotNow.class);
    engine.run(
        "UPDATE provider_control SET paused_at = NULL, paused_by = NULL, pause_reason = NULL WHERE provider = ?",
        name);
    assertThat(permit(claim)).isInstanceOf(Permit.Given.class);
  }

  @Test
  void a_claim_that_is_given_back_keeps_its_lease_while_its_request_may_be_on_the_wire() {
    PayoutRow payout = write("submission_unknown");
    Claim claim = ask(PayoutState.SUBMISSION_UNKNOWN, 1).getFirst();

    span(payout, "1 minute", "-10 seconds");
    perform(() -> part(ClaimStore.class).giveBack(claim));
    assertThat(payout.text("lease_until > now()")).isEqualTo("t");

    span(payout, "1 minute", "1 second");
    perform(() -> part(ClaimStore.class).giveBack(claim));
    assertThat(payout.text("lease_until IS NULL")).isEqualTo("t");
  }

  @Test
  void a_resend_that_has_ended_ends_the_span_of_its_request() {
    PayoutRow payout = write("submission_unknown");
    span(payout, "1 minute", "1 minute");
    Claim claim = ask(PayoutState.SUBMISSION_UNKNOWN, 1).getFirst();
    partner.resends = true;

    engine.perform(() -> part(ResolveUnknown.class).resolve(claim, partner.provider()));

    assertThat(partner.asked).isEqualTo(1);
    assertThat(lastSend(payout, "BETWEEN now() - interval '20 seconds' AND now()"))
        .as("not the end of the lease")
        .isEqualTo("t");
  }

  @Test
  void a_resend_that_ends_after_another_took_over_leaves_what_that_one_may_be_writing() {
    PayoutRow payout = write("submission_unknown");
    Claim late = ask(PayoutState.SUBMISSION_UNKNOWN, 1).getFirst();
    payout.change("lease_epoch = lease_epoch + 1, lease_owner = 'another'");
    span(payout, "1 minute", "-50 seconds");

    perform(() -> part(PayoutTransitions.class).resendIsOver(lock(payout), late.epoch()));
    assertThat(lastSend(payout, "> now() + interval '40 seconds'")).isEqualTo("t");

    span(payout, "2 minutes", "1 minute");
    perform(() -> part(PayoutTransitions.class).resendIsOver(lock(payout), late.epoch()));
    assertThat(lastSend(payout, "> now() - interval '30 seconds'"))
        .as("it may have been written until now")
        .isEqualTo("t");
  }

  private Permit permit(Claim claim) {
    return engine.call(() -> part(PermitResend.class).decide(claim, terms));
  }

  private String lastSend(PayoutRow payout, String condition) {
    return engine.text(
        "SELECT last_possible_send " + condition + " FROM attempt WHERE payout_id = ?",
        payout.id());
  }

  // A resend that had to wait

  @Test
  void what_the_provider_may_have_forgotten_while_it_waited_is_not_sent_again() {
    PayoutRow forgotten = write("ready");
    forgotten.change("ever_submitted = true, ever_unknown = true, tries = 1");
    span(forgotten, "2 hours", "2 hours");
    PayoutRow remembered = write("ready");
    remembered.change("ever_submitted = true, ever_unknown = true, tries = 1");
    span(remembered, "30 minutes", "30 minutes");

    assertThat(submit()).extracting(claim -> claim.payout().id()).containsExactly(remembered.id());
    assertThat(
            forgotten.text("state || ' ' || (due_at IS NOT NULL) || ' ' || (lease_until IS NULL)"))
        .isEqualTo("submission_unknown true true");
  }

  @Test
  void what_two_people_decided_to_send_is_sent_whatever_the_provider_remembers() {
    PayoutRow decided = write("ready");
    decided.change("ever_submitted = true, ever_unknown = true, tries = 0");
    span(decided, "2 hours", "2 hours");

    assertThat(submit()).hasSize(1);
  }

  @Test
  void what_was_sent_under_another_file_is_not_sent_again() {
    PayoutRow payout = write("ready");
    payout.change("ever_submitted = true, ever_unknown = true, tries = 1");
    span(payout, "30 minutes", "30 minutes");
    engine.run(
        "UPDATE attempt SET promised_repeats = 'replays_key', promised_window_ms = 3600000, file_fingerprint = 'of another file' WHERE payout_id = ?",
        payout.id());

    assertThat(submit()).isEmpty();
    assertThat(payout.text("state")).isEqualTo("submission_unknown");
  }

  @Test
  void what_is_promised_is_kept_when_it_is_sent_and_never_becomes_more_while_it_may_be_there() {
    PayoutRow payout = write("ready");
    assertThat(submit()).hasSize(1);
    assertThat(promised(payout)).isEqualTo("replays_key " + WINDOW.toMillis() + " 1 ");

    PayoutRow maybeThere = write("ready");
    maybeThere.change("ever_submitted = true, ever_unknown = true, tries = 1");
    span(maybeThere, "1 minute", "1 minute");
    engine.run(
        "UPDATE attempt SET promised_repeats = 'replays_key', promised_window_ms = 600000, promised_visible_ms = NULL, file_fingerprint = '' WHERE payout_id = ?",
        maybeThere.id());
    assertThat(submit()).hasSize(1);
    assertThat(promised(maybeThere)).isEqualTo("replays_key 600000 nothing ");
  }

  private String promised(PayoutRow payout) {
    return engine.text(
        "SELECT concat_ws(' ', promised_repeats, promised_window_ms, coalesce(promised_visible_ms::text, 'nothing'), file_fingerprint) FROM attempt WHERE payout_id = ?",
        payout.id());
  }

  // A person who asks, and a provider that can't be asked

  @Test
  void that_a_person_found_nothing_proves_nothing_once_another_has_taken_over() {
    PayoutRow payout = write("submission_unknown");
    span(payout, "30 minutes", "30 minutes");
    partner.answer =
        () -> {
          payout.change(
              "lease_epoch = lease_epoch + 1, lease_owner = 'another', lease_until = now() + interval '1 minute'");
          return new LookupOutcome.Absent();
        };

    personAsks(payout);

    assertThat(payout.text("(absent_since IS NULL) || ' ' || lookups || ' ' || lease_owner"))
        .isEqualTo("true 0 another");
  }

  @Test
  void that_a_person_found_nothing_is_noted_while_the_claim_is_theirs() {
    PayoutRow payout = write("submission_unknown");
    span(payout, "30 minutes", "30 minutes");
    partner.answer = LookupOutcome.Absent::new;

    assertThat(personAsks(payout).lookup()).isEqualTo(SafeWish.Lookup.ABSENT);

    assertThat(
            payout.text("(absent_since IS NULL) || ' ' || lookups || ' ' || (lease_until IS NULL)"))
        .isEqualTo("false 1 true");
  }

  @Test
  void where_the_provider_can_not_be_asked_a_person_is_told_so_at_once() {
    PayoutRow payout = write("submission_unknown");
    partner.canBeAsked = false;

    assertThat(personAsks(payout).lookup()).isEqualTo(SafeWish.Lookup.NOT_ASKED);

    assertThat(partner.asked).isZero();
    assertThat(payout.text("lease_until IS NULL")).isEqualTo("t");
  }

  @Test
  void a_provider_that_can_not_be_asked_is_not_silent() {
    PayoutRow payout = write("sent");
    partner.canBeAsked = false;
    Claim claim = ask(PayoutState.SENT, 1).getFirst();

    engine.perform(() -> part(CheckStatus.class).check(claim, partner.provider()));

    assertThat(partner.asked).isZero();
    assertThat(engine.text("SELECT kind FROM alert WHERE payout_id = ?", payout.id()))
        .isEqualTo("nothing");
    assertThat(payout.text("state || ' ' || (due_at > now()) || ' ' || (lease_until IS NULL)"))
        .isEqualTo("sent true true");
  }

  private FreshLookup.Answer personAsks(PayoutRow payout) {
    return engine.call(() -> part(AskAgain.class).ask(engine.tenant().id(), payout.id()));
  }

  // Work that failed

  @Test
  void failed_work_on_a_paid_payout_that_is_still_asked_about_waits_for_its_turn() {
    PayoutRow payout = write("sent");
    payout.change(
        "state = 'paid', paid_at = now(), closed_at = now(), due_at = now() + interval '1 hour'");
    count(payout, JobKind.STATUS_CHECK);

    perform(() -> part(EndJobs.class).moot());
    assertThat(job(payout)).isEqualTo("retrying");

    payout.change("due_at = NULL");
    perform(() -> part(EndJobs.class).moot());
    assertThat(job(payout)).isEqualTo("done");
  }

  @Test
  void the_case_about_failed_work_is_resolved_when_the_work_is_done() {
    PayoutRow payout = write("sent");
    for (int i = 0; i < part(SubmissionConfig.class).jobTries(); i++) {
      count(payout, JobKind.STATUS_CHECK);
    }
    assertThat(caseOf(payout)).isEqualTo("open nobody");

    perform(() -> part(EndJobs.class).done(payout.id(), JobKind.STATUS_CHECK));

    assertThat(caseOf(payout)).isEqualTo("resolved system");
    assertThat(
            engine.text(
                "SELECT e.action || ' ' || e.actor FROM case_entry e JOIN ops_case c ON c.id = e.case_id WHERE c.payout_id = ? ORDER BY e.sequence DESC",
                payout.id()))
        .isEqualTo("resolved system");
  }

  private String caseOf(PayoutRow payout) {
    return engine.text(
        "SELECT status || ' ' || coalesce(resolved_by, 'nobody') FROM ops_case WHERE payout_id = ?",
        payout.id());
  }

  @Test
  void that_the_database_was_busy_is_no_failure_of_a_payout() {
    for (String state : List.of("55P03", "57014", "53300", "08006")) {
      PayoutRow busy = write("sent");
      PayoutRow good = write("sent");

      assertThat(handle(busy, () -> new IllegalStateException(new SQLException("busy", state))))
          .as(state)
          .containsExactly(good.id());

      assertThat(job(busy)).as(state).isEqualTo("nothing");
      assertThat(busy.text("lease_until IS NULL")).isEqualTo("t");
      busy.change("due_at = now() + interval '1 hour'");
      good.change("due_at = now() + interval '1 hour'");
    }
  }

  @Test
  void an_error_in_one_payout_stops_none_of_the_others() {
    PayoutRow deep = write("sent");
    PayoutRow good = write("sent");

    assertThat(
            handle(
                deep,
                () -> {
                  throw new StackOverflowError();
                }))
        .containsExactly(good.id());

    assertThat(engine.text("SELECT error FROM job WHERE payout_id = ?", deep.id()))
        .isEqualTo("StackOverflowError");
  }

  @Test
  void without_memory_nothing_is_counted_and_nobody_goes_on() {
    PayoutRow payout = write("sent");

    assertThatThrownBy(
            () ->
                handle(
                    payout,
                    () -> {
                      throw new OutOfMemoryError("a test");
                    }))
        .isInstanceOf(OutOfMemoryError.class);

    assertThat(job(payout)).isEqualTo("nothing");
  }

  @Test
  void a_payout_whose_handling_met_a_busy_database_has_not_failed() {
    PayoutRow payout = write("sent");
    Claim claim = ask(PayoutState.SENT, 1).getFirst();

    engine.perform(
        () ->
            part(RecordFailure.class)
                .record(claim, new IllegalStateException(new SQLException("busy", "40001"))));

    assertThat(job(payout)).isEqualTo("nothing");
    assertThat(payout.text("lease_until IS NULL")).isEqualTo("t");
  }

  /** Handles what is sent and due; the handling of one ends as the test says. */
  private List<String> handle(PayoutRow one, Supplier<RuntimeException> ending) {
    return engine.call(
        () ->
            part(OneByOne.class)
                .handle(
                    JobKind.STATUS_CHECK,
                    () ->
                        part(ClaimStore.class)
                            .claimToAsk(
                                name,
                                PayoutState.SENT,
                                new Node("a-node"),
                                Duration.ofMinutes(1),
                                9),
                    locked -> {
                      if (locked.payout().id().equals(one.id())) {
                        throw ending.get();
                      }
                      return Optional.of(locked.payout().id());
                    }));
  }

  private void count(PayoutRow payout, JobKind kind) {
    inTx(
        () ->
            part(CountFailure.class).count(payout.id(), kind, new IllegalStateException("a test")));
  }

  private String job(PayoutRow payout) {
    return engine.text("SELECT state FROM job WHERE payout_id = ?", payout.id());
  }

  // Payouts that nobody serves

  @Test
  void paid_payouts_that_are_still_to_be_asked_about_are_among_those_that_nobody_serves() {
    PayoutRow paid = write("sent");
    paid.change(
        "state = 'paid', paid_at = now(), closed_at = now(), due_at = now() - interval '1 hour'");
    write("ready").change("due_at = now() - interval '1 hour'");
    write("sent").change("due_at = now() + interval '1 hour'");

    assertThat(unserved(List.of())).isEqualTo(2);
    assertThat(unserved(List.of(name))).isZero();
    engine.run(
        "INSERT INTO provider_control (provider, paused_at, paused_by, pause_reason) VALUES (?, now(), 'test', 'a test')",
        name);
    assertThat(unserved(List.of()))
        .as("what is not sent waits for whoever paused it; questions go on")
        .isEqualTo(1);
  }

  @Test
  void the_alert_that_nobody_serves_a_provider_ends_when_it_is_connected_again() {
    write("sent").change("due_at = now() - interval '1 hour'");
    PayoutRow.write(database.dataSource(), engine.tenant(), "still-gone", "ready", "")
        .change("due_at = now() - interval '1 hour'");
    inTx(
        () -> {
          part(AlertDesk.class)
              .raise(
                  new AlertDesk.NewAlert(
                      engine.tenant().id(),
                      AlertKind.PROVIDER_NOT_CONNECTED,
                      name,
                      name,
                      null,
                      "a test"));
          return true;
        });

    engine.perform(part(WatchUnserved.class)::watch);

    assertThat(goesOn(name)).isEqualTo("f");
    assertThat(goesOn("still-gone")).isEqualTo("t");
  }

  private String goesOn(String provider) {
    return engine.text(
        "SELECT over_at IS NULL FROM alert WHERE kind = 'provider_not_connected' AND provider = ?",
        provider);
  }

  // Caps

  @Test
  void a_cap_that_is_gone_from_the_file_stops_nothing_any_more() {
    write("submission_unknown");
    WatchExposure watch = part(WatchExposure.class);
    engine.perform(() -> watch.watch(name, Map.of("KES", BigDecimal.ONE)));
    assertThat(stopped()).containsExactly("KES");

    engine.perform(() -> watch.watch(name, Map.of()));

    assertThat(stopped()).isEmpty();
  }

  private List<String> stopped() {
    return inTx(() -> part(ExposureStore.class).stopped(name));
  }

  private long unserved(List<String> served) {
    return inTx(() -> part(UnservedStore.class).overdue(served, Duration.ofMinutes(5))).stream()
        .filter(found -> found.provider().equals(name))
        .mapToLong(UnservedStore.Unserved::payouts)
        .sum();
  }

  // What all of them need

  // Promises that payouts rest on

  @Test
  void what_is_sent_and_what_is_unknown_rests_on_the_promises_of_its_provider() {
    assertThat(resting()).isEqualTo(new BacklogStore.Resting(false, false));
    PayoutRow payout = write("ready");
    assertThat(resting()).isEqualTo(new BacklogStore.Resting(false, false));
    assertThat(submit()).hasSize(1);
    assertThat(resting()).isEqualTo(new BacklogStore.Resting(false, true));
    payout.change(
        "state = 'ready', lease_owner = NULL, lease_until = NULL, due_at = now(), ever_submitted = true, ever_unknown = true");
    assertThat(resting())
        .as("it may be sent again")
        .isEqualTo(new BacklogStore.Resting(true, false));
  }

  private BacklogStore.Resting resting() {
    return inTx(() -> part(BacklogStore.class).resting(name));
  }

  private PayoutRow write(String state) {
    String theirs = state.equals("sent") ? name + "-" + NUMBER.incrementAndGet() : "";
    return PayoutRow.write(database.dataSource(), engine.tenant(), name, state, theirs);
  }

  /** The requests of a payout may have been written between so long ago and so long ago. */
  private void span(PayoutRow payout, String first, String last) {
    engine.run(
        "UPDATE attempt SET first_possible_send = now() - CAST(? AS interval), last_possible_send = now() - CAST(? AS interval), promised_repeats = 'replays_key', promised_visible_ms = 1, file_fingerprint = '' WHERE payout_id = ?",
        first,
        last,
        payout.id());
  }

  private List<Claim> submit() {
    return engine.call(() -> part(ClaimDuePayouts.class).toSubmit(name, 9));
  }

  private List<Claim> ask(PayoutState state, int many) {
    List<Claim> claims = engine.call(() -> part(ClaimDuePayouts.class).toAsk(name, state, many));
    assertThat(claims).hasSize(many);
    return claims;
  }

  private PayoutStore.Locked lock(PayoutRow payout) {
    return part(PayoutStore.class).lock(payout.id());
  }

  private <T> T part(Class<T> type) {
    return engine.get(type);
  }

  private <T> T inTx(Supplier<T> work) {
    return engine.call(() -> Tx.call(work));
  }

  private void perform(Runnable work) {
    engine.perform(() -> Tx.run(work));
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
