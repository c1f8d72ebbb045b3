// Has work that failed tried again, because a person says so.
package dev.semel.submission;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;

/**
 * Has work that failed tried again, because a person says that its cause is mended. The payout
 * stays as it is until then. What is being tried already, or has gone well, stays as it is.
 */
@Singleton
final class RetryJob {
  private final JobStore jobs;
  private final AuditStore audit;

  RetryJob(JobStore jobs, AuditStore audit) {
    this.jobs = jobs;
    this.audit = audit;
  }

  /** Has the caller's job tried again, in the open transaction, and returns it as it is then. */
  Job retry(Caller caller, String id, String reason) {
    if (jobs.retry(caller.tenantId(), id)) {
      audit.append(
          new AuditStore.Entry(caller.tenantId(), caller.actor(), "job.retry", id, reason));
    }
    return jobs.find(caller.tenantId(), id)
        .orElseThrow(
            () ->
                new ProblemException(
                    ProblemType.NOT_FOUND,
                    "There is no job with this id. Check the id, and whose credential you use."));
  }
}
