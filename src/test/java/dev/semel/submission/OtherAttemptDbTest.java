// What the provider says of another attempt than the present one, on a real database.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.domain.Fault;
import dev.semel.domain.OtherAttempt;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.SafeWish;
import dev.semel.payout.FreshLookup;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.SubmitOutcome;
import dev.semel.submission.PermitResend.Permit;
import dev.semel.testing.PayoutRow;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtherAttemptDbTest extends OtherAttemptWorld {
  // The mark

  @ParameterizedTest
  @EnumSource(
      value = ProviderStatus.class,
      names = {"PROCESSING", "PAID", "RETURNED"})
  void a_later_attempt_is_not_sent_once_the_provider_speaks_of_an_earlier_one(
      ProviderStatus status) {
    PayoutRow payout = secondAttempt("ready");

    theySayOfTheFirst(payout, ProviderStatus.FAILED);
    assertThat(payout.text("state")).as("that it failed is no news").isEqualTo("ready");
    theySayOfTheFirst(payout, status);

    assertThat(payout.text(STANDING)).isEqualTo("submission_unknown 1");
    assertThat(
            engine.text(
                "SELECT type || ' ' || actor || ' ' || evidence FROM payout_event WHERE payout_id = ? ORDER BY sequence DESC",
                payout.id()))
        .isEqualTo("other_attempt_alive system own_record");
    assertThat(caseOf(payout)).isEqualTo("contradiction");
    assertThat(submit()).isEmpty();
  }

  @Test
  void so_it_is_with_one_that_was_unknown_and_then_proven_absent() {
    PayoutRow payout = secondAttempt("ready");
    payout.change("ever_unknown = true, tries = 1");
    span(payout);

    theySayOfTheFirst(payout, ProviderStatus.PAID);

    assertThat(payout.text(STANDING)).isEqualTo("submission_unknown 1");
    assertThat(submit()).isEmpty();
  }

  @Test
  void what_is_held_can_be_neither_released_nor_resent_nor_cancelled_nor_closed_after_that() {
    PayoutRow payout = secondAttempt("ready");
    payout.change("state = 'held', hold_reason = 'operator', due_at = NULL, submit_before = now()");

    theySayOfTheFirst(payout, ProviderStatus.PAID);

    assertThat(payout.text(STANDING)).isEqualTo("submission_unknown 1");
    for (PayoutEvent event :
        List.of(
            new PayoutEvent.ReleasedByOperator("a test"),
            new PayoutEvent.ResendByOperator("mail", SECOND),
            new PayoutEvent.CancelAsked("a test"),
            new PayoutEvent.DeadlinePassed())) {
      assertThat(apply(payout, event)).as(event.toString()).isFalse();
    }
    assertThat(inTx(() -> part(ClaimStore.class).overdue(9)))
        .as("nor is it found again and again by the sweep")
        .doesNotContain(payout.id());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ready", "held", "cancelled", "failed"})
  void the_database_lets_nothing_marked_be_sent_or_told_to_have_failed(String state) {
    PayoutRow payout = marked();

    assertThatThrownBy(
            () ->
                payout.change(
                    switch (state) {
                      case "held" -> "state = 'held', hold_reason = 'operator'";
                      case "failed" ->
                          "state = 'failed', failure_code = 'x', closed_at = now(), due_at = NULL";
                      case "cancelled" -> "state = 'cancelled', closed_at = now(), due_at = NULL";
                      default -> "state = 'ready'";
                    }))
        .rootCause()
        .hasMessageContaining("payout_marked_is_not_sent");
  }

  @Test
  void what_is_waiting_for_a_second_person_ends() {
    PayoutRow payout = secondAttempt("submission_unknown");
    engine.run(
        "INSERT INTO approval (id, tenant_id, payout_id, action, reason, statement, requested_by, expires_at, lookup_result, lookup_at, lookup_detail)"
            + " SELECT 'apr_' || substr(id, 4), tenant_id, id, 'resend', 'r', 's', 'credential:first', now() + interval '1 day', 'absent', now(), 'd' FROM payout WHERE id = ?",
        payout.id());

    theySayOfTheFirst(payout, ProviderStatus.PROCESSING);

    assertThat(engine.text("SELECT status FROM approval WHERE payout_id = ?", payout.id()))
        .isEqualTo("expired");
  }

  @Test
  void lookups_are_not_put_off_by_hearing_of_it_again_and_again() {
    PayoutRow payout = marked();
    payout.change(
        "due_at = timestamptz '2026-01-01T00:00:00Z', lease_owner = 'a-node', lease_until = now() + interval '1 minute'");

    theySayOfTheFirst(payout, ProviderStatus.PAID);

    assertThat(payout.text("(due_at < now()) || ' ' || lease_owner")).isEqualTo("true a-node");
  }

  // A submission under way

  @Test
  void what_is_claimed_but_not_written_is_not_written() {
    PayoutRow payout = secondAttempt("ready");
    Claim claim = submit().getFirst();
    partner.beforeWriting = () -> theySayOfTheFirst(payout, ProviderStatus.PAID);

    send(claim);

    assertThat(partner.written).isZero();
    assertThat(payout.text(STANDING)).isEqualTo("submission_unknown 1");
    assertThat(submit()).isEmpty();
  }

  @Test
  void a_later_attempt_of_which_nothing_is_said_is_written() {
    PayoutRow payout = secondAttempt("ready");

    send(submit().getFirst());

    assertThat(partner.written).isEqualTo(1);
    assertThat(payout.text("state")).isEqualTo("submission_unknown");
  }

  @Test
  void whoever_can_not_look_does_not_write() {
    PayoutRow payout = secondAttempt("ready");
    Claim claim = submit().getFirst();

    assertThat(part(SeeOtherAttempt.class).isAlive(claim))
        .as("outside of any database %s", payout.id())
        .isTrue();
  }

  @Test
  void what_was_written_and_refused_is_not_told_to_have_failed() {
    PayoutRow payout = secondAttempt("ready");
    Claim claim = submit().getFirst();
    partner.submission =
        () -> {
          theySayOfTheFirst(payout, ProviderStatus.PAID);
          return new SubmitOutcome.Refused("account_closed", Fault.BENEFICIARY, Optional.empty());
        };

    send(claim);

    assertThat(partner.written).isEqualTo(1);
    assertThat(payout.text(STANDING)).isEqualTo("submission_unknown 1");
    assertThat(engine.text("SELECT summary FROM ops_case WHERE payout_id = ?", payout.id()))
        .contains("may be paid twice");
  }

  @Test
  void what_was_written_and_accepted_is_sent_and_stays_marked() {
    PayoutRow payout = secondAttempt("ready");
    Claim claim = submit().getFirst();
    partner.submission =
        () -> {
          theySayOfTheFirst(payout, ProviderStatus.PAID);
          return new SubmitOutcome.Accepted(says(ProviderStatus.PROCESSING, name + "-2"));
        };

    send(claim);

    assertThat(payout.text(STANDING)).isEqualTo("sent 1");
    assertThat(caseOf(payout)).isEqualTo("contradiction");
  }

  // Finding out

  @Test
  void a_resend_is_not_used_as_the_lookup() {
    PayoutRow payout = marked();
    span(payout);
    partner.resends = true;
    Claim claim = ask();

    assertThat(engine.call(() -> part(PermitResend.class).decide(claim, terms)))
        .isInstanceOf(Permit.Denied.class);
    engine.perform(() -> part(ResolveUnknown.class).resolve(claim, partner.provider()));

    assertThat(partner.asked).isZero();
  }

  @Test
  void a_resend_that_was_permitted_before_is_not_written() {
    PayoutRow payout = secondAttempt("submission_unknown");
    span(payout);
    partner.resends = true;
    partner.asksBeforeResending = true;
    Claim claim = ask();
    part(RunningClaims.class).add(claim);
    partner.beforeWriting = () -> theySayOfTheFirst(payout, ProviderStatus.PAID);

    engine.perform(() -> part(ResolveUnknown.class).resolve(claim, partner.provider()));

    assertThat(partner.asked).isZero();
  }

  @Test
  void that_the_later_one_is_absent_makes_nothing_ready() {
    PayoutRow payout = marked();

    assertThat(apply(payout, new PayoutEvent.AbsenceConfirmed())).isFalse();

    assertThat(payout.text("state")).isEqualTo("submission_unknown");
  }

  @Test
  void a_person_who_decides_is_told_what_became_of_the_earlier_one() {
    PayoutRow payout = marked();
    partner.answer = LookupOutcome.Absent::new;
    partner.answerTo =
        query ->
            query.attempt() == 1
                ? Optional.of(new LookupOutcome.Found(says(ProviderStatus.PAID, name + "-1")))
                : Optional.empty();

    FreshLookup.Answer answer = personAsks(payout);

    assertThat(answer.lookup()).isEqualTo(SafeWish.Lookup.ABSENT);
    assertThat(answer.other()).isEqualTo(SafeWish.Lookup.FOUND);
    assertThat(answer.detail()).contains("of its attempt 1 it has it as 'paid'");
  }

  @Test
  void a_late_answer_about_an_attempt_is_not_taken_for_word_of_the_next_one() {
    PayoutRow payout = secondAttempt("ready");
    payout.change(
        "state = 'held', hold_reason = 'platform_fault', due_at = NULL, attempt = 1, ever_submitted = true");
    partner.answer =
        () -> {
          payout.change(
              "state = 'ready', hold_reason = NULL, due_at = now(), attempt = 2, lease_epoch = lease_epoch + 1, lease_owner = NULL, lease_until = NULL");
          return new LookupOutcome.Found(says(ProviderStatus.PAID, name + "-1"));
        };

    personAsks(payout);

    assertThat(payout.text(STANDING)).isEqualTo("submission_unknown 1");
    assertThat(payout.text("provider_payout_id IS NULL")).isEqualTo("t");
  }

  // People

  @Test
  void two_people_settle_it_from_the_earlier_attempt_and_its_word_counts_from_then_on() {
    PayoutRow payout = marked();

    assertThat(
            apply(
                payout,
                new PayoutEvent.SettledByOperator(
                    PayoutState.SENT,
                    Optional.of(name + "-1"),
                    "mail",
                    SECOND,
                    OtherAttempt.ADOPTED)))
        .isTrue();

    assertThat(payout.text("state || ' ' || attempt || ' ' || (alive_attempt IS NULL)"))
        .isEqualTo("sent 1 true");
    assertThat(inTx(() -> lock(payout)).payout().clientReference()).endsWith("-1");
    assertThat(otherAttempt(payout, 1)).isEmpty();
    assertThat(otherAttempt(payout, 2)).as("now the later one is another").contains(2);

    theySay(payout, 2, ProviderStatus.PROCESSING);
    assertThat(payout.text(STANDING)).isEqualTo("sent 2");
  }

  @Test
  void an_answer_about_the_later_one_that_comes_after_that_moves_nothing() {
    PayoutRow payout = marked();
    Claim claim = ask();
    partner.answer =
        () -> {
          apply(
              payout,
              new PayoutEvent.SettledByOperator(
                  PayoutState.SENT,
                  Optional.of(name + "-1"),
                  "mail",
                  SECOND,
                  OtherAttempt.ADOPTED));
          return new LookupOutcome.Found(says(ProviderStatus.FAILED, name + "-1"));
        };

    engine.perform(() -> part(ResolveUnknown.class).resolve(claim, partner.provider()));

    assertThat(payout.text("state || ' ' || attempt")).isEqualTo("sent 1");
  }

  @Test
  void two_people_dismiss_it_in_so_many_words_and_it_is_sent() {
    PayoutRow payout = marked();
    PayoutEvent silent = new PayoutEvent.ResendByOperator("mail", SECOND);
    PayoutEvent dismissing =
        new PayoutEvent.ResendByOperator("mail", SECOND, false, OtherAttempt.DISMISSED);

    assertThat(apply(payout, silent)).isFalse();
    assertThat(apply(payout, dismissing)).isTrue();

    assertThat(payout.text("state || ' ' || (alive_attempt IS NULL)")).isEqualTo("ready true");
    assertThat(submit()).hasSize(1);
  }

  // Unsigned messages

  @Test
  void an_attempt_of_which_an_unsigned_message_spoke_is_asked_about_once_a_minute_at_most() {
    PayoutRow payout = secondAttempt("ready");
    partner.answer =
        () -> {
          hint(payout, 1);
          return new LookupOutcome.Found(says(ProviderStatus.PROCESSING, name + "-1"));
        };

    hint(payout, 1);
    hint(payout, 1);
    askAboutAttempts();
    assertThat(partner.asked).isEqualTo(1);
    assertThat(payout.text(STANDING)).isEqualTo("submission_unknown 1");

    askAboutAttempts();
    assertThat(partner.asked).isEqualTo(1);
    assertThat(asking(payout, "ask_at > now()"))
        .as("but what came while it was asked is not forgotten with the answer")
        .isEqualTo("t");
  }

  @Test
  void what_the_provider_says_of_a_held_payout_that_a_message_spoke_of_is_adopted() {
    PayoutRow payout = secondAttempt("ready");
    payout.change("state = 'held', hold_reason = 'platform_fault', due_at = NULL");
    partner.answer = () -> new LookupOutcome.Found(says(ProviderStatus.PAID, name + "-2"));

    hint(payout, 2);
    askAboutAttempts();

    assertThat(payout.text("state")).isEqualTo("paid");
    assertThat(asking(payout, "ask_at IS NULL")).isEqualTo("t");
  }

  @Test
  void where_nobody_can_be_asked_there_is_one_case_however_many_messages_come() {
    PayoutRow payout = secondAttempt("ready");
    partner.canBeAsked = false;

    for (int i = 0; i < 5; i++) {
      hint(payout, 1);
      engine.run(
          "UPDATE attempt SET ask_at = now() WHERE payout_id = ? AND ask_at IS NOT NULL",
          payout.id());
      askAboutAttempts();
    }

    assertThat(engine.text("SELECT count(*) FROM ops_case WHERE payout_id = ?", payout.id()))
        .isEqualTo("1");
    assertThat(
            engine.text(
                "SELECT count(*) FROM case_entry e JOIN ops_case c ON c.id = e.case_id WHERE c.payout_id = ?",
                payout.id()))
        .as("opened, and seen again, which is told once an hour")
        .isEqualTo("2");
    assertThat(payout.text("state")).as("anybody could have written them").isEqualTo("ready");
  }

  @Test
  void after_answers_that_are_of_no_use_there_is_a_case_too() {
    PayoutRow payout = secondAttempt("ready");

    hint(payout, 1);
    for (int i = 0; i < 5; i++) {
      assertThat(caseOf(payout)).isEqualTo("nothing");
      engine.run(
          "UPDATE attempt SET ask_at = now() WHERE payout_id = ? AND ask_at IS NOT NULL",
          payout.id());
      askAboutAttempts();
    }

    assertThat(partner.asked).isEqualTo(5);
    assertThat(caseOf(payout)).isEqualTo("contradiction");
  }
}
