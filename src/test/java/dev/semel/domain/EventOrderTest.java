package dev.semel.domain;

import static dev.semel.domain.ProviderStatus.CANCELLED;
import static dev.semel.domain.ProviderStatus.FAILED;
import static dev.semel.domain.ProviderStatus.PAID;
import static dev.semel.domain.ProviderStatus.PROCESSING;
import static dev.semel.domain.ProviderStatus.RETURNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The events of a payout's life at its provider, some of them lost, in every order, some of them
 * told again: where the payout ends depends on which events came, and never on their order.
 */
class EventOrderTest {
  private static final List<List<ProviderStatus>> LIVES =
      List.of(
          List.of(PROCESSING, PROCESSING, PAID),
          List.of(PROCESSING, PAID, RETURNED),
          List.of(PROCESSING, PAID, PAID, RETURNED),
          List.of(PROCESSING, PROCESSING, FAILED),
          List.of(PROCESSING, RETURNED),
          List.of(PROCESSING, CANCELLED));

  /** How often each order is walked from each start, with other repetitions each time. */
  private static final int TIMES = 10;

  private static final List<PayoutState> STARTS =
      List.of(
          PayoutState.SUBMITTING,
          PayoutState.SUBMISSION_UNKNOWN,
          PayoutState.SENT,
          PayoutState.READY);

  /** How a provider says which of its events is the newer. */
  enum Placed {
    BY_NUMBERS,
    BY_TIMES,
    ALL_IN_ONE_SECOND,
    NOT_AT_ALL
  }

  @ParameterizedTest
  @EnumSource
  void where_a_payout_ends_depends_on_which_events_came_and_not_on_their_order(Placed placed) {
    int walked = 0;
    for (List<ProviderStatus> life : LIVES) {
      for (int kept = 0; kept < 1 << life.size(); kept++) {
        Set<PayoutState> ends = new HashSet<>();
        List<PayoutEvent.ProviderSays> events = events(life, kept, placed);
        for (List<PayoutEvent.ProviderSays> order : orders(events)) {
          for (int time = 0; time < STARTS.size() * TIMES; time++) {
            PayoutState start = STARTS.get(time % STARTS.size());
            PayoutState end = walk(start, order, walked++);
            assertThat(end).as("%s %s: %s", placed, start, order).isEqualTo(wanted(start, events));
            ends.add(end);
          }
        }
        if (!events.isEmpty()) {
          assertThat(ends).as("%s of %s", events, life).hasSize(1);
        }
      }
    }
    assertThat(walked).isGreaterThan(1_000);
  }

  /** How a provider may report that the money of a paid payout comes back. */
  private static final List<Map<ProviderStatus, ProviderStatus>> REPORTS_OF_RETURNS =
      List.of(
          Map.of(),
          Map.of(FAILED, RETURNED),
          Map.of(CANCELLED, PROCESSING),
          Map.of(FAILED, RETURNED, CANCELLED, PROCESSING),
          Map.of(FAILED, RETURNED, CANCELLED, RETURNED));

  /**
   * Whatever up to three words a provider says, also such as contradict each other: all orders in
   * which nobody is told of a contradiction end the same. Of two words, either both orders end the
   * same or people are told in both.
   */
  @ParameterizedTest
  @EnumSource
  void a_payout_ends_the_same_in_every_order_or_people_are_told_in_each(Placed placed) {
    int walked = 0;
    for (Map<ProviderStatus, ProviderStatus> afterPaid : REPORTS_OF_RETURNS) {
      for (List<ProviderStatus> words : words(3)) {
        List<PayoutEvent.ProviderSays> events = events(words, (1 << words.size()) - 1, placed);
        Set<PayoutState> ends = new HashSet<>();
        Set<PayoutState> quiet = new HashSet<>();
        for (List<PayoutEvent.ProviderSays> order : orders(events)) {
          PayoutSnapshot payout =
              Sample.in(PayoutState.SENT).submitted(true).afterPaid(afterPaid).payout();
          boolean told = false;
          for (PayoutEvent event : order) {
            Decision decision = PayoutLifecycle.decide(payout, event);
            told |= decision.cases().contains(CaseKind.CONTRADICTION);
            payout = WrittenPayout.after(payout, event, decision);
          }
          ends.add(payout.state());
          walked++;
          if (!told) {
            quiet.add(payout.state());
          }
        }
        assertThat(quiet.size() > 1 || (ends.size() > 1 && words.size() < 3 && !quiet.isEmpty()))
            .as("%s, after paid %s: ends %s, nobody told of %s", words, afterPaid, ends, quiet)
            .isFalse();
      }
    }
    assertThat(walked).isGreaterThan(1_000);
  }

