// What every node does again and again, beside its workers.
package dev.semel.app;

import dev.semel.notification.PublishEvents;
import dev.semel.payout.EndApprovals;
import dev.semel.payout.Pulse;
import dev.semel.reconciliation.NightlyReconciliation;
import dev.semel.report.ResumeReports;
import dev.semel.report.pickup.TellOfLateReports;
import dev.semel.submission.WatchExposure;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.inject.Singleton;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * What every node does again and again, beside its workers. Nothing here is the only one of its
 * kind: each task finds in the database what is due, and any number of nodes may look at once.
 */
@Singleton
class Schedules {
  private static final Logger LOG = Logger.getLogger(Schedules.class);

  private final UntilStopped untilStopped;
  private final NightlyReconciliation nightlyReconciliation;
  private final PublishEvents publishEvents;
  private final EndApprovals endApprovals;
  private final WatchExposure watchExposure;
  private final PickupRounds pickupRounds;
  private final TellOfLateReports tellOfLateReports;
  private final ResumeReports resumeReports;
  private final Pulse pulse;

  Schedules(
      UntilStopped untilStopped,
      NightlyReconciliation nightlyReconciliation,
      PublishEvents publishEvents,
      EndApprovals endApprovals,
      WatchExposure watchExposure,
      PickupRounds pickupRounds,
      TellOfLateReports tellOfLateReports,
      ResumeReports resumeReports,
      LongSupplier nanoTime) {
    this.untilStopped = untilStopped;
    this.nightlyReconciliation = nightlyReconciliation;
    this.publishEvents = publishEvents;
    this.endApprovals = endApprovals;
    this.watchExposure = watchExposure;
    this.pickupRounds = pickupRounds;
    this.tellOfLateReports = tellOfLateReports;
    this.resumeReports = resumeReports;
    this.pulse = new Pulse(nanoTime);
    pulse.begin();
  }

  /** Whether tasks are still begun when it is time for them. */
  boolean isWell() {
    return pulse.isWell();
  }

  /** Does nothing but show that the scheduler is alive. */
  @Scheduled(identity = "pulse", every = "5s")
  void beat() {
    pulse.beat();
  }

  @Scheduled(
      identity = "nightly-reconciliation",
      every = "${semel.reconciliation.check-every}",
      delayed = "30s",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void reconcile() {
    untilStopped.run(nightlyReconciliation::runDue);
  }

  @Scheduled(
      identity = "publish-events",
      every = "${semel.event.publish-every}",
      delayed = "1s",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void publishEvents() {
    untilStopped.run(publishEvents::ofAll);
  }

  @Scheduled(
      identity = "end-approvals",
      every = "1m",
      delayed = "20s",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void endApprovals() {
    untilStopped.run(endApprovals::overdue);
  }

  @Scheduled(
      identity = "watch-exposure",
      every = "1s",
      delayed = "1s",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void watchExposure() {
    untilStopped.run(watchExposure::watch);
  }

  @Scheduled(
      identity = "pick-up-reports",
      every = "${semel.pickup.check-every}",
      delayed = "15s",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void pickUpReports() {
    untilStopped.run(pickupRounds::begin);
  }

  @Scheduled(
      identity = "late-reports",
      every = "${semel.pickup.tell-every}",
      delayed = "40s",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void tellOfLateReports() {
    untilStopped.run(tellOfLateReports::tell);
  }

  @Scheduled(
      identity = "resume-reports",
      every = "${semel.report.resume-every}",
      delayed = "10s",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void resumeReports() {
    untilStopped.run(
        () -> {
          while (resumeReports.step()) {
            LOG.trace("A report was taken up");
          }
        });
  }
}
