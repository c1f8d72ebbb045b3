// The seeded chance of a simulation.
package dev.semel.app.chaos;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The chance of a simulation: the same seed gives the same answers in the same order. */
final class Chance {
  private final SplittableRandom random;

  Chance(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** True so many times in a thousand. */
  boolean permille(int often) {
    return random.nextInt(1000) < often;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** A duration from {@code least} to {@code most}, to the microsecond. */
  Duration between(Duration least, Duration most) {
    long span = most.minus(least).toNanos() / 1000;
    return least.plusNanos(random.nextLong(span + 1) * 1000);
  }

  /** At most so long. */
  Duration within(Duration most) {
    return between(Duration.ZERO, most);
  }

  <T> T oneOf(List<T> things) {
    return things.get(random.nextInt(things.size()));
  }

  /** A chance of its own, which does not disturb this one. */
  RandomGenerator split() {
    return random.split();
  }
}
