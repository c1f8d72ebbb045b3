// The simulator's provider file as it is shipped, with some of it changed.
package dev.semel.app.rig;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The simulator's provider file as it is shipped, with some of it changed. */
public final class SimulatorFile {
  private static final String SHIPPED = "/providers/simulator.yaml";

  private SimulatorFile() {}

  /**
   * Writes it into a providers directory, under the provider's name.
   *
   * @param why what its first line says
   * @param change changes what has to be different
   */
  public static void write(Path directory, String why, Consumer<ObjectNode> change) {
    YAMLMapper yaml = new YAMLMapper();
    try (InputStream shipped = SimulatorFile.class.getResourceAsStream(SHIPPED)) {
      ObjectNode file = (ObjectNode) yaml.readTree(shipped);
      change.accept(file);
      Files.writeString(
          directory.resolve(file.path("provider").asText() + ".yaml"),
          "# " + why + "\n" + yaml.writeValueAsString(file),
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("The provider file can't be written.", e);
    }
  }

  /** Puts a list of durations in the place of another. */
  public static void durations(ObjectNode file, String name, String... values) {
    ArrayNode list = file.putArray(name);
    for (String value : values) {
      list.add(value);
    }
  }
}
