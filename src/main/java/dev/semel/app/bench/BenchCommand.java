// `./semel bench …`: the group of the commands that measure.
package dev.semel.app.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Holds the commands that measure this build on this machine. */
@Command(
    name = "bench",
    description = "Measures this build on this machine.",
    mixinStandardHelpOptions = true,
    subcommands = {
      FirstLook.class,
      AcceptBench.class,
      KeysBench.class,
      ParseBench.class,
      ReconcileBench.class,
      WebhooksBench.class
    })
public final class BenchCommand implements Runnable {

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
