// Takes due payouts for this node.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Takes due payouts for this node. Those that are to be sent are {@code submitting}, and their
 * claim is committed, before anybody writes a byte to a provider.
 */
@Singleton
final class ClaimDuePayouts {
  private final ClaimStore claims;
  private final PayoutStore payouts;
  private final PayoutTransitions transitions;
  private final Node node;
  private final SubmissionConfig config;
  private final LongSupplier nanoTime;

  ClaimDuePayouts(
      ClaimStore claims,
      PayoutStore payouts,
      PayoutTransitions transitions,
      Node node,
      SubmissionConfig config,
      LongSupplier nanoTime) {
    this.claims = claims;
    this.payouts = payouts;
    this.transitions = transitions;
    this.node = node;
    this.config = config;
    this.nanoTime = nanoTime;
  }

  /** Claims at most so many payouts that are to be sent to a provider now. */
  List<Claim> toSubmit(String provider, int most) {
    long began = nanoTime.getAsLong();
    return Tx.call(
        () ->
            claim(provider, PayoutState.READY, most).stream()
                .filter(
                    locked ->
                        transitions
                            .apply(
                                locked, new PayoutEvent.Claimed(), node.actor(), Optional.empty())
                            .applied())
                .map(locked -> claimOf(locked, began))
                .toList());
  }

  /** Claims at most so many payouts in a state in which the provider is to be asked about them. */
  List<Claim> toAsk(String provider, PayoutState state, int most) {
    long began = nanoTime.getAsLong();
    return Tx.call(
        () -> claim(provider, state, most).stream().map(locked -> claimOf(locked, began)).toList());
  }

  private List<PayoutStore.Locked> claim(String provider, PayoutState state, int most) {
    List<String> ids = claims.claim(provider, state, node, config.lease(), most);
    return ids.isEmpty() ? List.of() : payouts.lockAll(ids);
  }

  private static Claim claimOf(PayoutStore.Locked locked, long began) {
    return new Claim(locked.payout(), locked.payout().leaseEpoch(), locked.now(), began);
  }
}
