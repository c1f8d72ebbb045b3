// Repeats a transaction while the database is away and the lease lasts.
package dev.semel.submission;

import dev.semel.db.SqlStates;
import dev.semel.domain.Backoff;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jboss.logging.Logger;

/**
 * Repeats a transaction while the database is away and the lease of the claim lasts, by this node's
 * monotonic clock. After that the payout is somebody else's to find out about. Nothing is sent
 * meanwhile; only what is known already is tried to be written down.
 */
@Singleton
final class RepeatWhileLeased {
  private static final Logger LOG = Logger.getLogger(RepeatWhileLeased.class);
  private static final Duration BASE = Duration.ofMillis(100);
  private static final Duration CAP = Duration.ofSeconds(2);

  private final RunningClaims claims;
  private final RandomGenerator random;

  RepeatWhileLeased(RunningClaims claims, RandomGenerator random) {
    this.claims = claims;
    this.random = random;
  }

  /**
   * Runs a transaction until it is committed.
   *
   * @param transaction opens and ends it; it must do no harm when it is run again after a commit of
   *     unknown outcome
   */
  void run(Claim claim, Runnable transaction) {
    for (int run = 1; ; run++) {
      try {
        transaction.run();
        return;
      } catch (RuntimeException e) {
        if (!SqlStates.mayPass(e)
            || !claims.lasts(claim)
            || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        LOG.warnf(
            "What the provider said of payout %s could not be recorded (%s); it is tried again while the lease lasts",
            claim.payout().id(), FailureWords.of(e).message());
        LockSupport.parkNanos(Backoff.pause(BASE, CAP, run, Optional.empty(), random).toNanos());
      }
    }
  }
}
