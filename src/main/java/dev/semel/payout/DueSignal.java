// Wakes the workers of this node early.
package dev.semel.payout;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes the workers of this node when something has become due. Only a hint that saves waiting for
 * the next look at the table: work is found there, and nothing is lost when the hint is.
 */
@Singleton
public final class DueSignal {
  private final Semaphore raised = new Semaphore(0);

  /** Says that something has become due. Call it after the commit. */
  public void raise() {
    if (raised.availablePermits() == 0) {
      raised.release();
    }
  }

  /** Waits until something has become due, or for as long as given. */
  public void await(Duration longest) throws InterruptedException {
    if (raised.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS)) {
      raised.drainPermits();
    }
  }
}
