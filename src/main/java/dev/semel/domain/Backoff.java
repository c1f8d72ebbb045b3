package dev.semel.domain;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Exponential backoff with full jitter: uniform in [0, min(cap, base * 2^n)], and never sooner than
 * the provider asked for.
 */
public final class Backoff {
  private static final int LARGEST_SHIFT = 30;

  private Backoff() {}

  /**
   * The pause before the next try.
   *
   * @param base the ceiling of the first pause
   * @param cap the ceiling that no pause exceeds, but for a longer {@code retryAfter}
   * @param triesMade how many tries were made so far, at least 1
   * @param retryAfter the least pause that the provider asked for
   * @param random where chance comes from
   */
  public static Duration pause(
      Duration base,
      Duration cap,
      int triesMade,
      Optional<Duration> retryAfter,
      RandomGenerator random) {
    long ceiling = ceilingMillis(base.toMillis(), cap.toMillis(), triesMade - 1);
    Duration pause = Duration.ofMillis(random.nextLong(ceiling + 1));
    return retryAfter.filter(least -> least.compareTo(pause) > 0).orElse(pause);
  }

  private static long ceilingMillis(long base, long cap, int doublings) {
    long factor = 1L << Math.clamp(doublings, 0, LARGEST_SHIFT);
    boolean pastCap = base > cap / factor;
    return pastCap ? cap : base * factor;
  }
}
