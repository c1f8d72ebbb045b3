package dev.semel.domain;

import static dev.semel.domain.PayoutState.CANCELLED;
import static dev.semel.domain.PayoutState.FAILED;
import static dev.semel.domain.PayoutState.HELD;
import static dev.semel.domain.PayoutState.PAID;
import static dev.semel.domain.PayoutState.READY;
import static dev.semel.domain.PayoutState.RETURNED;
import static dev.semel.domain.PayoutState.SUBMISSION_UNKNOWN;
import static dev.semel.domain.PayoutState.SUBMITTING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.Decision.Applied;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Long seeded walks through the state machine, in which any event may come at any time, true or
 * not.
 */
class LifecycleWalkTest {
  private static final int WALKS = 5_000;
  private static final int STEPS = 20;
  private static final Set<PayoutState> MAY_BE_SENT_OR_TOLD =
      EnumSet.of(PayoutState.AWAITING_FUNDS, READY, HELD, PayoutState.FAILED, CANCELLED);
  private static final List<PayoutSnapshot> STARTS =
      Arrays.stream(PayoutState.values())
          .flatMap(state -> LifecycleSpace.standings(state).stream())
          .map(LifecycleSpace.Standing::payout)
          .toList();
  private static final List<PayoutEvent> EVENTS =
      LifecycleSpace.happenings().stream().map(LifecycleSpace.Happening::event).toList();

  @Test
  void no_order_of_events_breaks_what_can_be_seen_of_the_invariants() {
    for (long seed = 0; seed < WALKS; seed++) {
      walk(seed);
    }
  }

  private static void walk(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    PayoutSnapshot payout = STARTS.get(random.nextInt(STARTS.size()));
    Deque<String> story = new ArrayDeque<>();
    for (int step = 0; step < STEPS; step++) {
      PayoutEvent event =
          WrittenPayout.underLease(payout, EVENTS.get(random.nextInt(EVENTS.size())));
      Decision decision = PayoutLifecycle.decide(payout, event);
      story.add(payout.state() + " " + event + " " + decision);
      PayoutSnapshot next = WrittenPayout.after(payout, event, decision);
      if (decision instanceof Applied) {
        check(payout, event, next, "seed " + seed + ":\n" + String.join("\n", story));
      }
      payout = next;
    }
  }

  /** Whether the word that ended it means, by the provider's file, that the money came back. */
  private static boolean meansReturned(PayoutSnapshot payout) {
    return payout.state() == FAILED
        && !payout.settledByPeople()
        && payout.terms().meaningAfterPaid(ProviderStatus.FAILED) == ProviderStatus.RETURNED;
  }

  private static void check(
      PayoutSnapshot before, PayoutEvent event, PayoutSnapshot after, String story) {
    if (after.state() == SUBMITTING) {
      assertThat(after.funded())
          .as("invariant 3: sent before its funds cleared; %s", story)
          .isTrue();
      boolean claimed = event instanceof PayoutEvent.Claimed && before.state() == READY;
      assertThat(claimed || event instanceof PayoutEvent.OtherAttemptAlive)
          .as("invariant 2: claimed by two; %s", story)
          .isTrue();
    }
    if (before.state() == SUBMISSION_UNKNOWN && after.state() == READY) {
      assertThat(mayResendUnknown(event))
          .as("invariant 4: resent while unknown; %s", story)
          .isTrue();
    }
    assertThat(after.otherAttemptAlive() && MAY_BE_SENT_OR_TOLD.contains(after.state()))
        .as("beside another attempt that may be paid; %s", story)
        .isFalse();
    assertThat(
            before.otherAttemptAlive()
                && after.state() == SUBMITTING
                && before.state() != SUBMITTING)
        .as("claimed beside another attempt; %s", story)
        .isFalse();
    if (before.state().terminal()) {
      assertThat(after.state() == RETURNED && (before.state() == PAID || meansReturned(before)))
          .as("invariant 6: left a final state; %s", story)
          .isTrue();
    }
    if (before.everUnknown() && after.state() != before.state()) {
      assertThat(after.state())
          .as("held, though it may be at the provider; %s", story)
          .isNotEqualTo(HELD);
      boolean mayCancel =
          event instanceof PayoutEvent.OfStatement || event instanceof PayoutEvent.DeadlinePassed;
      assertThat(after.state() != CANCELLED || mayCancel)
          .as("cancelled, though it may be at the provider; %s", story)
          .isTrue();
    }
  }

  private static boolean mayResendUnknown(PayoutEvent event) {
    return event instanceof PayoutEvent.AbsenceConfirmed
        || (event instanceof PayoutEvent.ResendByOperator resend
            && resend.approvedBy().isPresent());
  }
}
