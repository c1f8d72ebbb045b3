// Other YAML files of ours, read and told about as provider files are.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Reads YAML files that belong to provider files, such as dialects: the same plain YAML, a schema
 * of their own, and every fault with its line and pointer.
 */
public final class CheckedYaml {
  private final FileSchema schema;

  /**
   * For one kind of file.
   *
   * @param schema where its schema is among the program's resources
   */
  public CheckedYaml(String schema) {
    this.schema = new FileSchema(schema);
  }

  /** What reading came to. */
  public sealed interface Reading {}

  /** A file with the right shape. */
  public record Sound(JsonNode tree) implements Reading {}

  /** A file with faults, in the order of their lines. */
  public record Faulty(List<ProviderFileFault> faults) implements Reading {
    public Faulty {
      faults = List.copyOf(faults);
    }
  }

  /** What no schema can say. It passes over what has the wrong shape. */
  public interface Rules {
    /**
     * Checks a tree.
     *
     * @param faults takes the pointer of each fault, and a sentence about it
     */
    void check(JsonNode tree, BiConsumer<String, String> faults);
  }

  /** Reads a file. */
  public Reading read(String text, Rules rules) {
    YamlSource.Parsed parsed = YamlSource.parse(text);
    if (parsed.tree().isEmpty()) {
      return new Faulty(parsed.faults());
    }
    JsonNode tree = parsed.tree().get();
    FaultList found = new FaultList(parsed.lines());
    schema.check(tree, found);
    rules.check(tree, found::add);
    List<ProviderFileFault> faults = new ArrayList<>(parsed.faults());
    faults.addAll(found.inOrder());
    return faults.isEmpty() ? new Sound(tree) : new Faulty(faults);
  }

  /**
   * The values of a text that is known to be sound.
   *
   * @throws IllegalArgumentException when it is no usable YAML after all
   */
  public static JsonNode tree(String text) {
    return YamlSource.parse(text)
        .tree()
        .orElseThrow(() -> new IllegalArgumentException("this is no usable YAML"));
  }
}
