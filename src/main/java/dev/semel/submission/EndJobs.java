// Ends jobs whose work is done, and with them what people were told of them.
package dev.semel.submission;

import dev.semel.db.Tx;
import dev.semel.domain.CaseKind;
import dev.semel.payout.CaseDesk;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Ends jobs whose work is done, or need not be done any more, and resolves the cases about them:
 * nobody has anything left to do there.
 */
@Singleton
final class EndJobs {
  private final JobStore jobs;
  private final CaseDesk cases;

  EndJobs(JobStore jobs, CaseDesk cases) {
    this.jobs = jobs;
    this.cases = cases;
  }

  /** The work on a payout went well, in the open transaction. */
  void done(String payoutId, JobKind kind) {
    Tx.assertInside();
    resolve(jobs.done(payoutId, kind), "The work went well when it was tried again.");
  }

  /** Ends what payouts have moved on without, in the open transaction. */
  void moot() {
    Tx.assertInside();
    resolve(jobs.closeMoot(), "The payout has moved on without it.");
  }

  private void resolve(List<Job> ended, String note) {
    for (Job job : ended) {
      cases.over(job.tenantId(), CaseKind.JOB_FAILED, CountFailure.difference(job), note);
    }
  }
}
