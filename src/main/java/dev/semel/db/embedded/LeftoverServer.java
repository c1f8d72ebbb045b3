// Finds and stops a PostgreSQL whose Semel was killed.
package dev.semel.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/**
 * What still works on a cluster from before. A Semel that dies by {@code kill -9} leaves its
 * PostgreSQL running; the next one, which holds the directory's lock by then, stops it here.
 */
final class LeftoverServer {

  private static final Logger LOG = Logger.getLogger(LeftoverServer.class);
  private static final Path PROC = Path.of("/proc");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 20;

  private final Path cluster;
  private final Path pidFile;
  private final PostgresPrograms programs;

  LeftoverServer(Path cluster, PostgresPrograms programs) {
    this.cluster = cluster;
    this.pidFile = cluster.resolve("postmaster.pid");
    this.programs = programs;
  }

  /**
   * Stops what still runs on the cluster and waits until it is gone, so that a start finds the
   * cluster free. A process that merely got the same number since is left alone.
   */
  void stop() throws IOException, InterruptedException {
    if (!Files.exists(pidFile)) {
      return;
    }
    long named = namedPid();
    if (processesOnCluster().stream().anyMatch(process -> process.pid() == named)) {
      LOG.infof("Stopping the PostgreSQL that an earlier server left behind (process %d)", named);
      try {
        stopServer("fast");
      } catch (EmbeddedPostgresException slow) {
        stopServer("immediate");
      }
    }
    // A killed server's own children end by themselves as soon as they notice.
    awaitNobodyOnCluster();
    if (Files.exists(PROC)) {
      // Nobody works here, yet PostgreSQL would not start while any process has the number in the
      // file: a zombie that nobody fetches, or after a restart of the machine, a stranger.
      Files.deleteIfExists(pidFile);
    }
  }

  private void stopServer(String mode) throws IOException, InterruptedException {
    programs.run("pg_ctl", "stop", "-D", cluster.toString(), "-m", mode, "-w", "-t", "20");
  }

  private long namedPid() throws IOException {
    var lines = Files.readAllLines(pidFile);
    String first = lines.isEmpty() ? "" : lines.getFirst().strip();
    return first.matches("[0-9]{1,18}") ? Long.parseLong(first) : -1;
  }

  /** The living processes of PostgreSQL on this cluster, which is their working directory. */
  private List<ProcessHandle> processesOnCluster() throws IOException {
    if (Files.exists(PROC)) {
      Path directory = cluster.toRealPath();
      return ProcessHandle.allProcesses()
          .filter(process -> directory.equals(workingDirectory(process)))
          .toList();
    }
    return ProcessHandle.of(namedPid())
        .filter(process -> process.info().commandLine().orElse("").contains(cluster.toString()))
        .stream()
        .toList();
  }

  /** A zombie has none, and other people's processes do not show theirs. */
  private static Path workingDirectory(ProcessHandle process) {
    try {
      return PROC.resolve(process.pid() + "/cwd").toRealPath();
    } catch (IOException unknown) {
      return PROC;
    }
  }

  private void awaitNobodyOnCluster() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (var left = processesOnCluster(); !left.isEmpty(); left = processesOnCluster()) {
      ProcessHandle process = left.getFirst();
      if (System.nanoTime() - deadline > 0) {
        throw new EmbeddedPostgresException(
            "A PostgreSQL process that an earlier server left behind ("
                + process.pid()
                + ") does not end: end it by hand, then start again.");
      }
      try {
        // Not to the end: one that becomes a zombie is done, though its parent may never fetch it.
        process.onExit().get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (ExecutionException | TimeoutException stillThere) {
        LOG.tracef("Process %d is still there", process.pid());
      }
    }
  }
}
