// `./semel chaos`: payouts in storms of faults, in virtual time or against real processes.
package dev.semel.app.chaos;

import dev.semel.app.chaos.processes.ProcessRun;
import dev.semel.app.chaos.processes.RunOptions;
import dev.semel.app.rig.Scratch;
import dev.semel.db.embedded.EmbeddedPostgres;
import dev.semel.db.embedded.EmbeddedPostgresException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Runs one simulation after the other, or torments real processes, and ends with 1 when a promise
 * was broken.
 */
@Command(
    name = "chaos",
    description =
        "Runs the engine in storms of faults, in virtual time: partners, nodes, commits and clients fail as a seed says. With --processes: kills, stops and cuts off real servers while payouts flow.",
    mixinStandardHelpOptions = true,
    footer =
        "%nEach simulation has its own seed; the same seed and number of payouts make the same one again. PostgreSQL is a real one in the temp folder. Exits with 1 when a promise was broken, and says which and how to see it again.")
public final class ChaosCommand implements Callable<Integer> {
  /** How many payouts one simulation has at most, so that a story can be read. */
  private static final int AT_ONCE = 500;

  private static final Logger ENGINE = Logger.getLogger("dev.semel");

  @Option(
      names = "--seed",
      description =
          "The seed of the first simulation; the next has the next number. A fresh one if left out.")
  private @Nullable Long seed;

  @Option(
      names = "--payouts",
      description = "How many payouts in all (3000, or as many as there is time for with --for).")
  private @Nullable Integer payouts;

  @Option(
      names = "--for",
      description = "How long to go on, such as PT10M (with --processes: PT5M).")
  private @Nullable Duration time;

  @Option(names = "--processes", description = "Real processes in real time.")
  private boolean processes;

  @Option(
      names = "--payouts-per-second",
      defaultValue = "5",
      description =
          "With --processes: about how many acts of clients begin in a second (${DEFAULT-VALUE}).")
  private int payoutsPerSecond;

  @Option(
      names = "--kills",
      defaultValue = "0",
      description =
          "With --processes: how often servers are killed at least; the torment goes on until then (${DEFAULT-VALUE}).")
  private int kills;

  @Option(
      names = "--patience",
      defaultValue = "PT3M",
      description =
          "With --processes: how long nothing may settle at the end before the wait is over; ten times this in all (${DEFAULT-VALUE}).")
  private Duration patience = Duration.ofMinutes(3);

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    return processes ? torment() : simulate();
  }

  private int torment() throws InterruptedException {
    if (payouts != null) {
      throw new ParameterException(
          spec.commandLine(),
          "--payouts is for simulations; --processes takes --payouts-per-second.");
    }
    long chosen = seed == null ? new SecureRandom().nextInt(1_000_000) : seed;
    Duration lasting = time == null ? Duration.ofMinutes(5) : time;
    try {
      return new ProcessRun(System.out)
          .run(new RunOptions(lasting, chosen, payoutsPerSecond, kills, patience));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int simulate() {
    if (payouts != null && payouts < 1) {
      throw new ParameterException(spec.commandLine(), "--payouts has to be 1 at least.");
    }
    ENGINE.setLevel(Level.OFF); // What the engine would log of these faults is meant to be there.
    PrintWriter out = spec.commandLine().getOut();
    try {
      Path directory = Files.createTempDirectory("semel-chaos-");
      try (EmbeddedPostgres postgres = EmbeddedPostgres.start(directory)) {
        return run(new ChaosRun(ChaosStore.migrated(postgres)), out);
      } finally {
        Scratch.delete(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (EmbeddedPostgresException e) {
      spec.commandLine().getErr().println("semel: " + e.getMessage());
      return 1;
    }
  }

  private int run(ChaosRun run, PrintWriter out) {
    long next = seed == null ? new SecureRandom().nextInt(Integer.MAX_VALUE) : seed;
    Instant end = time == null ? Instant.MAX : Instant.now().plus(time);
    int left = payouts != null ? payouts : time == null ? 3000 : Integer.MAX_VALUE;
    while (left > 0 && Instant.now().isBefore(end) && !run.broken()) {
      int now = Math.min(left, AT_ONCE);
      out.println(run.simulate(next, now));
      out.flush();
      next++;
      left -= now;
    }
    run.table().forEach(out::println);
    out.flush();
    return run.broken() ? 1 : 0;
  }
}
