// `./semel provider check FILE`, without a process.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ProviderCheckCommandTest {

  private static final Path SIMULATOR = Path.of("src/main/resources/providers/simulator.yaml");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int check(Path file) {
    return new CommandLine(new Semel())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute("provider", "check", file.toString());
  }

  @Test
  void a_sound_file_is_explained() {
    assertThat(check(SIMULATOR)).isZero();
    assertThat(out.toString())
        .contains("The file of simulator is sound.")
        .contains("sample answers for what they are")
        .contains("refused as a duplicate: then we look the payout up and adopt it")
        .contains("It remembers for 30 days")
        .contains("shows within 5 seconds")
        .contains("signed (HmacSHA256), and may be at most 5 minutes old");
  }

  @Test
  void faults_are_told_with_line_and_pointer(@TempDir Path directory) throws IOException {
    String text = Files.readString(SIMULATOR).replace("${secret.api_key}", "${secret.key}");
    assertThat(check(Files.writeString(directory.resolve("a.yaml"), text))).isEqualTo(1);
    assertThat(err.toString()).contains("a.yaml: line ").contains(": /auth/bearer: ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void a_sample_that_the_rules_take_for_something_else_is_a_fault(@TempDir Path directory)
      throws IOException {
    String text =
        Files.readString(SIMULATOR)
            .replace("{status: 429, body: {/code: too", "{status: 428, body: {/code: too");
    assertThat(check(Files.writeString(directory.resolve("a.yaml"), text))).isEqualTo(1);
    assertThat(err.toString()).contains(": /samples/7/means: The rules take this for 'unknown'");
  }

  @Test
  void a_file_that_is_not_there_is_told_apart(@TempDir Path directory) {
    assertThat(check(directory.resolve("none.yaml"))).isEqualTo(2);
    assertThat(err.toString()).contains("can't be read");
  }
}
