// Keeps questions to a provider rare while it seems to be away.
package dev.semel.submission;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Lets one question a second through, however long nobody asked before. */
final class Trickle {
  private static final long SPACING = Duration.ofSeconds(1).toNanos();

  private final LongSupplier nanoTime;
  private long last;
  private boolean any;

  /**
   * @param nanoTime a clock that only goes forward, in nanoseconds
   */
  Trickle(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Whether a question may be asked now. */
  boolean open() {
    return !any || nanoTime.getAsLong() - last >= SPACING;
  }

  /** One was asked. */
  void passed() {
    any = true;
    last = nanoTime.getAsLong();
  }
}
