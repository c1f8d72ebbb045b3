// Counts what was done to the engine.
package dev.semel.app.chaos;

import java.util.EnumMap;
import java.util.Map;

/** Counts what was done to the engine, by kind. */
final class Tally {
  private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);

  void count(Fault fault) {
    counts.merge(fault, 1, Integer::sum);
  }

  int of(Fault fault) {
    return counts.getOrDefault(fault, 0);
  }

  /** Adds the counts of another run. */
  void add(Tally other) {
    other.counts.forEach((fault, count) -> counts.merge(fault, count, Integer::sum));
  }
}
