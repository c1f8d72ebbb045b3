// `./semel bench reconcile`: a report of a million lines against a million payouts.
package dev.semel.app.bench;

import dev.semel.app.rig.ChildProcess;
import dev.semel.app.rig.ChildServer;
import dev.semel.app.rig.Scratch;
import dev.semel.db.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Reads, loads and matches a report in a process with little memory, in turns with COPY of the same
 * rows and the bare join. Exits with 1 when it finds anything but what was planted, or takes more
 * than twice as long.
 */
@Command(
    name = "reconcile",
    description = "Measures a report of a million lines against a million payouts.")
final class ReconcileBench implements Callable<Integer> {
  private static final String TOKEN = "sm_key_bench_0123456789abcdefghijklmnopqrstuv";
  private static final Duration LONGEST = Duration.ofMinutes(60);

  @Option(
      names = "--lines",
      defaultValue = "1000000",
      description = "How many payouts there are (${DEFAULT-VALUE}).")
  int lines;

  @Option(
      names = "--planted",
      defaultValue = "500",
      description = "How many differences are planted (${DEFAULT-VALUE}).")
  int planted;

  @Option(
      names = "--turns",
      defaultValue = "2",
      description = "How often both are measured (${DEFAULT-VALUE}).")
  int turns;

  @Option(
      names = "--heap",
      defaultValue = "256m",
      description = "How much heap the measured process has (${DEFAULT-VALUE}).")
  String heap = "256m";

  @Option(names = "--in", hidden = true, description = "The directory of a server's database.")
  String directory = "";

  @Override
  public Integer call() throws IOException, InterruptedException, SQLException {
    if (!directory.isEmpty()) {
      return measure(Path.of(directory)) ? 0 : 1;
    }
    Path own = Files.createTempDirectory("semel-bench-");
    try (HttpClient http = HttpClient.newHttpClient();
        ChildServer server = ChildServer.start(own, Map.of("SEMEL_BOOTSTRAP_TOKEN", TOKEN))) {
      server.awaitReady(http);
      return inChild(own);
    } finally {
      Scratch.delete(own);
    }
  }

  private int inChild(Path own) throws IOException, InterruptedException {
    List<String> arguments =
        List.of(
            "bench",
            "reconcile",
            "--lines=" + lines,
            "--planted=" + planted,
            "--turns=" + turns,
            "--in=" + own);
    try (ChildProcess measured =
        ChildProcess.start(
            List.of("-Xmx" + heap), arguments, Map.of(), own.resolve("output.log"))) {
      boolean ended = measured.waitFor(LONGEST);
      String output = measured.output();
      System.out.print(output);
      return ended && output.contains(ReconcileTurns.EXACTLY) && !output.contains("MISSED") ? 0 : 1;
    }
  }

  private boolean measure(Path own) throws IOException, SQLException {
    ReconcileRowsStore rows =
        new ReconcileRowsStore(
            EmbeddedPostgres.inUse(own.resolve("data"))
                .orElseThrow(() -> new IOException("The server's database can't be found.")));
    return new ReconcileTurns(rows, new ReconcilePlan(lines, planted), own).measure(turns);
  }
}
