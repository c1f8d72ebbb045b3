// Keeps the store small.
package dev.semel.app;

import dev.semel.idempotency.PurgeIdempotencyKeys;
import dev.semel.notification.PurgeEvents;
import dev.semel.notification.ResealEndpointSecrets;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/**
 * Forgets what need not be kept any longer. Several nodes may do it at once: each takes other rows.
 */
@Singleton
final class Housekeeping {
  private static final Logger LOG = Logger.getLogger(Housekeeping.class);

  private final PurgeIdempotencyKeys purgeIdempotencyKeys;
  private final PurgeEvents purgeEvents;
  private final ResealEndpointSecrets resealEndpointSecrets;

  Housekeeping(
      PurgeIdempotencyKeys purgeIdempotencyKeys,
      PurgeEvents purgeEvents,
      ResealEndpointSecrets resealEndpointSecrets) {
    this.purgeIdempotencyKeys = purgeIdempotencyKeys;
    this.purgeEvents = purgeEvents;
    this.resealEndpointSecrets = resealEndpointSecrets;
  }

  @Scheduled(
      every = "10m",
      delayed = "1m",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void forgetKeys() {
    int forgotten = purgeIdempotencyKeys.purge();
    if (forgotten > 0) {
      LOG.infof("Forgot %d idempotency keys whose time is over", forgotten);
    }
  }

  @Scheduled(
      every = "10m",
      delayed = "2m",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void forgetEvents() {
    int forgotten = purgeEvents.purge();
    if (forgotten > 0) {
      LOG.infof("Forgot %d events whose time is over", forgotten);
    }
  }

  @Scheduled(
      every = "10m",
      delayed = "1m",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void moveSecretsToTheFirstKey() {
    resealEndpointSecrets.reseal();
  }
}
