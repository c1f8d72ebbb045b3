// How fast the submissions to a provider may start.
package dev.semel.submission;

import java.time.Duration;
import java.time.Instant;

/**
 * How fast the submissions to a provider may start: so many at once, and so many in every second
 * after that. What is kept between two looks is one instant, at which the next place is free.
 *
 * @param perSecond how many may start in a second
 */
record Pace(int perSecond) {
  private static final long SECOND = 1_000_000;

  /**
   * Places that were given.
   *
   * @param count how many
   * @param nextFree when the place behind them is free
   */
  record Taken(int count, Instant nextFree) {}

  /**
   * Takes places.
   *
   * @param nextFree when the first free place is, as it was kept
   * @param now the database's time
   * @param wanted how many are wanted
   */
  Taken take(Instant nextFree, Instant now, int wanted) {
    Instant first = atMost(atLeast(nextFree, now.minus(burst())), now.plus(spacing()));
    long free =
        first.isAfter(now) ? 0 : micros(Duration.between(first, now)) / micros(spacing()) + 1;
    int count = (int) Math.min(free, wanted);
    return new Taken(count, first.plus(spacing().multipliedBy(count)));
  }

  /** How far apart two places are: microseconds, like the database's instants, and rounded up. */
  Duration spacing() {
    return Duration.ofNanos(1000 * Math.ceilDiv(SECOND, perSecond));
  }

  /** How far behind the present the line may begin: then the places of one second are free. */
  private Duration burst() {
    return Duration.ofSeconds(1).minus(spacing());
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }

  private static Instant atLeast(Instant instant, Instant least) {
    return instant.isBefore(least) ? least : instant;
  }

  /** A line that ends later than it can was kept by a clock that has been set back. */
  private static Instant atMost(Instant instant, Instant most) {
    return instant.isAfter(most) ? most : instant;
  }
}
