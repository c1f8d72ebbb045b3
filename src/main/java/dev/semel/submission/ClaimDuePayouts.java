// Takes due payouts for this node.
package dev.semel.submission;

import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Takes due payouts for this node. Those that are to be sent are {@code submitting}, and their
 * claim is committed, before anybody writes a byte to a provider.
 */
@Singleton
final class ClaimDuePayouts {
  private final ClaimStore claims;
  private final OneByOne oneByOne;
  private final PayoutTransitions transitions;
  private final Node node;
  private final SubmissionConfig config;
  private final LongSupplier nanoTime;

  ClaimDuePayouts(
      ClaimStore claims,
      OneByOne oneByOne,
      PayoutTransitions transitions,
      Node node,
      SubmissionConfig config,
      LongSupplier nanoTime) {
    this.claims = claims;
    this.oneByOne = oneByOne;
    this.transitions = transitions;
    this.node = node;
    this.config = config;
    this.nanoTime = nanoTime;
  }

  /** Claims at most so many payouts that are to be sent to a provider now. */
  List<Claim> toSubmit(String provider, int most) {
    return claim(provider, PayoutState.READY, most, this::mayBeSent);
  }

  /** Claims at most so many payouts in a state in which the provider is to be asked about them. */
  List<Claim> toAsk(String provider, PayoutState state, int most) {
    return claim(provider, state, most, _ -> true);
  }

  private boolean mayBeSent(PayoutStore.Locked locked) {
    return transitions
        .apply(locked, new PayoutEvent.Claimed(), node.actor(), Optional.empty())
        .applied();
  }

  private List<Claim> claim(
      String provider, PayoutState state, int most, Predicate<PayoutStore.Locked> begin) {
    long began = nanoTime.getAsLong();
    return oneByOne.handle(
        JobKind.of(state),
        () -> claims.claim(provider, state, node, config.lease(), most),
        locked -> begin.test(locked) ? Optional.of(claimOf(locked, began)) : Optional.empty());
  }

  private static Claim claimOf(PayoutStore.Locked locked, long began) {
    return new Claim(locked.payout(), locked.payout().leaseEpoch(), locked.now(), began);
  }
}
