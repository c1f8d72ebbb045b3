// What a run has found, each kind once with an example.
package dev.semel.testing.fuzz;

import java.util.LinkedHashMap;
import java.util.Map;

/** Findings by kind. Safe to share. */
final class Findings {

  private static final int SHOWN = 1_500;

  private final Map<String, String> examples = new LinkedHashMap<>();
  private final Map<String, Integer> times = new LinkedHashMap<>();

  /** Something is wrong with an exchange. */
  void add(String what, FuzzRequest request, RawClient.Answer answer) {
    String text = answer.text();
    add(
        request.operation().id() + ": " + what,
        "request %d: %s%n  -> %d %s%n  %s"
            .formatted(
                request.number(),
                request.curl(),
                answer.status(),
                answer.headers(),
                text.substring(0, Math.min(SHOWN, text.length()))));
  }

  /** Something is wrong. */
  synchronized void add(String kind, String example) {
    examples.putIfAbsent(kind, example);
    times.merge(kind, 1, Integer::sum);
  }

  synchronized boolean isEmpty() {
    return examples.isEmpty();
  }

  @Override
  public synchronized String toString() {
    StringBuilder text = new StringBuilder();
    examples.forEach(
        (kind, example) ->
            text.append("\n* ")
                .append(kind)
                .append(" (")
                .append(times.get(kind))
                .append(" times)\n  ")
                .append(example)
                .append('\n'));
    return text.toString();
  }
}
