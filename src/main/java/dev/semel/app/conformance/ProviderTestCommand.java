// `./semel provider test FILE`: a provider file through the list of faults.
package dev.semel.app.conformance;

import dev.semel.app.chaos.ChaosStore;
import dev.semel.app.rig.Scratch;
import dev.semel.db.embedded.EmbeddedPostgres;
import dev.semel.db.embedded.EmbeddedPostgresException;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.ProviderFileFault;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Drives a provider file through the list of faults, against a server that speaks a dialect. */
@Command(
    name = "test",
    description =
        "Drives a provider file through a list of faults, against a server that speaks as the partner does, and says what Semel does and what money is at risk.",
    mixinStandardHelpOptions = true,
    footer =
        "%nThe engine, the database and HTTP are real; the schedules of the file pass in virtual time. Exits with 0 when all passed, 1 when something failed, 2 when a file can't be read.")
public final class ProviderTestCommand implements Callable<Integer> {
  private static final int PASSED = 0;
  private static final int FAILED = 1;
  private static final int UNREADABLE = 2;

  @Parameters(paramLabel = "FILE", description = "The provider file.")
  private Path file;

  @Option(
      names = "--dialect",
      paramLabel = "FILE",
      description =
          "How the partner's server speaks. Left out: the one that comes with the program for this provider.")
  private @Nullable Path dialect;

  @Option(
      names = "--only",
      paramLabel = "FAULT",
      split = ",",
      description = "Only this fault, such as silence; several with commas.")
  private @Nullable List<String> only;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  /** A file that can't be used. */
  private static final class UnusableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableException(String message) {
      super(message);
    }
  }

  @Override
  public Integer call() {
    List<Scenario> asked = asked();
    PrintWriter err = spec.commandLine().getErr();
    try {
      String text = content(file);
      ProviderFile provider = provider(text);
      Dialect spoken = spoken(provider.name());
      Results results = results(provider, text, spoken, asked);
      print(results, spec.commandLine().getOut());
      return results.passed() ? PASSED : FAILED;
    } catch (UnusableException e) {
      err.println(e.getMessage());
      err.flush();
      return UNREADABLE;
    } catch (EmbeddedPostgresException e) {
      err.println("semel: " + e.getMessage());
      err.flush();
      return FAILED;
    }
  }

  private List<Scenario> asked() {
    List<String> keys = only;
    return keys == null
        ? List.of(Scenario.values())
        : keys.stream()
            .map(
                key ->
                    Scenario.find(key)
                        .orElseThrow(
                            () ->
                                new ParameterException(
                                    spec.commandLine(),
                                    "There is no fault '"
                                        + key
                                        + "'; use one of "
                                        + List.of(Scenario.values()).stream()
                                            .map(Scenario::key)
                                            .toList()
                                        + ".")))
            .toList();
  }

  private static String content(Path path) throws UnusableException {
    try {
      return Files.readString(path, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UnusableException("semel: " + path + " can't be read as UTF-8 text.");
    }
  }

  private ProviderFile provider(String text) throws UnusableException {
    return switch (new ProviderFileReader().read(text)) {
      case ProviderFileReading.Sound sound -> sound.file();
      case ProviderFileReading.Faulty faulty -> throw faults(file.toString(), faulty.faults());
    };
  }

  private static UnusableException faults(String name, List<ProviderFileFault> faults) {
    return new UnusableException(
        String.join("\n", faults.stream().map(fault -> name + ": " + fault).toList()));
  }

  private Dialect spoken(String provider) throws UnusableException {
    Path given = dialect;
    String name = given == null ? "the dialect of " + provider : given.toString();
    String text =
        given == null
            ? shipped(provider)
                .orElseThrow(
                    () ->
                        new UnusableException(
                            "semel: no dialect of "
                                + provider
                                + " comes with the program; write one (docs/dialects.md) and name it with --dialect."))
            : content(given);
    return switch (new DialectReader().read(text)) {
      case DialectReader.Sound sound -> sound.dialect();
      case DialectReader.Faulty faulty -> throw faults(name, faulty.faults());
    };
  }

  /** The text of a dialect that comes with the program. */
  static Optional<String> shipped(String provider) {
    String name = "/dialects/" + provider + ".yaml";
    try (@Nullable InputStream found = ProviderTestCommand.class.getResourceAsStream(name)) {
      return found == null
          ? Optional.empty()
          : Optional.of(new String(found.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Results results(
      ProviderFile provider, String text, Dialect spoken, List<Scenario> asked) {
    try {
      Path directory = Files.createTempDirectory("semel-conformance-");
      try (EmbeddedPostgres postgres = EmbeddedPostgres.start(directory)) {
        Conformance kit = new Conformance(ChaosStore.migrated(postgres));
        return new Results(provider.name(), spoken.title(), kit.run(text, spoken, asked::contains));
      } finally {
        Scratch.delete(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void print(Results results, PrintWriter out) {
    if (json) {
      out.println(results.json().toPrettyString());
    } else {
      results.table().forEach(out::println);
    }
    out.flush();
  }
}
