// The checks at the end of a run have to see what is wrong.
package dev.semel.app.chaos.processes;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.app.rig.Recorded;
import dev.semel.simulator.Truth;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JudgementTest {
  private static final String PARTNER = "partner-a";
  private static final @Nullable String[] PAID = {
    null, "ready", "ready", "submitting", "submitting", "sent", "sent", "paid"
  };

  private final List<Kept> payouts = new ArrayList<>();
  private final List<Truth> truths = new ArrayList<>();
  private final List<Follower.Event> feed = new ArrayList<>();
  private final Promises promises = new Promises();

  @Test
  void a_run_in_which_all_was_kept_has_no_finding() {
    promisedAndPaid("po_one");
    promisedAndPaid("po_two");
    assertThat(found()).isEmpty();
  }

  @Test
  void a_second_payment_is_found_with_its_payout_and_its_provider() {
    promisedAndPaid("po_one");
    truths.set(0, truth("po_one", 2, "paid"));
    assertThat(found())
        .filteredOn(one -> one.kind() == Finding.Kind.PAID_TWICE)
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.payout()).isEqualTo("po_one");
              assertThat(one.provider()).isEqualTo(PARTNER);
              assertThat(one.sentence()).contains("paid 2 times");
            });
  }

  @Test
  void a_payout_that_was_promised_and_is_gone_is_lost_on_both_sides() {
    promisedAndPaid("po_one");
    payouts.clear();
    feed.clear();
    assertThat(found())
        .hasSize(2)
        .allSatisfy(one -> assertThat(one.kind()).isEqualTo(Finding.Kind.LOST));
  }

  @Test
  void a_payout_under_another_id_than_was_promised_is_lost() {
    promisedAndPaid("po_one");
    promises.created(created("ref-po_one", "po_other"));
    assertThat(kinds()).containsExactly(Finding.Kind.LOST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ready", "submitting", "submission_unknown", "sent"})
  void an_open_payout_for_which_nothing_is_due_is_stuck(String state) {
    promised("po_one");
    keep("po_one", state, false, 0, null, state);
    assertThat(kinds()).containsExactly(Finding.Kind.STUCK);
  }

  @Test
  void an_open_payout_that_is_due_or_before_a_person_is_not_stuck() {
    promised("po_one");
    promised("po_two");
    keep("po_one", "submission_unknown", true, 0, null, "submission_unknown");
    keep("po_two", "submission_unknown", false, 1, null, "submission_unknown");
    assertThat(found()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"failed", "cancelled", "held"})
  void a_payment_that_we_deny_is_a_disagreement(String state) {
    promised("po_one");
    keep("po_one", state, false, 0, null, state);
    truths.add(truth("po_one", 1, "paid"));
    assertThat(kinds()).containsExactly(Finding.Kind.DISAGREES);
  }

  @Test
  void a_payment_of_another_partner_is_not_taken_for_ours() {
    promised("po_one");
    keep("po_one", "paid", false, 0, PAID);
    Map<String, List<Truth>> elsewhere = Map.of("partner-b", List.of(truth("po_one", 1, "paid")));
    assertThat(Judgement.differences(payouts, elsewhere))
        .extracting(Finding::kind)
        .containsExactlyInAnyOrder(Finding.Kind.DISAGREES, Finding.Kind.LOST);
  }

  @Test
  void a_payout_that_nobody_asked_for_is_found() {
    keep("po_one", "ready", true, 0, null, "ready");
    assertThat(kinds()).containsExactly(Finding.Kind.DISAGREES);
  }

  @Test
  void a_cancel_that_was_answered_and_forgotten_is_found() {
    promisedAndPaid("po_one");
    promises.cancelled("po_one");
    assertThat(kinds()).containsExactly(Finding.Kind.DISAGREES);
  }

  @Test
  void a_funding_that_was_answered_and_forgotten_is_found() {
    promised("po_one");
    keep("po_one", "awaiting_funds", false, 0, null, "awaiting_funds");
    assertThat(found()).isEmpty();
    promises.funded("po_one");
    assertThat(kinds()).containsExactly(Finding.Kind.STUCK);
  }

  @Test
  void a_history_with_a_gap_is_found() {
    promised("po_one");
    truths.add(truth("po_one", 1, "paid"));
    keep("po_one", "paid", false, 0, null, "ready", "submitting", "paid");
    assertThat(kinds()).containsExactly(Finding.Kind.HISTORY);
  }

  @Test
  void a_history_that_does_not_explain_the_state_is_found() {
    promised("po_one");
    truths.add(truth("po_one", 1, "paid"));
    keep("po_one", "paid", false, 0, null, "ready", "ready", "sent");
    assertThat(kinds()).containsExactly(Finding.Kind.HISTORY);
  }

  @Test
  void an_event_that_is_not_told_is_found() {
    promisedAndPaid("po_one");
    feed.remove(1);
    assertThat(kinds()).containsExactly(Finding.Kind.FEED);
  }

  @Test
  void an_event_that_is_told_twice_is_found() {
    promisedAndPaid("po_one");
    feed.add(feed.getLast());
    assertThat(kinds()).containsExactly(Finding.Kind.FEED);
  }

  @Test
  void events_of_a_payout_out_of_order_are_found() {
    promisedAndPaid("po_one");
    feed.add(1, feed.removeLast());
    assertThat(kinds()).containsOnly(Finding.Kind.FEED).isNotEmpty();
  }

  @Test
  void a_feed_in_which_a_follower_missed_something_is_found() {
    promisedAndPaid("po_one");
    List<Follower.Event> followed = List.of(feed.getFirst(), feed.getLast());
    assertThat(Judgement.of(observed(followed)))
        .extracting(Finding::kind)
        .containsExactly(Finding.Kind.FEED);
  }

  @Test
  void answers_that_broke_a_promise_are_found() {
    promisedAndPaid("po_one");
    promises.broken(new Finding(Finding.Kind.ANSWER, "ref-po_one", "", "was answered otherwise"));
    assertThat(kinds()).containsExactly(Finding.Kind.ANSWER);
  }

  private void promisedAndPaid(String id) {
    promised(id);
    keep(id, "paid", false, 0, PAID);
    truths.add(truth(id, 1, "paid"));
  }

  private void promised(String id) {
    promises.asked("ref-" + id);
    promises.created(created("ref-" + id, id));
  }

  private static Promises.Created created(String reference, String id) {
    String body = "{\"reference\": \"%s\", \"id\": \"%s\"}".formatted(reference, id);
    return new Promises.Created(
        "/v1/payouts",
        reference,
        "{}",
        new Api.Answer(201, body.getBytes(StandardCharsets.UTF_8), "/v1/payouts/" + id, false));
  }

  /** Keeps a payout whose history goes from one of these states to the next, in pairs. */
  private void keep(String id, String state, boolean due, int cases, @Nullable String... states) {
    List<Kept.Entry> history = new ArrayList<>();
    for (int i = 0; i < states.length; i += 2) {
      history.add(new Kept.Entry("evt_" + id + i, i / 2 + 1, true, states[i], states[i + 1]));
      feed.add(new Follower.Event("evt_" + id + i, id));
    }
    Recorded recorded =
        new Recorded(id, "ref-" + id, state, new BigDecimal("125.5"), "KES", due, cases);
    payouts.add(new Kept(recorded, PARTNER, history));
  }

  private static Truth truth(String id, int paid, String status) {
    String name = id.substring(3).toUpperCase(Locale.ROOT);
    return new Truth(
        name, List.of(name + "-1"), paid, paid, paid, "125.50", "KES", status, 0, List.of());
  }

  private Observed observed(List<Follower.Event> followed) {
    return new Observed(payouts, payouts, Map.of(PARTNER, truths), promises, feed, followed);
  }

  private List<Finding> found() {
    return Judgement.of(observed(List.copyOf(feed)));
  }

  private List<Finding.Kind> kinds() {
    return List.copyOf(found().stream().collect(groupingBy(Finding::kind)).keySet());
  }
}