  @Test
  void a_failure_that_came_before_an_older_paid_was_a_return_where_the_file_says_so() {
    PayoutSnapshot payout =
        Sample.in(PayoutState.SENT).submitted(true).afterPaid(Map.of(FAILED, RETURNED)).payout();
    for (ProviderStatus word : List.of(FAILED, PAID)) {
      PayoutEvent event =
          new PayoutEvent.ProviderSays(
              Sample.says(word),
              position(Placed.BY_TIMES, word == PAID ? 1 : 2),
              Evidence.SIGNED_WEBHOOK);
      payout = WrittenPayout.after(payout, event, PayoutLifecycle.decide(payout, event));
    }
    assertThat(payout.state()).isEqualTo(PayoutState.RETURNED);
    assertThat(payout.position())
        .as("what is older advances nothing")
        .isEqualTo(position(Placed.BY_TIMES, 2));
  }

  /** Every sequence of up to so many words that does not go on after an end. */
  private static List<List<ProviderStatus>> words(int most) {
    List<List<ProviderStatus>> all = new ArrayList<>();
    List<List<ProviderStatus>> longest = List.of(List.of());
    for (int i = 0; i < most; i++) {
      List<List<ProviderStatus>> longer = new ArrayList<>();
      for (List<ProviderStatus> before : longest) {
        for (ProviderStatus next : ProviderStatus.values()) {
          if (next != PROCESSING || before.stream().allMatch(PROCESSING::equals)) {
            List<ProviderStatus> one = new ArrayList<>(before);
            one.add(next);
            longer.add(one);
          }
        }
      }
      all.addAll(longer);
      longest = longer;
    }
    return all;
  }

  private static List<PayoutEvent.ProviderSays> events(
      List<ProviderStatus> life, int kept, Placed placed) {
    List<PayoutEvent.ProviderSays> events = new ArrayList<>();
    for (int i = 0; i < life.size(); i++) {
      if ((kept >> i & 1) == 1) {
        events.add(
            new PayoutEvent.ProviderSays(
                Sample.says(life.get(i)), position(placed, i), Evidence.SIGNED_WEBHOOK));
      }
    }
    return events;
  }

  private static ProviderPosition position(Placed placed, int i) {
    return switch (placed) {
      case BY_NUMBERS -> new ProviderPosition(Optional.of((long) i), Optional.empty());
      case BY_TIMES -> Sample.at(Sample.LAST_STATEMENT.plusSeconds(i));
      case ALL_IN_ONE_SECOND -> Sample.at(Sample.LAST_STATEMENT);
      case NOT_AT_ALL -> ProviderPosition.UNPLACED;
    };
  }

  /** The furthest of what was said; where nothing was, the payout stays where it is. */
  private static PayoutState wanted(PayoutState start, List<PayoutEvent.ProviderSays> events) {
    PayoutState furthest = start;
    int far = -1;
    for (PayoutEvent.ProviderSays event : events) {
      int one =
          List.of(PROCESSING, PAID, FAILED, CANCELLED, RETURNED)
              .indexOf(event.statement().status());
      if (one > far) {
        far = one;
        furthest = event.statement().status().state();
      }
    }
    return furthest;
  }

  /** Some events come again, at once or later; each is applied or refused with a reason. */
  private static PayoutState walk(
      PayoutState start, List<PayoutEvent.ProviderSays> order, int seed) {
    Random random = new Random(seed);
    List<PayoutEvent> told = new ArrayList<>(order);
    for (PayoutEvent.ProviderSays event : order) {
      if (random.nextInt(3) == 0) {
        int first = told.indexOf(event);
        told.add(first + 1 + random.nextInt(told.size() - first), event);
      }
    }
    if (start == PayoutState.SUBMITTING && !order.isEmpty()) {
      // The answer to the submission, which says less than the events, comes among them.
      told.add(
          random.nextInt(told.size() + 1),
          new PayoutEvent.Accepted(Sample.EPOCH, Sample.says(PROCESSING)));
    }
    PayoutSnapshot payout = Sample.in(start).submitted(true).payout();
    for (PayoutEvent event : told) {
      Decision decision = PayoutLifecycle.decide(payout, event);
      if (decision instanceof Decision.Refused(Refusal why, var _, var _)) {
        assertThat(why.sentence()).isNotBlank();
      }
      payout = WrittenPayout.after(payout, event, decision);
    }
    return payout.state();
  }

  private static <T> List<List<T>> orders(List<T> of) {
    if (of.isEmpty()) {
      return List.of(List.of());
    }
    List<List<T>> orders = new ArrayList<>();
    for (int i = 0; i < of.size(); i++) {
      List<T> rest = new ArrayList<>(of);
      T first = rest.remove(i);
      for (List<T> order : orders(rest)) {
        List<T> whole = new ArrayList<>(order);
        whole.addFirst(first);
        orders.add(Collections.unmodifiableList(whole));
      }
    }
    return orders;
  }
}
