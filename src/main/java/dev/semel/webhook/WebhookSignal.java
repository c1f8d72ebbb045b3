// Wakes the webhook workers of this node early.
package dev.semel.webhook;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes the webhook workers of this node when a message was stored. Only a hint that saves waiting
 * for the next look at the table: work is found there, and nothing is lost when the hint is.
 */
@Singleton
public final class WebhookSignal {
  private final Semaphore raised = new Semaphore(0);

  /** Says that something is to be processed. Call it after the commit. */
  public void raise() {
    wake(1);
  }

  /** Wakes as many workers as given. */
  void wake(int workers) {
    int missing = workers - raised.availablePermits();
    if (missing > 0) {
      raised.release(missing);
    }
  }

  /** Waits until something is to be processed, or for as long as given. */
  void await(Duration longest) throws InterruptedException {
    boolean _ = raised.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS);
  }
}
