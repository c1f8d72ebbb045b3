// Counts work on a payout that failed, and puts it before a person when it fails too often.
package dev.semel.submission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.db.Tx;
import dev.semel.domain.CaseKind;
import dev.semel.domain.WireNames;
import dev.semel.payout.CaseDesk;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/**
 * Counts work on a payout that failed. It is tried again after a pause, a few times; then it is a
 * job that failed, with a case, and is not taken up until a person has it tried again. The payout's
 * row is not read for that: it may be the very thing that can't be read.
 */
@Singleton
final class CountFailure {
  private static final Logger LOG = Logger.getLogger(CountFailure.class);

  private final JobStore jobs;
  private final CaseDesk cases;
  private final SubmissionConfig config;

  CountFailure(JobStore jobs, CaseDesk cases, SubmissionConfig config) {
    this.jobs = jobs;
    this.cases = cases;
    this.config = config;
    if (config.jobTries() < 1
        || !config.jobRetryBase().isPositive()
        || config.jobRetryCap().compareTo(config.jobRetryBase()) < 0) {
      throw new IllegalStateException(
          "SEMEL_SUBMISSION_JOB_TRIES has to be 1 at least, SEMEL_SUBMISSION_JOB_RETRY_BASE more than nothing, and SEMEL_SUBMISSION_JOB_RETRY_CAP no less than that");
    }
  }

  /** Counts a failure, in the open transaction. */
  Job count(String payoutId, JobKind kind, Throwable failure) {
    Tx.assertInside();
    FailureWords words = FailureWords.of(failure);
    Job job =
        jobs.failed(
            payoutId, kind, words, config.jobTries(), config.jobRetryBase(), config.jobRetryCap());
    LOG.errorf(
        "%s payout %s at %s failed (%d in a row, now %s): %s",
        kind.doing(),
        payoutId,
        job.provider(),
        job.failures(),
        WireNames.of(job.state()),
        words.message());
    LOG.debug("The failure", failure);
    if (job.state() == JobState.FAILED) {
      cases.open(caseOf(job));
    }
    return job;
  }

  /** What makes the case about a job one case. */
  static String difference(Job job) {
    return job.payoutId() + "-" + WireNames.of(job.kind());
  }

  private static CaseDesk.NewCase caseOf(Job job) {
    return new CaseDesk.NewCase(
        job.tenantId(),
        CaseKind.JOB_FAILED,
        difference(job),
        job.provider(),
        job.payoutId(),
        job.kind().doing()
            + " payout "
            + job.payoutId()
            + " at "
            + job.provider()
            + " failed "
            + job.failures()
            + " times and is not tried again by itself: "
            + job.message()
            + ". Nothing was concluded from that, and the payout's state is true. Find the cause in the log of that time, mend it, then have job "
            + job.id()
            + " tried again.",
        JsonNodeFactory.instance
            .objectNode()
            .put("job_id", job.id())
            .put("job_kind", WireNames.of(job.kind()))
            .put("failures", job.failures())
            .put("error", job.error())
            .put("message", job.message()));
  }
}
