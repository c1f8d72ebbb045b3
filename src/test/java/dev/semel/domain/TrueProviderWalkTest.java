package dev.semel.domain;

import static dev.semel.domain.PayoutState.READY;
import static dev.semel.domain.PayoutState.SUBMISSION_UNKNOWN;
import static dev.semel.domain.PayoutState.SUBMITTING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.PayoutEvent.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Seeded walks beside a provider that tells the truth, late or not at all, and would pay every
 * request that reaches it. Answers are lost, workers die after sending, webhooks overtake answers:
 * it is never asked twice, and our state never claims what is untrue.
 */
class TrueProviderWalkTest {
  private static final int WALKS = 3_000;
  private static final int STEPS = 40;

  @Test
  void a_provider_that_pays_every_request_is_never_asked_again_once_it_has_one() {
    Set<PayoutState> seen = EnumSet.noneOf(PayoutState.class);
    int lostAndFound = 0;
    for (long seed = 0; seed < WALKS; seed++) {
      Walk walk = new Walk(seed);
      for (int step = 0; step < STEPS; step++) {
        walk.step();
        seen.add(walk.payout.state());
      }
      lostAndFound += walk.payout.everUnknown() && walk.held ? 1 : 0;
    }
    assertThat(seen).isEqualTo(EnumSet.allOf(PayoutState.class));
    assertThat(lostAndFound)
        .as("walks in which an answer was lost and the payout was there")
        .isGreaterThan(100);
  }

  /** One payout and the truth about it. */
  private static final class Walk {
    private final SplittableRandom random;
    private final List<String> story = new ArrayList<>();
    private PayoutSnapshot payout = Sample.in(PayoutState.AWAITING_FUNDS).funded(false).payout();

    /** The call of a worker that may still write its request, or whose answer is under way. */
    private Optional<Long> callInFlight = Optional.empty();

    private boolean requestWritten;
    private boolean held;
    private ProviderStatus standing = ProviderStatus.PROCESSING;

    Walk(long seed) {
      random = new SplittableRandom(seed);
      story.add("seed " + seed);
    }

    void step() {
      switch (random.nextInt(12)) {
        case 0 -> happens(new PayoutEvent.FundsCleared("PAY-1"));
        case 1, 2 -> claim();
        case 3, 4 -> providerActs();
        case 5, 6 -> answers();
        case 7 -> happens(new PayoutEvent.LeaseExpired(payout.leaseEpoch()));
        case 8 -> lookup();
        case 9 -> providerSpeaks();
        case 10 -> people();
        default -> rarely();
      }
    }

    private void claim() {
      if (payout.state() == READY && happens(new PayoutEvent.Claimed())) {
        assertThat(held).as("asked again for what it has: %s", story).isFalse();
        callInFlight = Optional.of(payout.leaseEpoch());
        requestWritten = false;
      }
    }

    private void providerActs() {
      if (callInFlight.isPresent() && !requestWritten) {
        requestWritten = true;
        held = random.nextInt(4) > 0;
        story.add("the request arrives, the provider has it: " + held);
      } else if (held && standing == ProviderStatus.PROCESSING) {
        standing =
            List.of(
                    ProviderStatus.PAID,
                    ProviderStatus.PAID,
                    ProviderStatus.FAILED,
                    ProviderStatus.CANCELLED)
                .get(random.nextInt(4));
      } else if (held && standing == ProviderStatus.PAID && random.nextInt(4) == 0) {
        standing = ProviderStatus.RETURNED;
      }
    }

    private void answers() {
      if (callInFlight.isEmpty()) {
        return;
      }
      long epoch = callInFlight.get();
      callInFlight = Optional.empty();
      boolean lost = random.nextInt(3) == 0;
      boolean silent = lost && random.nextBoolean();
      if (silent) {
        story.add("the worker dies");
      } else if (lost && requestWritten) {
        happens(new PayoutEvent.OutcomeUnknown(epoch, "read time-out"));
      } else if (held) {
        happens(new PayoutEvent.Accepted(epoch, Sample.says(standing)));
      } else {
        happens(noAnswer(epoch));
      }
    }

