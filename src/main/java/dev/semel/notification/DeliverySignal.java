// Wakes the deliveries of this node early.
package dev.semel.notification;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes the deliveries of this node when something is due or a place is free. Only a hint that
 * saves waiting for the next look at the table: work is found there, and nothing is lost when the
 * hint is.
 */
@Singleton
final class DeliverySignal {
  private final Semaphore raised = new Semaphore(0);

  /** Says that there may be something to do. Call it after the commit. */
  void raise() {
    if (raised.availablePermits() == 0) {
      raised.release();
    }
  }

  /** Waits until there may be something to do, or for as long as given. */
  void await(Duration longest) throws InterruptedException {
    if (raised.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS)) {
      raised.drainPermits();
    }
  }
}
