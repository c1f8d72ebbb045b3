// Virtual time: what happens next.
package dev.semel.app.chaos;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Virtual time. What is to happen is done in the order of its instants, at equal instants in the
 * order in which it was planned, one thing after the other; every instant is used once, so that no
 * two rows have the same time by chance.
 */
final class Timeline {
  private static final Comparator<Step> ORDER =
      Comparator.comparing(Step::at).thenComparingLong(Step::number);

  private final PriorityQueue<Step> steps = new PriorityQueue<>(ORDER);
  private final Instant start;
  private Instant now;
  private long number;

  Timeline(Instant start) {
    this.start = start;
    this.now = start;
  }

  private record Step(Instant at, long number, Runnable work) {}

  Instant now() {
    return now;
  }

  Instant start() {
    return start;
  }

  /** Nanoseconds since the start, for monotonic clocks. */
  long nanos() {
    return Duration.between(start, now).toNanos();
  }

  /** Plans something. */
  void at(Instant when, Runnable work) {
    steps.add(new Step(when.truncatedTo(ChronoUnit.MICROS), ++number, work));
  }

  /** Plans something after a while. */
  void in(Duration pause, Runnable work) {
    at(now.plus(pause), work);
  }

  /**
   * Does what is next.
   *
   * @return false when there is nothing any more, or only what is later than given
   */
  boolean step(Instant last) {
    Step next = steps.peek();
    if (next == null || next.at().isAfter(last)) {
      return false;
    }
    steps.remove();
    Instant after = now.plus(1, ChronoUnit.MICROS);
    now = next.at().isAfter(after) ? next.at() : after;
    next.work().run();
    return true;
  }
}
