// Waiting for something to become true.
package dev.semel.app.demo;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Looks again and again until something is true. */
final class Wait {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(60);

  private Wait() {}

  /** Waits; false when it did not become true in time. */
  static boolean until(Duration longest, BooleanSupplier condition) {
    long deadline = System.nanoTime() + longest.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
    }
    return true;
  }
}
