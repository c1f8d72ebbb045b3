// What every node does again and again, beside its workers.
package dev.semel.app;

import dev.semel.notification.PublishEvents;
import dev.semel.reconciliation.NightlyReconciliation;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.inject.Singleton;

/**
 * What every node does again and again, beside its workers. Nothing here is the only one of its
 * kind: each task finds in the database what is due, and any number of nodes may look at once.
 */
@Singleton
class Schedules {
  private final UntilStopped untilStopped;
  private final NightlyReconciliation nightlyReconciliation;
  private final PublishEvents publishEvents;

  Schedules(
      UntilStopped untilStopped,
      NightlyReconciliation nightlyReconciliation,
      PublishEvents publishEvents) {
    this.untilStopped = untilStopped;
    this.nightlyReconciliation = nightlyReconciliation;
    this.publishEvents = publishEvents;
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
}
