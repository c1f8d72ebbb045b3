// The time of a scenario.
package dev.semel.app.conformance;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The time of a scenario, which passes only when it is told to, and what is planned in it. The
 * threads of the server read it while the engine waits for them.
 */
final class VirtualClock implements InstantSource {
  private static final Instant START = Instant.parse("2030-01-07T09:00:00Z");

  private final SortedMap<Instant, List<Runnable>> plans = new TreeMap<>();
  private Instant now = START;

  @Override
  public synchronized Instant instant() {
    return now;
  }

  /** A clock that only goes forward, in nanoseconds. */
  synchronized long nanos() {
    return Duration.between(START, now).toNanos();
  }

  /** Lets time pass. */
  synchronized void pass(Duration time) {
    now = now.plus(time).truncatedTo(ChronoUnit.MICROS);
  }

  /** Plans something. */
  synchronized void in(Duration pause, Runnable work) {
    plans.computeIfAbsent(now.plus(pause), _ -> new ArrayList<>()).add(work);
  }

  /** When the next thing that is planned is to happen. */
  synchronized Optional<Instant> next() {
    return plans.isEmpty() ? Optional.empty() : Optional.of(plans.firstKey());
  }

  /**
   * Goes on to an instant, or by a little where it is past, and does what is planned until then.
   */
  void advance(Instant to) {
    for (Optional<Runnable> due = pass(to); due.isPresent(); due = pass(to)) {
      due.get().run();
    }
  }

  private synchronized Optional<Runnable> pass(Instant to) {
    Optional<Instant> planned = next().filter(at -> !at.isAfter(to));
    if (planned.isEmpty()) {
      now = to.isAfter(now) ? to : now;
      return Optional.empty();
    }
    Instant at = planned.get();
    now = at.isAfter(now) ? at : now;
    List<Runnable> works = plans.getOrDefault(at, List.of());
    if (works.size() > 1) {
      plans.put(at, new ArrayList<>(works.subList(1, works.size())));
    } else {
      plans.remove(at);
    }
    return Optional.of(works.getFirst());
  }
}
