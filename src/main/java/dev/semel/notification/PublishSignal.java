// Wakes the publishing of events early.
package dev.semel.notification;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes the publishing of this node when events were committed here. Only a hint that saves waiting
 * for the next look at the table: nothing is lost when the hint is, and what other nodes commit
 * they publish themselves.
 */
@Singleton
final class PublishSignal {
  private final Semaphore raised = new Semaphore(0);

  /** Says that there may be something to publish. Call it after the commit. */
  void raise() {
    if (raised.availablePermits() == 0) {
      raised.release();
    }
  }

  /**
   * Waits until there may be something to publish, or for as long as given.
   *
   * @return whether there may be
   */
  boolean await(Duration longest) throws InterruptedException {
    boolean any = raised.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS);
    if (any) {
      raised.drainPermits();
    }
    return any;
  }
}
