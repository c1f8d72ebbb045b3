// A provider that asks for patience and does not promise that it did nothing.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.PayoutEvent;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.RetryAfter;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.SubmitOutcome;
import dev.semel.testing.PayoutRow;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrottledDbTest extends OtherAttemptWorld {
  private static final RetryAfter HALF_AN_HOUR =
      new RetryAfter(Optional.of(Duration.ofMinutes(30)), Optional.empty());

  private PayoutRow throttled() {
    partner.recognisesRepeats = true;
    partner.submission = () -> new SubmitOutcome.Unknown("429", Optional.of(HALF_AN_HOUR));
    PayoutRow payout = PayoutRow.write(database.dataSource(), engine.tenant(), name, "ready", "");
    send(submit().getFirst());
    return payout;
  }

  /** It does not show the first request, and answers so to the second one. */
  private void asksAgain(PayoutRow payout, LookupOutcome answer) {
    asksAgain(payout, new LookupOutcome.Absent(), answer);
  }

  private void asksAgain(PayoutRow payout, LookupOutcome lookup, LookupOutcome repeated) {
    payout.change("due_at = now()");
    partner.answer = () -> lookup;
    partner.repeated = () -> repeated;
    Claim claim = ask();
    part(RunningClaims.class).add(claim);
    engine.perform(() -> part(ResolveUnknown.class).resolve(claim, partner.provider()));
    part(RunningClaims.class).remove(claim);
  }

  private static String standing(PayoutRow payout) {
    return payout.text("state || ' ' || throttled || ' ' || lookups");
  }

  private static String pause(PayoutRow payout) {
    return payout.text("due_at > now() + interval '29 minutes'");
  }

  @Test
  void it_is_unknown_and_nothing_is_asked_before_the_pause_is_over() {
    PayoutRow payout = throttled();

    assertThat(standing(payout)).isEqualTo("submission_unknown true 0");
    assertThat(pause(payout)).isEqualTo("t");
  }

  @Test
  void the_same_request_is_then_sent_again_and_what_it_tells_is_adopted() {
    PayoutRow payout = throttled();

    asksAgain(payout, new LookupOutcome.Found(says(ProviderStatus.PROCESSING, name + "-1")));

    assertThat(standing(payout)).isEqualTo("sent false 0");
    assertThat(partner.written + " " + partner.resent).isEqualTo("1 1");
  }

  @Test
  void what_the_provider_shows_is_not_sent_again() {
    PayoutRow payout = throttled();

    asksAgain(
        payout,
        new LookupOutcome.Found(says(ProviderStatus.PROCESSING, name + "-1")),
        new LookupOutcome.Absent());

    assertThat(standing(payout)).isEqualTo("sent false 0");
    assertThat(partner.resent).isZero();
  }

  @Test
  void where_it_can_not_tell_now_it_is_asked_once_more_before_anything_is_sent() {
    PayoutRow payout = throttled();

    asksAgain(payout, new LookupOutcome.Unclear("429"), new LookupOutcome.Absent());

    assertThat(standing(payout)).isEqualTo("submission_unknown true 1");
    assertThat(partner.resent).isZero();
  }

  @Test
  void a_provider_that_asks_for_patience_again_has_it() {
    PayoutRow payout = throttled();

    asksAgain(payout, LookupOutcome.Unclear.notTaken("429", HALF_AN_HOUR));

    assertThat(standing(payout)).isEqualTo("submission_unknown true 1");
    assertThat(pause(payout)).isEqualTo("t");
  }

  @Test
  void after_the_planned_tries_a_person_is_told_and_it_goes_on() {
    PayoutRow payout = throttled();

    for (int planned = terms.lookups().size(); planned > 0; planned--) {
      assertThat(payout.text("(SELECT count(*) FROM ops_case c WHERE c.payout_id = payout.id)"))
          .isEqualTo("0");
      asksAgain(payout, LookupOutcome.Unclear.notTaken("429", RetryAfter.NOTHING));
    }

    assertThat(caseOf(payout)).isEqualTo("submission_unresolved");
    assertThat(payout.text("throttled AND due_at IS NOT NULL")).isEqualTo("t");
  }

  @ValueSource(booleans = {true, false})
  @ParameterizedTest
  void any_other_answer_leads_back_to_plain_lookups(boolean taken) {
    PayoutRow payout = throttled();
    LookupOutcome.Unclear unclear = new LookupOutcome.Unclear("it is there, or it is not");

    asksAgain(payout, taken ? unclear.ofTakenReference() : unclear);
    assertThat(payout.text("throttled")).isEqualTo("f");
    assertThat(payout.text("said_duplicate")).isEqualTo(taken ? "t" : "f");
    asksAgain(payout, new LookupOutcome.Absent());

    assertThat(partner.resent).isEqualTo(1);
  }

  @Test
  void a_provider_that_does_not_recognise_the_request_is_only_asked() {
    PayoutRow payout = throttled();
    partner.recognisesRepeats = false;

    asksAgain(payout, new LookupOutcome.Absent());

    assertThat(partner.written + " " + partner.resent).isEqualTo("1 0");
    assertThat(standing(payout)).isEqualTo("submission_unknown false 1");
  }

  @ValueSource(
      strings = {
        "promised_repeats = 'none'",
        "promised_window_ms = 1000",
        "file_fingerprint = 'of another file'"
      })
  @ParameterizedTest
  void where_the_provider_may_not_recognise_it_any_more_it_is_only_asked(String promised) {
    PayoutRow payout = throttled();
    engine.run("UPDATE attempt SET " + promised + " WHERE payout_id = ?", payout.id());

    asksAgain(payout, new LookupOutcome.Absent());

    assertThat(partner.resent).isZero();
  }

  @Test
  void past_its_deadline_it_is_neither_sent_nor_cancelled() {
    PayoutRow payout = throttled();
    payout.change("submit_before = now() - interval '1 second'");

    asksAgain(payout, new LookupOutcome.Absent());
    assertThat(apply(payout, new PayoutEvent.DeadlinePassed())).isFalse();

    assertThat(partner.resent).isZero();
    assertThat(payout.text("state")).isEqualTo("submission_unknown");
  }

  @Test
  void nobody_takes_it_for_certain_that_it_is_not_there() {
    PayoutRow payout = throttled();

    assertThat(apply(payout, new PayoutEvent.CancelAsked("changed their mind"))).isFalse();
    assertThat(apply(payout, new PayoutEvent.HeldByOperator("to be looked at"))).isFalse();
    assertThat(apply(payout, new PayoutEvent.CorrectedByOperator("a digit", Optional.of("second"))))
        .isFalse();
    assertThat(standing(payout)).isEqualTo("submission_unknown true 0");
  }

  @Test
  void a_message_that_tells_of_it_ends_the_waiting() {
    PayoutRow payout = throttled();

    assertThat(apply(payout, new PayoutEvent.LookupFound(says(ProviderStatus.PAID, name + "-1"))))
        .isTrue();

    assertThat(payout.text("state || ' ' || throttled")).isEqualTo("paid false");
  }
}
