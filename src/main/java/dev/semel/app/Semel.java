// The program's entrance: `./semel COMMAND …`.
package dev.semel.app;

import dev.semel.app.bench.BenchCommand;
import dev.semel.app.chaos.ChaosCommand;
import dev.semel.app.chaos.processes.PartnersCommand;
import dev.semel.app.demo.DemoCommand;
import dev.semel.simulator.SimulatorCommand;
import io.quarkus.runtime.annotations.QuarkusMain;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command line. A subcommand is one class with {@code @Command}, named in the list below; what
 * it returns is the exit status. Only {@code serve} and {@code demo} start Quarkus, so the others
 * answer at once.
 */
@QuarkusMain
@Command(
    name = "semel",
    description = "A payout is paid once, and nobody has to guess.",
    mixinStandardHelpOptions = true,
    version = "semel 0.1.0",
    subcommands = {
      DemoCommand.class,
      Serve.class,
      ProviderCommand.class,
      CredentialCommand.class,
      SimulatorCommand.class,
      BenchCommand.class,
      ChaosCommand.class,
      PartnersCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Semel implements Runnable {

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }

  /** Runs one command and ends the process with its exit status: 0 done, 1 failed, 2 misused. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Semel()).execute(arguments));
  }
}
