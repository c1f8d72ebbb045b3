// How often each operation was asked, and what it answered.
package dev.semel.testing.fuzz;

import dev.semel.testing.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Counts by operation. Safe to share. */
final class Coverage {

  private record Counts(TreeMap<Integer, Integer> statuses, int[] valid, int[] accepted) {}

  private final Map<String, Counts> counts = new ConcurrentHashMap<>();

  /**
   * An exchange took place.
   *
   * @param valid whether the contract and the permissions allow the request, and its path exists
   */
  void count(Operation operation, int status, boolean valid) {
    Counts one =
        counts.computeIfAbsent(
            operation.id(), any -> new Counts(new TreeMap<>(), new int[1], new int[1]));
    synchronized (one) {
      one.statuses().merge(status, 1, Integer::sum);
      // What is not there, or is not ours, is no matter of the request's form.
      if (valid && status != 404) {
        one.valid()[0]++;
        one.accepted()[0] += status < 400 ? 1 : 0;
      }
    }
  }

  /** Which operations were not reached, never succeeded, or refused nearly all that was right. */
  List<String> gaps(List<Operation> operations, int leastPercent) {
    List<String> gaps = new ArrayList<>();
    for (Operation operation : operations) {
      Counts one = counts.get(operation.id());
      if (one == null) {
        gaps.add(operation.id() + " was never asked");
      } else if (one.statuses().keySet().stream().noneMatch(status -> status < 400)) {
        gaps.add(operation.id() + " never succeeded: " + one.statuses());
      } else if (one.accepted()[0] * 100 < one.valid()[0] * leastPercent) {
        gaps.add(
            "%s took %d of %d requests that the contract allows"
                .formatted(operation.id(), one.accepted()[0], one.valid()[0]));
      }
    }
    return gaps;
  }

  /** A line for each operation. */
  String table(List<Operation> operations) {
    StringBuilder table = new StringBuilder("operation, valid requests, accepted of them, all:\n");
    for (Operation operation : operations) {
      Counts one = counts.get(operation.id());
      if (one != null) {
        table.append(
            "  %-26s %5d %5d  %s%n"
                .formatted(operation.id(), one.valid()[0], one.accepted()[0], one.statuses()));
      }
    }
    return table.toString();
  }
}
