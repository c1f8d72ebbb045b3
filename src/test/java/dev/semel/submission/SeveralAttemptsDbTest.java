// Several attempts of one payout that may be alive, on a real database: none of them is forgotten.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.OtherAttempt;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.domain.PresentAttempt;
import dev.semel.domain.ProviderStatus;
import dev.semel.domain.SafeWish;
import dev.semel.domain.WireNames;
import dev.semel.payout.PayoutTransitions;
import dev.semel.provider.LookupOutcome;
import dev.semel.testing.PayoutRow;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeveralAttemptsDbTest extends OtherAttemptWorld {
  private static final String ALL =
      "state || ' ' || attempt || ' of ' || array_to_string(alive_attempt || alive_besides, ',')";

  // The one that is left behind

  @ParameterizedTest(name = "of the later one, which was {0}, the provider said {1}: {2}")
  @CsvSource({
    "sent,       may_be_alive, sent 1 of 2",
    "sent,       absent,       sent 1 of",
    "sent,       over,         sent 1 of",
    "never sent, may_be_alive, sent 1 of"
  })
  void an_attempt_that_may_be_at_the_provider_is_not_forgotten_when_an_earlier_one_is_adopted(
      String was, String said, String standing) {
    PayoutRow payout = marked();
    if (was.equals("sent")) {
      span(payout);
    }

    assertThat(apply(payout, adopts(1, WireNames.parse(PresentAttempt.class, said)))).isTrue();

    assertThat(payout.text(ALL).strip()).isEqualTo(standing);
    assertThat(
            engine.text(
                "SELECT count(*) FROM attempt WHERE payout_id = ? AND number = 2 AND ask_at <= now()",
                payout.id()))
        .as("the provider is asked about it")
        .isEqualTo(standing.endsWith("2") ? "1" : "0");
  }

  @Test
  void that_a_provider_which_promises_nothing_does_not_show_it_proves_nothing() {
    promising(Optional.empty());
    PayoutRow payout = marked();
    span(payout);

    assertThat(apply(payout, adopts(1, PresentAttempt.ABSENT))).isTrue();

    assertThat(payout.text(ALL)).isEqualTo("sent 1 of 2");
  }

  @Test
  void that_the_adopted_one_failed_is_no_end_while_the_one_that_was_left_behind_may_be_paid() {
    PayoutRow payout = marked();
    span(payout);
    apply(payout, adopts(1, PresentAttempt.MAY_BE_ALIVE));
    assertThat(caseOf(payout)).isEqualTo("contradiction");

    apply(payout, new PayoutEvent.LookupFound(says(ProviderStatus.FAILED, name + "-1")));

    assertThat(payout.text(ALL)).isEqualTo("submission_unknown 1 of 2");
    assertThat(apply(payout, settledAs(PayoutState.FAILED, OtherAttempt.UNMENTIONED))).isFalse();
    assertThat(apply(payout, settledAs(PayoutState.FAILED, OtherAttempt.DISMISSED))).isTrue();
    assertThat(payout.text(ALL)).isEqualTo("failed 1 of ");
  }

  @Test
  void whoever_finds_the_present_one_at_the_provider_dismisses_no_other() {
    PayoutRow payout = marked();

    assertThat(apply(payout, settledAs(PayoutState.SENT, OtherAttempt.DISMISSED))).isFalse();
    assertThat(payout.text(ALL)).isEqualTo("submission_unknown 2 of 1");
    assertThat(apply(payout, settledAs(PayoutState.SENT, OtherAttempt.UNMENTIONED))).isTrue();
    assertThat(payout.text(ALL)).isEqualTo("sent 2 of 1");
  }

  @ValueSource(booleans = {true, false})
  @ParameterizedTest
  void what_a_late_worker_heard_of_the_one_that_was_left_behind_brings_it_back(boolean duplicate) {
    PayoutRow payout = marked();
    span(payout);
    apply(payout, adopts(1, PresentAttempt.ABSENT));
    assertThat(payout.text(ALL).strip()).isEqualTo("sent 1 of");
    PayoutEvent heard =
        duplicate
            ? new PayoutEvent.DuplicateReference(0)
            : new PayoutEvent.OutcomeUnknown(0, "read time-out");

    inTx(() -> part(PayoutTransitions.class).applyOf(2, lock(payout), heard, "worker:late"));

    assertThat(payout.text(ALL)).isEqualTo("sent 1 of 2");
    assertThat(caseOf(payout)).isEqualTo("contradiction");
    assertThat(
            engine.text(
                "SELECT ask_at <= now() AND last_possible_send > now() - interval '30 seconds' FROM attempt WHERE payout_id = ? AND number = 2",
                payout.id()))
        .isEqualTo("t");
  }

  @Test
  void that_it_was_not_sent_after_all_brings_nothing_back() {
    PayoutRow payout = marked();
    span(payout);
    apply(payout, adopts(1, PresentAttempt.ABSENT));
    PayoutEvent heard =
        new PayoutEvent.NotSent(0, "no connection", new PayoutEvent.Retry.After(Duration.ZERO));

    inTx(() -> part(PayoutTransitions.class).applyOf(2, lock(payout), heard, "worker:late"));

    assertThat(payout.text(ALL).strip()).isEqualTo("sent 1 of");
  }

  @Test
  void a_payout_of_another_of_ours_is_not_settled_as_this_one() {
    PayoutRow other = marked();
    apply(other, settledAs(PayoutState.SENT, OtherAttempt.UNMENTIONED));
    String theirs = other.text("provider_payout_id");
    PayoutRow payout = marked();
    payout.change("provider_payout_id = 'known'");

    assertThat(
            apply(
                payout,
                new PayoutEvent.SettledByOperator(
                    PayoutState.SENT, Optional.of(theirs), "mail", Optional.of("second"))))
        .isFalse();
  }

  @Test
  void a_first_attempt_that_was_adopted_is_not_sent_again_once_the_later_one_is_spoken_of() {
    PayoutRow payout = marked();
    apply(payout, adopts(1, PresentAttempt.MAY_BE_ALIVE));
    payout.change(
        "state = 'ready', due_at = now() - interval '1 minute', provider_payout_id = NULL, sent_at = NULL");
    Claim claim = submit().getFirst();
    assertThat(claim.payout().attempt()).isEqualTo(1);

    theySay(payout, 2, ProviderStatus.PAID);

    assertThat(engine.call(() -> part(SeeOtherAttempt.class).isAlive(claim))).isTrue();
  }

  // More than one

  @Test
  void a_provider_that_speaks_of_two_others_has_both_settled() {
    PayoutRow payout = third();
    theySay(payout, 2, ProviderStatus.PROCESSING);
    theySay(payout, 1, ProviderStatus.PAID);
    theySay(payout, 2, ProviderStatus.PAID);
    assertThat(payout.text(ALL)).isEqualTo("submission_unknown 3 of 1,2");

    assertThat(apply(payout, adopts(2, PresentAttempt.OVER))).isTrue();

    assertThat(payout.text(ALL)).isEqualTo("sent 2 of 1");
    assertThat(inTx(() -> lock(payout)).payout().clientReference()).endsWith("-2");
  }

  @Test
  void who_dismisses_them_dismisses_all() {
    PayoutRow payout = third();
    theySay(payout, 1, ProviderStatus.PROCESSING);
    theySay(payout, 2, ProviderStatus.PROCESSING);

    assertThat(apply(payout, settledAs(PayoutState.FAILED, OtherAttempt.DISMISSED))).isTrue();

    assertThat(payout.text(ALL)).isEqualTo("failed 3 of ");
  }

  @Test
  void a_person_is_told_what_the_provider_says_of_each() {
    PayoutRow payout = third();
    theySay(payout, 1, ProviderStatus.PROCESSING);
    theySay(payout, 2, ProviderStatus.PROCESSING);

    assertThat(personAsks(payout).detail())
        .contains("; of its attempt 1 ")
        .contains("; of its attempt 2 ");
    assertThat(partner.asked).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"true, absent", "false, unclear"})
  void that_an_attempt_is_not_there_counts_only_where_it_is_asked_about_as_it_was_sent(
      boolean same, String other) {
    PayoutRow payout = marked();
    span(payout);
    engine.run(
        "UPDATE attempt SET promised_repeats = 'none', file_fingerprint = CASE WHEN CAST(? AS boolean) THEN ? ELSE 'another' END WHERE payout_id = ?",
        String.valueOf(same),
        terms.fingerprint(),
        payout.id());
    partner.answer = LookupOutcome.Absent::new;

    assertThat(personAsks(payout).other()).isEqualTo(WireNames.parse(SafeWish.Lookup.class, other));
  }

  // What the partner holds under other terms

  @ParameterizedTest
  @CsvSource({"failed, failed", "returned, returned"})
  void under_other_terms_it_does_not_end_without_money_beside_another_that_nobody_dismissed(
      String outcome, String state) {
    PayoutRow payout = secondAttempt("sent");
    payout.change("terms_differ = true");
    theySayOfTheFirst(payout, ProviderStatus.PAID);
    PayoutState end = PayoutState.ofWireName(outcome);

    assertThat(apply(payout, settledAs(end, OtherAttempt.UNMENTIONED))).isFalse();
    assertThat(apply(payout, settledAs(end, OtherAttempt.DISMISSED))).isTrue();

    assertThat(payout.text(ALL)).isEqualTo(state + " 2 of ");
  }

  // How often it is asked

  @Test
  void the_pause_grows_while_an_attempt_that_is_over_stays_unknown_beside_another() {
    PayoutRow payout = marked();

    for (int asked = 1; asked <= 3; asked++) {
      apply(payout, new PayoutEvent.LookupFound(says(ProviderStatus.FAILED, name + "-2")));
      assertThat(payout.text("lookups")).isEqualTo(String.valueOf(asked));
    }
    assertThat(payout.text("due_at > now() + interval '5 minutes'")).isEqualTo("t");
  }

  private PayoutEvent adopts(int number, PresentAttempt present) {
    return new PayoutEvent.SettledByOperator(
        PayoutState.SENT,
        Optional.of(name + "-" + number),
        "mail",
        SECOND,
        OtherAttempt.ADOPTED,
        Optional.of(number),
        present);
  }

  private PayoutEvent settledAs(PayoutState outcome, OtherAttempt other) {
    Optional<String> theirs =
        outcome == PayoutState.SENT ? Optional.of(name + "-2") : Optional.empty();
    return new PayoutEvent.SettledByOperator(outcome, theirs, "mail", SECOND, other);
  }

  private PayoutRow third() {
    PayoutRow payout = secondAttempt("submission_unknown");
    engine.run(
        "INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key) SELECT id, 3, provider, upper(substr(id, 4)) || '-3', id || '-3' FROM payout WHERE id = ?",
        payout.id());
    payout.change("attempt = 3, due_at = now() - interval '1 minute'");
    return payout;
  }
}
