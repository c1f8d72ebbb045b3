// The simulator's provider file with the patience of somebody who watches.
package dev.semel.app.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The shipped file of the simulator with shorter times, so that a story that takes a partner
 * minutes or a night is over while somebody watches. What its answers mean is left as it is.
 */
final class DemoProviderFile {
  private static final String SHIPPED = "/providers/simulator.yaml";

  private DemoProviderFile() {}

  /** Writes the file into a providers directory. */
  static void write(Path directory) {
    YAMLMapper yaml = new YAMLMapper();
    try (InputStream shipped = DemoProviderFile.class.getResourceAsStream(SHIPPED)) {
      ObjectNode file = (ObjectNode) yaml.readTree(shipped);
      shorten(file);
      Files.writeString(
          directory.resolve("simulator.yaml"),
          "# Written by ./semel demo: the shipped simulator.yaml with shorter times.\n"
              + yaml.writeValueAsString(file),
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("The demo's provider file can't be written.", e);
    }
  }

  private static void shorten(ObjectNode file) {
    file.withObject("/visibility").put("within", "PT3S");
    file.withObject("/limits").put("connect_timeout", "PT0.5S").put("timeout", "PT1S");
    file.withObject("/retry").put("base", "PT0.3S").put("cap", "PT1S").put("attempts", 25);
    // The story makes calls fail on purpose, one after the other; a breaker would end it.
    file.withObject("/breaker").put("failures", 100).put("of", 100);
    durations(
        file, "lookups", "PT0.5S", "PT1S", "PT1S", "PT1S", "PT1S", "PT1S", "PT1S", "PT2S", "PT1M");
    durations(file, "status_checks", "PT1.5S", "PT2S", "PT5S", "PT1M");
    file.withObject("/report").put("lag", "PT0.5S");
  }

  private static void durations(ObjectNode file, String name, String... values) {
    ArrayNode list = file.putArray(name);
    for (String value : values) {
      list.add(value);
    }
  }
}
