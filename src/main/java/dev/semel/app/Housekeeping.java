// Keeps the store small.
package dev.semel.app;

import dev.semel.idempotency.PurgeIdempotencyKeys;
import dev.semel.notification.PurgeEvents;
import dev.semel.notification.ResealEndpointSecrets;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Forgets what need not be kept any longer. Several nodes may do it at once. */
@Singleton
final class Housekeeping {
  private static final Logger LOG = Logger.getLogger(Housekeeping.class);

  private final CountDownLatch stopping = new CountDownLatch(1);
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
      every = "${semel.purge-every}",
      delayed = "10s",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void forgetKeys() {
    int forgotten = purgeIdempotencyKeys.purge(this::rest);
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
    int forgotten = purgeEvents.purge(this::rest);
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

  /** Rests, and is false when the server stops meanwhile. */
  private boolean rest(Duration time) {
    try {
      return !stopping.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** What is left is forgotten after the next start, or by another node. */
  void stop(@Observes ShutdownEvent event) {
    stopping.countDown();
  }
}
