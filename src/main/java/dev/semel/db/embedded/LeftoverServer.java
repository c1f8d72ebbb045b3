// Finds and stops a PostgreSQL whose Semel was killed.
package dev.semel.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
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
  private static final long WATCH_MILLIS = 500;

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
    if (onCluster(named).isPresent()) {
      LOG.infof("Stopping the PostgreSQL that an earlier server left behind (process %d)", named);
      try {
        stopServer("fast");
      } catch (EmbeddedPostgresException slow) {
        stopServer("immediate");
      }
    }
    awaitAllGone();
  }

  /** Ends its first process as {@code kill -9} does, and waits until all others are gone too. */
  void kill() throws IOException, InterruptedException {
    long named = namedPid();
    processesOnCluster().stream()
        .filter(process -> process.pid() == named)
        .forEach(ProcessHandle::destroyForcibly);
    awaitAllGone();
  }

  private void awaitAllGone() throws IOException, InterruptedException {
    // A killed server's own children end by themselves as soon as they notice.
    awaitNobodyOnCluster();
    if (Files.exists(PROC)) {
      // Nobody works here, yet PostgreSQL would not start while any process has the number in the
      // file: a zombie that nobody fetches, or after a restart of the machine, a stranger.
      Files.deleteIfExists(pidFile);
    }
  }

  /** Whether the server that the cluster's file names is running. */
  boolean isRunning() throws IOException {
    return Files.exists(pidFile) && onCluster(namedPid()).isPresent();
  }

  /** Waits until the server that the cluster's file names has ended, however it did. */
  void awaitEnd() throws IOException, InterruptedException {
    long named = namedPid();
    for (Optional<ProcessHandle> at = onCluster(named); at.isPresent(); at = onCluster(named)) {
      awaitExit(at.get(), WATCH_MILLIS);
    }
  }

  private Optional<ProcessHandle> onCluster(long pid) throws IOException {
    return ProcessHandle.of(pid).filter(worksHere());
  }

  /** Not to the end: one that becomes a zombie is done, though its parent may never fetch it. */
  private static void awaitExit(ProcessHandle process, long millis) throws InterruptedException {
    try {
      process.onExit().get(millis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException stillThere) {
      LOG.tracef("Process %d is still there", process.pid());
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
    var candidates =
        Files.exists(PROC) ? ProcessHandle.allProcesses() : ProcessHandle.of(namedPid()).stream();
    return candidates.filter(worksHere()).toList();
  }

  private Predicate<ProcessHandle> worksHere() throws IOException {
    if (Files.exists(PROC)) {
      Path directory = cluster.toRealPath();
      return process -> directory.equals(workingDirectory(process));
    }
    return process -> process.info().commandLine().orElse("").contains(cluster.toString());
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
      awaitExit(process, POLL_MILLIS);
    }
  }
}
