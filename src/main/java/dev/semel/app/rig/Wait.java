// Waiting for something to become true.
package dev.semel.app.rig;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Looks again and again until something is true. */
public final class Wait {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(60);

  private Wait() {}

  /** Waits; false when it did not become true in time. */
  public static boolean until(Duration longest, BooleanSupplier condition) {
    long deadline = System.nanoTime() + longest.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
    return true;
  }

  /** Does nothing for this long, or until the thread is interrupted. */
  public static void rest(Duration time) {
    long deadline = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = deadline - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      LockSupport.parkNanos(left);
    }
  }
}
