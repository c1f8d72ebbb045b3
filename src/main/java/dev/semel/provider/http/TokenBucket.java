package dev.semel.provider.http;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Spaces submissions: so many may start at once, and so many in every second after that. */
final class TokenBucket {
  private static final long SECOND = 1_000_000_000L;

  private long spacing;
  private long burst;
  private final LongSupplier nanos;
  private long nextFree;

  /**
   * @param perSecond how many may start in a second
   * @param nanos a clock that only goes forward, in nanoseconds
   */
  TokenBucket(int perSecond, LongSupplier nanos) {
    this.spacing = SECOND / perSecond;
    this.burst = SECOND - spacing;
    this.nanos = nanos;
    this.nextFree = nanos.getAsLong() - burst;
  }

  /** Goes on at another pace; the places that were taken stay taken. */
  synchronized void follow(int perSecond) {
    spacing = SECOND / perSecond;
    burst = SECOND - spacing;
  }

  /**
   * Takes the next place in the line.
   *
   * @param longest how long the caller is ready to wait
   * @return how long to wait before starting; longer than {@code longest} when no place was taken
   */
  synchronized Duration take(Duration longest) {
    long now = nanos.getAsLong();
    long start = Math.max(nextFree, now - burst);
    Duration wait = Duration.ofNanos(Math.max(0, start - now));
    if (wait.compareTo(longest) <= 0) {
      nextFree = start + spacing;
    }
    return wait;
  }
}
