// The process of the simulated partners.
package dev.semel.app.chaos.processes;

import dev.semel.simulator.Duplicates;
import dev.semel.simulator.Simulator;
import dev.semel.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs several simulated partners in one process until it is killed. A run starts it itself. */
@Command(name = "chaos-partners", hidden = true, description = "The partners of a chaos run.")
public final class PartnersCommand implements Callable<Integer> {
  /** A partner that repeats its webhooks for days, as most do. */
  private static final int WEBHOOK_ATTEMPTS = 100_000;

  @Option(names = "--directory", required = true, description = "Where their journals are.")
  private Path directory = Path.of("");

  @Option(
      names = "--partner",
      required = true,
      description = "name:port:control port:what it does with duplicates")
  private List<String> partners = List.of();

  @Override
  public Integer call() throws InterruptedException {
    List<Simulator> running = new ArrayList<>();
    for (String partner : partners) {
      running.add(Simulator.start(config(partner.split(":", -1))));
    }
    System.out.println(running.size() + " partners listen.");
    new CountDownLatch(1).await();
    return 0;
  }

  private SimulatorConfig config(String[] parts) {
    SimulatorConfig config =
        SimulatorConfig.defaults(
            directory.resolve(parts[0]),
            System.getenv().getOrDefault("SEMEL_SIMULATOR_API_KEY", ""));
    return config
        .withPorts(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]))
        .withDuplicates(Duplicates.valueOf(parts[3]))
        .withTimings(config.timings().dividedBy(2))
        .withWebhookAttempts(WEBHOOK_ATTEMPTS);
  }
}
