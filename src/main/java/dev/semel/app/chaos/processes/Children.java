// The processes that a run has started.
package dev.semel.app.chaos.processes;

import dev.semel.app.rig.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The processes that a run has started, so that all of them end with it, however it ends. After
 * {@link #killAll} none is started any more.
 */
final class Children {
  /** Starts fast and stays small: several of them share the machine. */
  private static final List<String> JAVA_OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmx384m",
          "--sun-misc-unsafe-memory-access=allow");

  private final List<ChildProcess> started = new ArrayList<>();
  private boolean over;

  synchronized ChildProcess start(List<String> arguments, Map<String, String> environment, Path log)
      throws IOException {
    if (over) {
      throw new RunException("The run is over.");
    }
    started.removeIf(child -> !child.isAlive());
    ChildProcess child = ChildProcess.start(JAVA_OPTIONS, arguments, environment, log);
    started.add(child);
    return child;
  }

  synchronized void killAll() {
    over = true;
    started.forEach(ChildProcess::kill);
  }
}
