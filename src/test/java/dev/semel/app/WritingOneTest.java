// The tutorial, followed to the letter.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Does what {@code docs/providers/writing-one.md} says, in its order: YAML is added to the file
 * that the block names, commands are run and have to succeed, and what they print has to hold every
 * line of the text after them.
 */
class WritingOneTest {
  private static final Path PAGE = Path.of("docs/providers/writing-one.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\S+)(?: (\\S+))?\\n(.*?)^```$");
  private static final String PROGRAM = "./semel ";

  @TempDir private Path directory;
  private String printed = "";

  @Test
  void a_new_partner_takes_one_file() throws IOException {
    for (MatchResult block : BLOCK.matcher(Files.readString(PAGE)).results().toList()) {
      follow(block.group(1), block.group(2), block.group(3));
    }
    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .as("the partner's file, and its dialect for the kit")
          .containsExactlyInAnyOrder("nimbus.yaml", "nimbus.dialect.yaml");
    }
    assertThat(printed).as("what the kit printed").contains("silence");
  }

  private void follow(String kind, String file, String content) throws IOException {
    switch (kind) {
      case "yaml" ->
          Files.writeString(
              directory.resolve(file),
              content,
              StandardOpenOption.CREATE,
              StandardOpenOption.APPEND);
      case "sh" -> content.lines().forEach(this::run);
      case "text" -> assertThat(printed).contains(content.lines().toList());
      default -> throw new AssertionError("the page has a block of an unknown kind: " + kind);
    }
  }

  private void run(String line) {
    assertThat(line).startsWith(PROGRAM);
    String[] arguments =
        Arrays.stream(line.substring(PROGRAM.length()).split(" "))
            .map(word -> word.endsWith(".yaml") ? directory.resolve(word).toString() : word)
            .toArray(String[]::new);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        new CommandLine(new Semel())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    printed = out.toString();
    assertThat(status).as("%s%n%s%n%s", line, out, err).isZero();
  }
}
