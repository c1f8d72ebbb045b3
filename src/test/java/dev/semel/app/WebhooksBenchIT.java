// The measuring command still measures, on a burst so small that no figure of it means anything.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.Directories;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WebhooksBenchIT {

  @Test
  void a_burst_of_webhooks_is_answered_kept_and_applied_once() throws Exception {
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
                    "webhooks",
                    "--webhooks=150",
                    "--connections=3"))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    // Its figures are not looked at here, and its processes live for seconds.
    builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Process bench = builder.start();
    try {
      assertThat(bench.waitFor(400, TimeUnit.SECONDS)).as("it ends").isTrue();
      String said = Files.readString(out) + Files.readString(err);
      // 1 when an aim of time was missed, which a busy machine may do.
      assertThat(bench.exitValue()).as(said).isBetween(0, 1);
      assertThat(Files.readString(out))
          .as(said)
          .contains("bare inserts, turn 2", "webhooks, processing stopped, turn 2")
          .contains("webhooks, the burst, while processed", "webhooks, processing hindered")
          .contains("reached: every webhook answered 200")
          .contains("reached: nothing lost, nothing applied twice")
          .containsPattern("payouts paid +100 of 100");
    } finally {
      bench.destroy();
      bench.waitFor(60, TimeUnit.SECONDS);
      Directories.delete(directory);
    }
  }
}
