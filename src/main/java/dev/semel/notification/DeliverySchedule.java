// When a delivery that failed is tried again.
package dev.semel.notification;

import dev.semel.domain.RetryAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * When a delivery that failed is tried again: ten tries over about three days, each pause a tenth
 * longer or shorter by chance, so that what failed together does not come together. What a receiver
 * asks for in {@code Retry-After} makes a pause longer, to a day at most, and never shorter.
 */
final class DeliverySchedule {
  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(14),
          Duration.ofHours(20),
          Duration.ofHours(24));

  /** How many tries a delivery has. */
  static final int TRIES = PAUSES.size() + 1;

  /** The longest that a receiver is listened to. */
  static final Duration LONGEST_PATIENCE = Duration.ofDays(1);

  /** From so many failures in a row on, an endpoint rests between attempts. */
  static final int FAILURES_BEFORE_REST = 3;

  private static final Duration FIRST_REST = Duration.ofSeconds(5);
  private static final Duration LONGEST_REST = Duration.ofMinutes(5);
  private static final Duration NEXT_TURN = Duration.ofSeconds(2);
  private static final int LARGEST_SHIFT = 10;
  private static final int TENTH = 10;

  /** What a receiver asks for that asks for nothing. */
  static final RetryAfter NO_WISH = new RetryAfter(Optional.empty(), Optional.empty());

  private DeliverySchedule() {}

  /**
   * A wait, for the database to count.
   *
   * @param pause how long at least
   * @param until a time before which it does not end, where a receiver named one and no time of its
   *     own; a day from now at most
   */
  record Wait(Duration pause, Optional<Instant> until) {}

  /**
   * The wait after a failed try; empty when it was the last one.
   *
   * @param triesMade at least 1
   * @param asked what the receiver asked for
   */
  static Optional<Wait> afterTry(int triesMade, RetryAfter asked, RandomGenerator random) {
    if (triesMade >= TRIES) {
      return Optional.empty();
    }
    return Optional.of(patient(jittered(PAUSES.get(triesMade - 1), random), asked));
  }

  /**
   * How long nothing is sent to an endpoint after so many failures in a row; empty when it goes on.
   */
  static Optional<Wait> rest(int failures, RetryAfter asked, RandomGenerator random) {
    boolean asksForPatience = asked.pause().isPresent() || asked.at().isPresent();
    if (failures < FAILURES_BEFORE_REST) {
      return asksForPatience ? Optional.of(patient(Duration.ZERO, asked)) : Optional.empty();
    }
    Duration rest =
        FIRST_REST.multipliedBy(1L << Math.min(failures - FAILURES_BEFORE_REST, LARGEST_SHIFT));
    return Optional.of(patient(jittered(shorter(rest, LONGEST_REST), random), asked));
  }

  /** The wait of what was not tried, as its turn had not come. */
  static Wait untilItsTurn(RandomGenerator random) {
    return patient(jittered(NEXT_TURN, random), NO_WISH);
  }

  private static Wait patient(Duration pause, RetryAfter asked) {
    Duration wanted = asked.pause().map(time -> shorter(time, LONGEST_PATIENCE)).orElse(pause);
    return new Wait(wanted.compareTo(pause) > 0 ? wanted : pause, asked.at());
  }

  private static Duration jittered(Duration pause, RandomGenerator random) {
    long tenth = pause.toMillis() / TENTH;
    return pause.plusMillis(random.nextLong(-tenth, tenth + 1));
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
