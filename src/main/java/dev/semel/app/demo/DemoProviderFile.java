// The simulator's provider file with the patience of somebody who watches.
package dev.semel.app.demo;

import static dev.semel.app.rig.SimulatorFile.durations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.app.rig.SimulatorFile;
import java.nio.file.Path;

/**
 * The shipped file of the simulator with shorter times, so that a story that takes a partner
 * minutes or a night is over while somebody watches. What its answers mean is left as it is.
 */
final class DemoProviderFile {
  private DemoProviderFile() {}

  /** Writes the file into a providers directory. */
  static void write(Path directory) {
    SimulatorFile.write(
        directory,
        "Written by ./semel demo: the shipped simulator.yaml with shorter times.",
        DemoProviderFile::shorten);
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
}
