// The measuring command still measures, on a store so small that no figure of it means anything.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.Directories;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class KeysBenchIT {

  @Test
  void creates_are_measured_beside_stored_and_purged_keys() throws Exception {
    Path directory = Files.createTempDirectory("semel-bench-test-");
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-jar",
                    Path.of("target", "quarkus-app", "quarkus-run.jar").toAbsolutePath().toString(),
                    "bench",
                    "keys",
                    "--keys=2000",
                    "--seconds=1",
                    "--clients=2"))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    // Its figures are not looked at here, and its processes live for seconds.
    builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Process bench = builder.start();
    try {
      assertThat(bench.waitFor(400, TimeUnit.SECONDS)).as("it ends").isTrue();
      String said = Files.readString(out) + Files.readString(err);
      // 1 when an aim was missed, which a busy machine may do.
      assertThat(bench.exitValue()).as(said).isBetween(0, 1);
      assertThat(Files.readString(out))
          .as(said)
          .contains("without keys, turn 2", "with 2000 keys, turn 2", "during the purge")
          .contains("longest wait for a lock meanwhile", "table and indexes after VACUUM")
          .containsPattern("(reached|MISSED): +no wait for a lock of 100 ms");
    } finally {
      bench.destroy();
      bench.waitFor(60, TimeUnit.SECONDS);
      Directories.delete(directory);
    }
  }
}
