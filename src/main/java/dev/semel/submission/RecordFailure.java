// Writes down that the handling of a claimed payout threw.
package dev.semel.submission;

import dev.semel.db.SqlStates;
import dev.semel.db.Tx;
import dev.semel.payout.DueSignal;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/**
 * Writes down that the handling of a claimed payout threw: a submission is unknown, never ready,
 * because nobody can say how far it came; a question is asked again after a pause. The failure is
 * counted in a transaction of its own, unless the database was away or busy: that is none of the
 * payout's. What can't be written down here is found by the sweep, when the lease has ended.
 */
@Singleton
final class RecordFailure {
  private static final Logger LOG = Logger.getLogger(RecordFailure.class);

  private final GiveUpClaim giveUpClaim;
  private final CountFailure countFailure;
  private final DueSignal due;

  RecordFailure(GiveUpClaim giveUpClaim, CountFailure countFailure, DueSignal due) {
    this.giveUpClaim = giveUpClaim;
    this.countFailure = countFailure;
    this.due = due;
  }

  /** Writes it down. Throws nothing: whoever calls has no other way to say it. */
  void record(Claim claim, Throwable failure) {
    String id = claim.payout().id();
    JobKind kind = JobKind.of(claim.payout().state());
    attempt(
        claim,
        () ->
            giveUpClaim.giveUp(
                claim,
                "its handling ended with "
                    + FailureWords.of(failure).error()
                    + "; a request may have been sent"));
    if (!SqlStates.mayPass(failure)) {
      attempt(claim, () -> Tx.run(() -> countFailure.count(id, kind, failure)));
    }
    due.raise();
  }

  private static void attempt(Claim claim, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException e) {
      LOG.errorf(
          "That the handling of payout %s failed could not be recorded (%s); it is taken up again when its lease has ended",
          claim.payout().id(), FailureWords.of(e).message());
    }
  }
}
