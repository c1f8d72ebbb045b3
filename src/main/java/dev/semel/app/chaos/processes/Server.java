// One of the servers, through all its lives.
package dev.semel.app.chaos.processes;

import dev.semel.app.rig.ChildProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One of the servers, through all its lives: its port and its log stay the same. */
final class Server {
  private final Children children;
  private final String name;
  private final URI address;
  private final Map<String, String> environment;
  private final Path log;
  private @Nullable ChildProcess process;
  private int starts;

  Server(Children children, String name, int port, Map<String, String> environment, Path folder) {
    this.children = children;
    this.name = name;
    this.address = URI.create("http://127.0.0.1:" + port);
    this.environment = environment;
    this.log = folder.resolve(name + ".log");
  }

  String name() {
    return name;
  }

  URI address() {
    return address;
  }

  synchronized int starts() {
    return starts;
  }

  /** Starts it when it does not run: at first, after it was killed, and when it ended by itself. */
  synchronized void keepAlive() throws IOException {
    if (process == null || !process.isAlive()) {
      process = children.start(List.of("serve"), environment, log);
      starts++;
    }
  }

  /** Kills it; false when it was dead. */
  synchronized boolean kill() {
    if (process == null || !process.isAlive()) {
      return false;
    }
    process.kill();
    return true;
  }

  /** Stops it where it is; false when it was dead. */
  synchronized boolean pause() throws IOException, InterruptedException {
    if (process == null || !process.isAlive()) {
      return false;
    }
    process.pause();
    return true;
  }

  synchronized void resume() throws IOException, InterruptedException {
    if (process != null) {
      process.resume();
    }
  }
}
