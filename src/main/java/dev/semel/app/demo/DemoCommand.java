// `./semel demo`: everything in one go, and a story of payouts.
package dev.semel.app.demo;

import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a demonstration. */
@Command(
    name = "demo",
    description =
        "Starts a database, a simulated partner and the server, and tells a story of payouts.",
    mixinStandardHelpOptions = true,
    footer =
        "%nIt serves on SEMEL_HTTP_PORT (8080; 0 takes a free one), on loopback only. Its data is in .semel/demo, or in demo below SEMEL_DATA_DIR.")
public final class DemoCommand implements Callable<Integer> {

  @Option(
      names = "--exit",
      description =
          "End after the story: status 0 when the partner's truth and the database agree.")
  private boolean exit;

  @Option(names = "--keep", description = "Go on with the data of the last demo.")
  private boolean keep;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Map<String, String> environment = System.getenv();
    DemoDirectory directory = DemoDirectory.below(environment.getOrDefault("SEMEL_DATA_DIR", ""));
    Narrator narrator = Narrator.onTerminal(environment);
    try {
      return new Demo(narrator, directory, keep, exit)
          .run(environment.getOrDefault("SEMEL_HTTP_PORT", ""));
    } catch (DemoException | UncheckedIOException e) {
      spec.commandLine().getErr().println("semel: " + e.getMessage());
      return 1;
    }
  }
}
