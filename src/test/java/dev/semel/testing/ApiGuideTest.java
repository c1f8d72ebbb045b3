// The guides show the very text of the files that are tested.
package dev.semel.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiGuideTest {

  private static final Path DOCS = Path.of("docs");
  private static final Pattern SHOWN =
      Pattern.compile("<!-- (examples/\\S+) -->\n```\\w+\n(.*?)```\n", Pattern.DOTALL);
  private static final Pattern CODE = Pattern.compile("^```(ts|kotlin|swift)$", Pattern.MULTILINE);

  @ParameterizedTest
  @ValueSource(strings = {"api-guide.md", "client-webhooks.md"})
  void what_a_guide_shows_of_a_file_is_the_file(String page) throws IOException {
    String guide = Files.readString(DOCS.resolve(page));

    assertThat(SHOWN.matcher(guide).results())
        .hasSize((int) CODE.matcher(guide).results().count())
        .allSatisfy(
            (MatchResult shown) ->
                assertThat(shown.group(2))
                    .isEqualTo(Files.readString(DOCS.resolve(shown.group(1)))));
  }
}
