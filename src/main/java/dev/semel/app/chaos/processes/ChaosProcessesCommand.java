// `./semel chaos-processes`: what `./semel chaos --processes` does.
package dev.semel.app.chaos.processes;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Torments real processes. */
@Command(
    name = "chaos-processes",
    hidden = true,
    description = "Kills, stops and cuts off real processes while payouts flow.",
    mixinStandardHelpOptions = true)
public final class ChaosProcessesCommand implements Callable<Integer> {

  @Option(
      names = "--for",
      defaultValue = "PT5M",
      description = "How long the torment lasts (${DEFAULT-VALUE}).")
  private Duration lasting = Duration.ofMinutes(5);

  @Option(names = "--seed", description = "Chooses what happens; printed when it is left out.")
  private @Nullable Long seed;

  @Option(
      names = "--payouts-per-second",
      defaultValue = "5",
      description = "About how many payouts are asked for in a second (${DEFAULT-VALUE}).")
  private int payoutsPerSecond;

  @Option(
      names = "--patience",
      defaultValue = "PT2M",
      description =
          "How long nothing may settle before the wait at the end is over (${DEFAULT-VALUE}).")
  private Duration patience = Duration.ofMinutes(2);

  @Override
  public Integer call() throws IOException, InterruptedException {
    long chosen = seed == null ? System.nanoTime() % 1_000_000 : seed;
    return new ProcessRun(System.out)
        .run(new RunOptions(lasting, chosen, payoutsPerSecond, patience));
  }
}
