// Counts what was done.
package dev.semel.app.chaos.processes;

import java.util.EnumMap;
import java.util.Map;

/** Counts what was done; used by several threads. */
final class Tally {
  private final Map<Deed, Integer> done = new EnumMap<>(Deed.class);

  synchronized void add(Deed deed) {
    done.merge(deed, 1, Integer::sum);
  }

  synchronized int of(Deed deed) {
    return done.getOrDefault(deed, 0);
  }

  /** How often a server was killed. */
  synchronized int kills() {
    return done.entrySet().stream()
        .filter(one -> one.getKey().kills())
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  synchronized int all() {
    return done.values().stream().mapToInt(Integer::intValue).sum();
  }
}
