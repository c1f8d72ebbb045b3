// One run of a measuring command of the built program, at a size at which no figure means anything.
package dev.semel.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a measuring command said.
 *
 * @param table what it printed as its result
 * @param all that and what it told of its progress
 */
public record BenchRun(String table, String all) {
  private static final long LONGEST_SECONDS = 400;

  /** Runs {@code ./semel bench} with these words to its end, which a missed aim may be. */
  public static BenchRun of(String... words) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("semel-bench-test-");
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command(words)).redirectOutput(out.toFile()).redirectError(err.toFile());
    // Its figures are not looked at, and its processes live for seconds.
    builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Process bench = builder.start();
    try {
      assertThat(bench.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
      String table = Files.readString(out);
      String all = table + Files.readString(err);
      // 1 when an aim was missed, which a busy machine may do.
      assertThat(bench.exitValue()).as(all).isBetween(0, 1);
      return new BenchRun(table, all);
    } finally {
      bench.destroy();
      bench.waitFor(60, TimeUnit.SECONDS);
      Directories.delete(directory);
    }
  }

  private static List<String> command(String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Path.of("target", "quarkus-app", "quarkus-run.jar").toAbsolutePath().toString(),
                "bench"));
    command.addAll(List.of(words));
    return command;
  }
}
