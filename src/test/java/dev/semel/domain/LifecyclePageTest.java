package dev.semel.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The page and the drawing of the lifecycle show what the rules are today. With {@code
 * -Dlifecycle.write=true} they are written anew instead.
 */
class LifecyclePageTest {
  private static final Path DOCS = Path.of("docs");
  private static final String COMMAND =
      "./mvnw test -Dtest=LifecyclePageTest -Dlifecycle.write=true";

  @Test
  void the_page_shows_the_rules() throws IOException {
    writtenIsRendered(DOCS.resolve("lifecycle.md"), LifecyclePage.markdown());
  }

  @Test
  void the_drawing_shows_the_rules() throws IOException {
    writtenIsRendered(DOCS.resolve("lifecycle.svg"), LifecycleDrawing.svg());
  }

  private static void writtenIsRendered(Path file, String rendered) throws IOException {
    if (Boolean.getBoolean("lifecycle.write")) {
      Files.createDirectories(DOCS);
      Files.writeString(file, rendered);
    }
    assertThat(file).as("%s is missing; write it with: %s", file, COMMAND).exists();
    assertThat(Files.readString(file))
        .as("%s is out of date; write it anew with: %s", file, COMMAND)
        .isEqualTo(rendered);
  }
}
