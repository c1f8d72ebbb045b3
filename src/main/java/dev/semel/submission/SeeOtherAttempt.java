// Asks, right before a request is written, whether another attempt of its payout is alive.
package dev.semel.submission;

import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/**
 * Asks, right before a request is written, whether the provider has spoken of another attempt of
 * its payout meanwhile. A first attempt that was never unknown has no other, so that nothing is
 * asked for it; one that was may have been adopted after a later one was made. What can't be seen
 * counts as alive: a payout that is held back is sent later, one that was sent twice is not taken
 * back.
 */
@Singleton
final class SeeOtherAttempt {
  private static final Logger LOG = Logger.getLogger(SeeOtherAttempt.class);

  private final ClaimStore claims;

  SeeOtherAttempt(ClaimStore claims) {
    this.claims = claims;
  }

  /** Whether another attempt of a claimed payout is, or may be, alive. No transaction is open. */
  boolean isAlive(Claim claim) {
    if (claim.payout().attempt() == 1 && !claim.payout().everUnknown()) {
      return false;
    }
    try {
      return Tx.call(() -> claims.otherAttemptAlive(claim));
    } catch (RuntimeException e) {
      LOG.warnf(
          "Payout %s is held back, because its other attempts can't be looked at: %s",
          claim.payout().id(), e);
      return true;
    }
  }
}
