// `./semel provider check FILE`: is a provider file sound, and what does it mean?
package dev.semel.app;

import dev.semel.provider.file.ProviderExplanation;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks a provider file without connecting to anybody. */
@Command(
    name = "check",
    description = "Checks a provider file, and explains in words what Semel will do with it.",
    mixinStandardHelpOptions = true)
final class ProviderCheckCommand implements Callable<Integer> {

  private static final int SOUND = 0;
  private static final int FAULTY = 1;
  private static final int UNREADABLE = 2;

  @Parameters(paramLabel = "FILE", description = "The provider file.")
  private Path file;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    return check(file, spec.commandLine().getOut(), spec.commandLine().getErr());
  }

  /**
   * Checks a file.
   *
   * @param out where the explanation goes
   * @param err where the faults go, each with line and pointer
   * @return 0 when it is sound, 1 when it has faults, 2 when it can't be read
   */
  static int check(Path file, PrintWriter out, PrintWriter err) {
    byte[] content;
    try {
      content = Files.readAllBytes(file);
    } catch (IOException e) {
      err.println("semel: " + file + " can't be read.");
      err.flush();
      return UNREADABLE;
    }
    return switch (new ProviderFileReader().read(content)) {
      case Faulty faulty -> {
        faulty.faults().forEach(fault -> err.println(file + ": " + fault));
        err.flush();
        yield FAULTY;
      }
      case Sound sound -> {
        explain(sound, out);
        yield SOUND;
      }
    };
  }

  private static void explain(Sound sound, PrintWriter out) {
    out.println("The file of " + sound.file().name() + " is sound.");
    out.println(
        switch (sound.samples()) {
          case 0 ->
              "It has no sample answers: nothing shows yet that its rules understand the partner.";
          case 1 -> "The rules take its one sample answer for what it is.";
          default ->
              "The rules take all its " + sound.samples() + " sample answers for what they are.";
        });
    out.println();
    ProviderExplanation.of(sound.file()).forEach(sentence -> out.println("- " + sentence));
    out.flush();
  }
}
