// What is odd in a report, said once.
package dev.semel.provider.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what is odd in a report: how often, and only so many different things. */
final class Notes {
  private final Map<String, Integer> counts = new LinkedHashMap<>();

  /** One more time this. */
  void add(String note) {
    if (counts.containsKey(note) || counts.size() < Limits.NOTES) {
      counts.merge(note, 1, Integer::sum);
    }
  }

  /** The notes, each with how often it was made where that is more than once. */
  List<String> all() {
    List<String> notes = new ArrayList<>();
    counts.forEach((note, count) -> notes.add(count == 1 ? note : count + " times: " + note));
    return notes;
  }
}
