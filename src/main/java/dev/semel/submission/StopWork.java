// Ends the calls of this node that are running when it is told to stop.
package dev.semel.submission;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Ends the calls of this node that are running when it is told to stop. What was claimed and not
 * sent is held back and ready again; what the partner has not answered by the end of the grace is
 * recorded as unknown at once, so that another node, or the next start, looks it up without waiting
 * for the lease.
 */
@Singleton
final class StopWork {
  private static final Logger LOG = Logger.getLogger(StopWork.class);
  private static final Duration LOOK = Duration.ofMillis(100);

  private final RunningClaims claims;
  private final GiveUpClaim giveUpClaim;
  private final LongSupplier nanoTime;

  StopWork(RunningClaims claims, GiveUpClaim giveUpClaim, LongSupplier nanoTime) {
    this.claims = claims;
    this.giveUpClaim = giveUpClaim;
    this.nanoTime = nanoTime;
  }

  /**
   * Waits for the calls, and gives up what is left.
   *
   * @param calls where they run; nothing new is taken
   * @param before how many were running when the stop began
   * @param deadline when the grace ends, by the monotonic clock
   */
  void stop(ExecutorService calls, int before, long deadline) throws InterruptedException {
    calls.shutdown();
    boolean ended = calls.isTerminated();
    while (!ended && nanoTime.getAsLong() - deadline < 0) {
      renew();
      ended = calls.awaitTermination(LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }
    // They are not interrupted: an answer that comes before the process ends is still evidence.
    List<Claim> left = claims.all();
    long unknown = left.stream().filter(this::giveUp).count();
    LOG.infof(
        "Stopped: %d of %d running calls to providers have ended, %d are left unknown and will be looked up",
        Math.max(0, before - left.size()), before, unknown);
  }

  /** While calls may end their leases must not. */
  private void renew() {
    try {
      claims.renewWhenDue();
    } catch (RuntimeException e) {
      LOG.warnf("Renewing leases failed and is tried again: %s", e.toString());
    }
  }

  private boolean giveUp(Claim claim) {
    claims.remove(claim);
    try {
      return giveUpClaim.giveUp(
          claim,
          "the server was stopped before the provider answered; a request may have been sent");
    } catch (RuntimeException e) {
      LOG.warnf(
          "Payout %s could not be given up (%s); it is taken over when its lease has ended",
          claim.payout().id(), FailureWords.of(e).message());
      return false;
    }
  }
}
