// Chance that can be had again.
package dev.semel.testing.fuzz;

import java.util.List;
import java.util.Random;

/** The chance of one request: the same for the same seed and the same number. */
final class Dice {

  private final Random random;

  Dice(long seed, int number) {
    // Neighbouring seeds of java.util.Random begin alike; this spreads them.
    random = new Random((seed * 1_000_003L + number) * 0x9E3779B97F4A7C15L);
  }

  /** True in so many of a hundred cases. */
  boolean percent(int of) {
    return random.nextInt(100) < of;
  }

  /** A number from 0 to below {@code bound}. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** A number from one to the other, both included. */
  int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  /** One of several, which must not be empty. */
  <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** One of several. */
  @SafeVarargs
  final <T> T oneOf(T... of) {
    return of[random.nextInt(of.length)];
  }

  /** For what wants the source itself. */
  Random random() {
    return random;
  }
}
