// A few numbers that stand for many.
package dev.semel.app.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measured durations, in nanoseconds, and what is told of them. */
final class Figures {
  private static final double NANOS_PER_MILLI = 1_000_000;

  private final List<Long> nanos = new ArrayList<>();

  synchronized void add(long duration) {
    nanos.add(duration);
  }

  synchronized int count() {
    return nanos.size();
  }

  /**
   * The smallest measured value that is at least as large as this share of all of them.
   *
   * @param share between 0 and 1; 0.5 is the median
   */
  synchronized long quantile(double share) {
    if (nanos.isEmpty()) {
      throw new IllegalStateException("nothing was measured");
    }
    List<Long> sorted = nanos.stream().sorted().toList();
    int place = (int) Math.ceil(share * sorted.size()) - 1;
    return sorted.get(Math.max(0, place));
  }

  /** Which share of the measured values is larger than this one, between 0 and 1. */
  synchronized double shareOver(long duration) {
    return (double) nanos.stream().filter(one -> one > duration).count() / nanos.size();
  }

  /** One line of a table: the median, the 95th percentile and the largest, in milliseconds. */
  synchronized String line(String what) {
    return String.format(
        Locale.ROOT,
        "%-52s %8.1f %8.1f %8.1f   n=%d",
        what,
        quantile(0.5) / NANOS_PER_MILLI,
        quantile(0.95) / NANOS_PER_MILLI,
        quantile(1) / NANOS_PER_MILLI,
        nanos.size());
  }
}
