// Gives a claim up before its lease ends.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.PayoutEvent;
import dev.semel.domain.PayoutState;
import dev.semel.payout.PayoutStore;
import dev.semel.payout.PayoutTransitions;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives a claim up whose work this node will not end. A payout that was being submitted is unknown;
 * one about which the provider was being asked can be claimed by anybody. A claim that is not this
 * node's any more is left alone.
 */
@Singleton
final class GiveUpClaim {
  private final PayoutStore payouts;
  private final PayoutTransitions transitions;
  private final ClaimStore claims;
  private final Node node;

  GiveUpClaim(PayoutStore payouts, PayoutTransitions transitions, ClaimStore claims, Node node) {
    this.payouts = payouts;
    this.transitions = transitions;
    this.claims = claims;
    this.node = node;
  }

  /**
   * Gives a claim up, in a transaction of its own.
   *
   * @param why for the history of a payout that was being submitted
   * @return whether it is unknown by that
   */
  boolean giveUp(Claim claim, String why) {
    if (claim.payout().state() != PayoutState.SUBMITTING) {
      Tx.run(() -> claims.giveBack(claim));
      return false;
    }
    return Tx.call(() -> unknown(claim, payouts.lock(claim.payout().id()), why));
  }

  private boolean unknown(Claim claim, PayoutStore.Locked locked, String why) {
    @Nullable Instant leaseEnd = locked.payout().leaseUntil().orElse(null);
    boolean ours =
        locked.payout().state() == PayoutState.SUBMITTING
            && locked.payout().leaseEpoch() == claim.epoch();
    if (!ours || leaseEnd == null) {
      return false;
    }
    PayoutEvent event = new PayoutEvent.OutcomeUnknown(claim.epoch(), why);
    boolean applied = transitions.apply(locked, event, node.actor(), Optional.empty()).applied();
    // What was given up may still be at it, for as long as this process lives.
    claims.sendingMayGoOn(claim, leaseEnd);
    return applied;
  }
}
