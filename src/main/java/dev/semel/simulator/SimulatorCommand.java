// The command line of the simulator.
package dev.semel.simulator;

import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs one simulator until the process is asked to stop. */
@Command(
    name = "simulator",
    mixinStandardHelpOptions = true,
    description = "Runs a payout partner for the sandbox, with faults on demand.")
public final class SimulatorCommand implements Callable<Integer> {

  @Spec CommandSpec spec;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "Address of the partner's port (default: ${DEFAULT-VALUE}).")
  String host;

  @Option(
      names = "--port",
      defaultValue = "8090",
      description = "The partner's port; 0 takes a free one (default: ${DEFAULT-VALUE}).")
  int port;

  @Option(
      names = "--control-port",
      defaultValue = "8091",
      description = "The control API's port, on loopback only (default: ${DEFAULT-VALUE}).")
  int controlPort;

  @Option(
      names = "--data-dir",
      defaultValue = ".semel/simulator",
      description = "Directory of the journal (default: ${DEFAULT-VALUE}).")
  Path dataDir;

  @Option(
      names = "--api-key",
      defaultValue = "${env:SEMEL_SIMULATOR_API_KEY:-simulator-key}",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "What clients present; better given as SEMEL_SIMULATOR_API_KEY.")
  String apiKey;

  @Option(names = "--webhook-url", description = "Where webhooks go; can be set later.")
  @Nullable URI webhookUrl;

  @Option(
      names = "--webhook-secret",
      defaultValue = "${env:SEMEL_SIMULATOR_WEBHOOK_SECRET:-simulator-webhook-secret}",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Signs webhooks; better given as SEMEL_SIMULATOR_WEBHOOK_SECRET.")
  String webhookSecret;

  @Option(
      names = "--duplicates",
      defaultValue = "rejects_duplicate_reference",
      description =
          "rejects_duplicate_reference, replays_key or forgetful (default: ${DEFAULT-VALUE}).")
  String duplicates;

  @Option(
      names = "--empty-list",
      description = "A lookup that finds nothing answers 200 with an empty list, not 404.")
  boolean emptyList;

  @Option(names = "--pays-at-once", description = "Payouts are paid as they are accepted.")
  boolean paysAtOnce;

  /** Starts the simulator, says where it listens, and waits for the end of the process. */
  @Override
  public Integer call() throws InterruptedException {
    Simulator simulator = Simulator.start(config());
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  simulator.close();
                  stopped.countDown();
                }));
    PrintWriter out = spec.commandLine().getOut();
    out.println("The partner listens on " + simulator.partnerUri());
    out.println("The control API listens on " + simulator.controlUri());
    out.flush();
    stopped.await();
    return CommandLine.ExitCode.OK;
  }

  private SimulatorConfig config() {
    SimulatorConfig config;
    try {
      config =
          SimulatorConfig.defaults(dataDir, apiKey)
              .withHost(host)
              .withPorts(port, controlPort)
              .withDuplicates(Words.parse(Duplicates.class, duplicates))
              .withAnswers(emptyList, paysAtOnce);
      return webhookUrl == null
          ? config
          : config.withWebhooks(new WebhookTarget(webhookUrl, webhookSecret));
    } catch (IllegalArgumentException wrong) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
    }
  }

  /** Runs the simulator alone. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new SimulatorCommand()).execute(arguments));
  }
}
