// Keeps the store small.
package dev.semel.app;

import dev.semel.idempotency.PurgeIdempotencyKeys;
import dev.semel.notification.PurgeDeliveries;
import dev.semel.notification.PurgeEvents;
import dev.semel.notification.ResealEndpointSecrets;
import dev.semel.provider.PurgeProviderCalls;
import dev.semel.report.PurgeReportBytes;
import dev.semel.webhook.PurgeUnprovenMessages;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Forgets what need not be kept any longer. Several nodes may do it at once. */
@Singleton
final class Housekeeping {
  private static final Logger LOG = Logger.getLogger(Housekeeping.class);

  private final UntilStopped untilStopped;
  private final PurgeIdempotencyKeys purgeIdempotencyKeys;
  private final PurgeDeliveries purgeDeliveries;
  private final PurgeEvents purgeEvents;
  private final PurgeProviderCalls purgeProviderCalls;
  private final PurgeUnprovenMessages purgeUnprovenMessages;
  private final PurgeReportBytes purgeReportBytes;
  private final ResealEndpointSecrets resealEndpointSecrets;

  Housekeeping(
      UntilStopped untilStopped,
      PurgeIdempotencyKeys purgeIdempotencyKeys,
      PurgeDeliveries purgeDeliveries,
      PurgeEvents purgeEvents,
      PurgeProviderCalls purgeProviderCalls,
      PurgeUnprovenMessages purgeUnprovenMessages,
      PurgeReportBytes purgeReportBytes,
      ResealEndpointSecrets resealEndpointSecrets) {
    this.untilStopped = untilStopped;
    this.purgeIdempotencyKeys = purgeIdempotencyKeys;
    this.purgeDeliveries = purgeDeliveries;
    this.purgeEvents = purgeEvents;
    this.purgeProviderCalls = purgeProviderCalls;
    this.purgeUnprovenMessages = purgeUnprovenMessages;
    this.purgeReportBytes = purgeReportBytes;
    this.resealEndpointSecrets = resealEndpointSecrets;
  }

  @Scheduled(
      every = "${semel.purge-every}",
      delayed = "10s",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void forgetKeys() {
    untilStopped.run(
        () -> tell("idempotency keys", purgeIdempotencyKeys.purge(untilStopped::rest)));
  }

  @Scheduled(
      every = "10m",
      delayed = "2m",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void forgetEvents() {
    // An event stays while a delivery of it is kept.
    untilStopped.run(() -> tell("deliveries", purgeDeliveries.purge(untilStopped::rest)));
    untilStopped.run(() -> tell("events", purgeEvents.purge(untilStopped::rest)));
  }

  @Scheduled(
      every = "10m",
      delayed = "3m",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void forgetCalls() {
    untilStopped.run(
        () -> tell("calls to providers", purgeProviderCalls.purge(untilStopped::rest)));
    untilStopped.run(() -> tell("reports' bytes", purgeReportBytes.purge(untilStopped::rest)));
  }

  @Scheduled(
      every = "10m",
      delayed = "4m",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void forgetUnprovenMessages() {
    untilStopped.run(
        () -> tell("unproven messages", purgeUnprovenMessages.purge(untilStopped::rest)));
  }

  @Scheduled(
      every = "10m",
      delayed = "1m",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void moveSecretsToTheFirstKey() {
    untilStopped.run(resealEndpointSecrets::reseal);
  }

  private static void tell(String what, int forgotten) {
    if (forgotten > 0) {
      LOG.infof("Forgot %d %s whose time is over", forgotten, what);
    }
  }
}