    /** What a provider that has not taken the payout can make of a call. */
    private PayoutEvent noAnswer(long epoch) {
      Retry retry =
          random.nextInt(4) == 0 ? new Retry.UsedUp() : new Retry.After(Duration.ofSeconds(2));
      if (!requestWritten) {
        return new PayoutEvent.NotSent(epoch, "connection refused", retry);
      }
      return switch (random.nextInt(4)) {
        case 0 ->
            new PayoutEvent.Refused(epoch, "account_closed", Fault.BENEFICIARY, Optional.empty());
        case 1 -> new PayoutEvent.PlatformFault(epoch, "invalid_api_key", Optional.empty());
        default -> new PayoutEvent.Busy(epoch, "429", retry);
      };
    }

    private void lookup() {
      if (payout.state() != SUBMISSION_UNKNOWN) {
        return;
      }
      if (held) {
        happens(new PayoutEvent.LookupFound(Sample.says(standing)));
      } else {
        happens(new PayoutEvent.LookupAbsent());
        if (callInFlight.isEmpty() && random.nextBoolean()) {
          happens(new PayoutEvent.AbsenceConfirmed());
        }
      }
    }

    private void providerSpeaks() {
      if (held) {
        happens(
            new PayoutEvent.ProviderSays(
                Sample.says(standing), ProviderPosition.UNPLACED, Evidence.SIGNED_WEBHOOK));
      }
    }

    private void people() {
      boolean provenAbsent = !held && callInFlight.isEmpty();
      Optional<String> second = provenAbsent ? Optional.of("second@example.com") : Optional.empty();
      switch (random.nextInt(6)) {
        case 0 -> happens(new PayoutEvent.ResendByOperator("the partner wrote", second));
        case 3 -> happens(new PayoutEvent.CorrectedByOperator("a digit was wrong", second));
        case 4 -> settle(second);
        case 1 -> happens(new PayoutEvent.ReleasedByOperator("looked at"));
        default -> happens(new PayoutEvent.LookupsUsedUp("none left"));
      }
    }

    /** Two people tell the truth: the partner has it, or does not. */
    private void settle(Optional<String> second) {
      happens(
          held
              ? new PayoutEvent.SettledByOperator(
                  PayoutState.SENT,
                  Optional.of(Sample.PROVIDER_ID),
                  "the partner wrote",
                  Optional.of("second@example.com"))
              : new PayoutEvent.SettledByOperator(
                  PayoutState.FAILED, Optional.empty(), "the partner wrote", second));
    }

    private void rarely() {
      switch (random.nextInt(9)) {
        case 0 -> happens(new PayoutEvent.CancelAsked("changed their mind"));
        case 1 -> happens(new PayoutEvent.DeadlinePassed());
        case 2, 3 -> happens(new PayoutEvent.HeldByOperator("to be looked at"));
        case 4 -> happens(new PayoutEvent.ProviderSilent());
        default -> happens(new PayoutEvent.LookupUnclear("502"));
      }
    }

    private boolean happens(PayoutEvent event) {
      Decision decision = PayoutLifecycle.decide(payout, event);
      story.add(
          payout.state()
              + " "
              + event.getClass().getSimpleName()
              + " "
              + LifecycleTable.wordsOf(decision));
      payout = WrittenPayout.after(payout, event, decision);
      stateIsTrue();
      return decision instanceof Decision.Applied;
    }

    private void stateIsTrue() {
      boolean cancelledThere =
          payout.state() == PayoutState.CANCELLED && payout.providerPayoutId().isPresent();
      boolean truth =
          switch (payout.state().atProvider()) {
            case NO -> !held || cancelledThere;
            case PERHAPS -> true;
            case YES -> held;
            case NO_LONGER ->
                !held || standing == ProviderStatus.FAILED || standing == ProviderStatus.RETURNED;
          };
      assertThat(truth)
          .as("%s, and the provider has it: %s; %s", payout.state(), held, story)
          .isTrue();
      if (payout.state() == SUBMITTING) {
        assertThat(payout.funded()).as("submitted unfunded: %s", story).isTrue();
      }
    }
  }
}
