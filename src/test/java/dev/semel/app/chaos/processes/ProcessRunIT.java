// Three real servers are killed, stopped and cut off for a while, and everything agrees at the end.
package dev.semel.app.chaos.processes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.Directories;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The command as people run it, for a short time. The seed is another one each time and printed;
 * {@code -Dchaos.seed=…} takes an old one again, {@code -Dchaos.for=PT5M} goes on for longer.
 */
@Tag("long")
class ProcessRunIT {

  @Test
  @Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void servers_that_are_killed_stopped_and_cut_off_pay_nothing_twice_and_lose_nothing()
      throws Exception {
    Path directory = Files.createTempDirectory("semel-chaos-test-");
    Path said = directory.resolve("said");
    String seed = System.getProperty("chaos.seed", Long.toString(System.nanoTime() % 1_000_000));
    System.out.println("ProcessRunIT: -Dchaos.seed=" + seed);
    Process run =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Djava.io.tmpdir=" + directory,
                    "-jar",
                    Path.of("target", "quarkus-app", "quarkus-run.jar").toAbsolutePath().toString(),
                    "chaos",
                    "--processes",
                    "--for=" + System.getProperty("chaos.for", "PT20S"),
                    "--seed=" + seed,
                    "--kills=" + System.getProperty("chaos.kills", "0"),
                    "--payouts-per-second=3"))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertThat(run.waitFor(18, TimeUnit.MINUTES)).as("it ends").isTrue();
      String text = Files.readString(said);
      System.out.println(text);
      assertThat(run.exitValue()).as(text).isZero();
      assertThat(Deed.values())
          .filteredOn(
              deed ->
                  java.util.regex.Pattern.compile(
                          java.util.regex.Pattern.quote(deed.words()) + " +[1-9]")
                      .matcher(text)
                      .find())
          .as("what was done, most of it at least once")
          .hasSizeGreaterThanOrEqualTo(Deed.values().length * 3 / 4);
      for (Finding.Kind kind : Finding.Kind.values()) {
        assertThat(text).containsPattern(java.util.regex.Pattern.quote(kind.words()) + " +0\n");
      }
      assertThat(text).containsPattern("payouts whose 201 was seen +[1-9]");
      assertThat(text).containsPattern("of these answered 2xx +[1-9]");
      try (var left = Files.list(directory)) {
        assertThat(left).as("what is left in the temp folder").containsExactly(said);
      }
    } finally {
      run.destroy();
      run.waitFor(Duration.ofMinutes(2));
      Directories.delete(directory);
    }
  }
}
