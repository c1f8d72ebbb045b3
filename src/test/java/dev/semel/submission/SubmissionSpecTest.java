// The specification of the submission protocol holds, and every guard in it is needed.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tlc2.TLC;

/** Runs TLC, a model checker, on {@code docs/spec/Submission.tla}, each time in a process. */
class SubmissionSpecTest {
  private static final Path SPEC = Path.of("docs", "spec");
  private static final String HOLDS = "Model checking completed. No error has been found.";
  private static final int MOST_MINUTES = 5;

  @TempDir Path directory;

  @Test
  void the_protocol_pays_once_whatever_workers_network_and_partner_do() throws Exception {
    assertThat(check(Files.readString(SPEC.resolve("Submission.cfg")))).contains(HOLDS);
  }

  @Test
  void a_later_attempt_is_not_sent_once_the_partner_speaks_of_an_earlier_one() throws Exception {
    assertThat(check(configuration(2, 1, 8, 3, 0, true, "{}"))).contains(HOLDS);
  }

  @ParameterizedTest(name = "without {0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # guard left out             | lease | visible | instants | claims | lies | speaks
          asking before the first byte | 2     | 1       | 10       | 4      | 0    | false
          bounded pause                | 2     | 1       | 10       | 4      | 0    | false
          fencing                      | 2     | 1       | 11       | 5      | 0    | false
          widening                     | 4     | 3       | 16       | 4      | 0    | false
          a real unknown               | 2     | 1       | 8        | 3      | 0    | false
          rescue as unknown            | 2     | 1       | 8        | 3      | 0    | false
          waiting until it shows       | 2     | 1       | 8        | 4      | 0    | false
          a second lookup              | 2     | 1       | 8        | 3      | 1    | false
          leaving ready                | 2     | 1       | 8        | 3      | 0    | true
          seeing the other attempt     | 2     | 1       | 8        | 3      | 0    | true
          the mark that waits          | 2     | 1       | 8        | 3      | 0    | true
          doubt beside another attempt | 2     | 1       | 8        | 3      | 0    | true
          """)
  void every_guard_is_needed(
      String guard, int lease, int visible, int instants, int claims, int lies, boolean speaks)
      throws Exception {
    String configuration =
        configuration(lease, visible, instants, claims, lies, speaks, "{\"" + guard + "\"}");

    assertThat(check(configuration)).containsPattern("Invariant \\w+ is violated");
  }

  private static String configuration(
      int lease, int visible, int instants, int claims, int lies, boolean speaks, String faults) {
    return """
    CONSTANTS
        Workers = {a, b}
        Lease = %d
        Visible = %d
        LastInstant = %d
        MostClaims = %d
        MostLies = %d
        Speaks = %s
        Faults = %s
    SPECIFICATION Spec
    INVARIANTS PaidOnce NotAtThePartner ReadyIsTrue OneSubmitter NothingBeside
    CHECK_DEADLOCK FALSE
    """
        .formatted(
            lease,
            visible,
            instants,
            claims,
            lies,
            String.valueOf(speaks).toUpperCase(Locale.ROOT),
            faults);
  }

  /** What TLC says of the specification under a configuration. */
  private String check(String configuration) throws IOException, InterruptedException {
    Files.copy(SPEC.resolve("Submission.tla"), directory.resolve("Submission.tla"));
    Files.writeString(directory.resolve("Submission.cfg"), configuration);
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseParallelGC",
                    "-Xmx1g",
                    "-Djava.io.tmpdir=" + directory,
                    "-cp",
                    checker().toString(),
                    TLC.class.getName(),
                    "-workers",
                    "2",
                    "Submission"))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)).as("TLC ended").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  private static Path checker() {
    try {
      return Path.of(TLC.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
