// The packaged demonstration, run as somebody runs it who has just cloned the repository.
package dev.semel.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DemoIT {
  private static final Path APPLICATION = Path.of("target", "quarkus-app", "quarkus-run.jar");
  private static final long PATIENCE_MINUTES = 5;

  private static Path data;

  @BeforeAll
  static void chooseDirectory() throws IOException {
    data = Files.createTempDirectory("semel-demo-");
  }

  @AfterAll
  static void removeDirectory() throws IOException {
    Directories.delete(data);
  }

  @Test
  void the_whole_story_ends_with_both_sides_agreeing_and_nothing_paid_twice() throws Exception {
    Path output = data.resolve("output.txt");
    int status = run(output);
    String told = Files.readString(output);

    assertThat(status).as(told).isZero();
    assertThat(told).contains("The partner's truth and the database agree").doesNotContain("\033[");
    assertThat(told.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));

    List<String> rows = told.lines().filter(line -> line.matches("demo-[0-9]{2}  .*")).toList();
    int scenes = Chapters.all().stream().mapToInt(chapter -> chapter.scenes().size()).sum();
    assertThat(rows).hasSize(scenes).allMatch(row -> row.matches(".* (once|never)( .*)?"));
    for (String kind :
        List.of("ours_not_theirs", "amount_differs", "status_differs", "theirs_not_ours")) {
      assertThat(told.lines().filter(line -> line.endsWith("  " + kind))).hasSize(1);
    }
    assertThat(data.resolve("demo/server.log")).content().isEmpty();
    assertThat(data.resolve("demo/data/pgdata/postmaster.pid")).doesNotExist();
  }

  private static int run(Path output) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--sun-misc-unsafe-memory-access=allow",
            "-jar",
            APPLICATION.toAbsolutePath().toString(),
            "demo",
            "--exit");
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SEMEL_"));
    builder.environment().put("SEMEL_DATA_DIR", data.toString());
    builder.environment().put("SEMEL_HTTP_PORT", "0");
    Process demo = builder.start();
    if (!demo.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
      demo.destroy();
      demo.waitFor();
      throw new IllegalStateException("The demo does not end:\n" + Files.readString(output));
    }
    return demo.exitValue();
  }
}
