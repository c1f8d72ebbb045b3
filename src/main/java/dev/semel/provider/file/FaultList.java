// Collects what is wrong with one provider file.
package dev.semel.provider.file;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The faults found so far. A fault is told at the line of its value, or of the nearest one around
 * it.
 */
final class FaultList {
  private final Map<String, Integer> lines;
  private final Set<ProviderFileFault> faults = new LinkedHashSet<>();

  FaultList(Map<String, Integer> lines) {
    this.lines = lines;
  }

  void add(String pointer, String message) {
    faults.add(new ProviderFileFault(lineOf(pointer), pointer, message));
  }

  boolean isEmpty() {
    return faults.isEmpty();
  }

  List<ProviderFileFault> inOrder() {
    return faults.stream().sorted(Comparator.comparingInt(ProviderFileFault::line)).toList();
  }

  private int lineOf(String pointer) {
    String at = pointer;
    while (!at.isEmpty()) {
      Integer line = lines.get(at);
      if (line != null) {
        return line;
      }
      at = Pointers.parent(at);
    }
    return 1;
  }
}
