// Which members a JSON value has, so that an example can be compared with what a server answers.
package dev.semel.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The paths of a value's members with the kinds of JSON found there. All items of an array are one
 * path, such as {@code /data[]/id}.
 */
final class Shape {

  /** Objects whose names are data. */
  private static final Set<String> FREE = Set.of("metadata", "facts");

  private final Map<String, Set<String>> kinds = new TreeMap<>();

  private Shape() {}

  static Shape of(JsonNode value) {
    Shape shape = new Shape();
    shape.add("", value);
    return shape;
  }

  private void add(String path, JsonNode value) {
    kinds.computeIfAbsent(path, _ -> new TreeSet<>()).add(value.getNodeType().name());
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      if (FREE.contains(member.getKey())) {
        kinds.put(path + "/" + member.getKey(), Set.of(member.getValue().getNodeType().name()));
      } else {
        add(path + "/" + member.getKey(), member.getValue());
      }
    }
    for (JsonNode item : value.isArray() ? value : List.<JsonNode>of()) {
      add(path + "[]", item);
    }
  }

  /**
   * Where an example and an answer differ: a member that only one of them has, or another kind.
   * Within an array items may differ, so that a null says nothing there.
   *
   * @param cutShort whether the example shows only a part
   */
  List<String> differences(Shape answer, boolean cutShort) {
    List<String> differences = new ArrayList<>();
    kinds.forEach(
        (path, kind) -> {
          @Nullable Set<String> theirs = answer.kinds.get(path);
          if (theirs == null) {
            differences.add("only the example has " + path);
          } else if (!fits(path, kind, theirs)) {
            differences.add("%s is %s in the example and %s".formatted(path, kind, theirs));
          }
        });
    if (!cutShort) {
      answer.kinds.keySet().stream()
          .filter(path -> !kinds.containsKey(path))
          .forEach(path -> differences.add("only the answer has " + path));
    }
    return differences;
  }

  private static boolean fits(String path, Set<String> example, Set<String> answer) {
    if (!path.contains("[]")) {
      return example.equals(answer);
    }
    Set<String> told = new TreeSet<>(example);
    told.remove("NULL");
    Set<String> found = new TreeSet<>(answer);
    found.remove("NULL");
    return told.isEmpty() || found.isEmpty() || Objects.equals(told, found);
  }
}
