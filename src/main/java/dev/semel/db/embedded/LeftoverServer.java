// Finds and stops a PostgreSQL whose Semel was killed.
package dev.semel.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/**
 * The server named in a cluster's {@code postmaster.pid}. A Semel that dies by {@code kill -9}
 * leaves its PostgreSQL running; the next one, which holds the directory's lock by then, stops it
 * here.
 */
final class LeftoverServer {

  private static final Logger LOG = Logger.getLogger(LeftoverServer.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path cluster;
  private final PostgresPrograms programs;

  LeftoverServer(Path cluster, PostgresPrograms programs) {
    this.cluster = cluster;
    this.programs = programs;
  }

  /**
   * Stops what still runs on the cluster and waits until it is gone. A process that merely got the
   * same id since is left alone.
   */
  void stop() throws IOException, InterruptedException {
    var named = namedProcess();
    if (named.isEmpty()) {
      return;
    }
    ProcessHandle server = named.get();
    if (isZombie(server)) {
      awaitEnd(server);
    } else if (worksOnCluster(server)) {
      LOG.infof(
          "Stopping the PostgreSQL that an earlier server left behind (process %d)", server.pid());
      try {
        programs.run("pg_ctl", "stop", "-D", cluster.toString(), "-m", "fast", "-w", "-t", "20");
      } catch (EmbeddedPostgresException e) {
        programs.run(
            "pg_ctl", "stop", "-D", cluster.toString(), "-m", "immediate", "-w", "-t", "20");
      }
      awaitEnd(server);
    }
  }

  private Optional<ProcessHandle> namedProcess() throws IOException {
    var file = cluster.resolve("postmaster.pid");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    var lines = Files.readAllLines(file);
    if (lines.isEmpty() || !lines.getFirst().strip().matches("[0-9]{1,18}")) {
      return Optional.empty();
    }
    return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
        .filter(ProcessHandle::isAlive);
  }

  /**
   * A PostgreSQL server's working directory is its cluster; elsewhere its command line names it.
   */
  private boolean worksOnCluster(ProcessHandle process) throws IOException {
    var workingDirectory = procEntry(process, "cwd");
    if (Files.exists(workingDirectory)) {
      return workingDirectory.toRealPath().equals(cluster.toRealPath());
    }
    return process.info().commandLine().orElse("").contains(cluster.toString());
  }

  /** Killed, but not yet fetched by its parent: it holds nothing any more, only its number. */
  private static boolean isZombie(ProcessHandle process) {
    try {
      String stat = Files.readString(procEntry(process, "stat"));
      return stat.startsWith(" Z", stat.lastIndexOf(')') + 1);
    } catch (IOException gone) {
      return false;
    }
  }

  private static void awaitEnd(ProcessHandle process) throws InterruptedException {
    try {
      process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new EmbeddedPostgresException(
          "The PostgreSQL that an earlier server left behind (process "
              + process.pid()
              + ") does not end: end it by hand, then start again.",
          e);
    }
  }

  private static Path procEntry(ProcessHandle process, String name) {
    return Path.of("/proc", Long.toString(process.pid()), name);
  }
}
