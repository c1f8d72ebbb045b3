// Breaks the program's guards one at a time: tools/mutate.
package dev.semel.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Not part of the build: minutes. {@code tools/mutate} runs it. */
@EnabledIfSystemProperty(named = "mutations.run", matches = ".+")
class MutationsTest {
  @TempDir Path directory;

  @Test
  void every_broken_guard_is_noticed() throws Exception {
    String wanted = System.getProperty("mutations.run", "all");
    List<String> survivors = new ArrayList<>();
    List<Mutation> mutations =
        Mutation.all().stream().filter(mutation -> isWanted(mutation, wanted)).toList();
    nothingFailsByItself(mutations);
    System.out.println(
        "| guard in | without it | noticed by | in | what |\n| --- | --- | --- | --- | --- |");
    for (Mutation mutation : mutations) {
      String verdict = verdict(mutation);
      System.out.println(
          "| `" + mutation.place() + "` | " + mutation.title() + " | " + verdict + " |");
      if (!verdict.startsWith(MutantRun.KILLED)) {
        survivors.add(mutation.title() + ": " + verdict);
      }
    }
    assertThat(survivors).as("guards whose absence nobody notices").isEmpty();
  }

  /** A test that fails anyway would notice everything. */
  private void nothingFailsByItself(List<Mutation> mutations)
      throws IOException, ReflectiveOperationException {
    Path nothing = Files.createDirectories(directory.resolve("nothing"));
    List<String> tests =
        mutations.stream()
            .flatMap(mutation -> mutation.tests().stream())
            .map(test -> test.startsWith(MutantRun.MODEL) ? MutantRun.MODEL : test)
            .distinct()
            .toList();
    assertThat(run(tests, nothing)).as("without a mutation").isEqualTo(MutantRun.SURVIVED);
  }

  private static boolean isWanted(Mutation mutation, String wanted) {
    return wanted.equals("all")
        || mutation.title().contains(wanted)
        || mutation.tests().getLast().equals(wanted);
  }

  private String verdict(Mutation mutation) throws IOException, ReflectiveOperationException {
    Path overlay = Files.createDirectories(directory.resolve("classes"));
    compile(mutation, overlay);
    try {
      return run(mutation.tests(), overlay);
    } finally {
      Directories.delete(overlay);
    }
  }

  /** Compiles the broken file alone, against the classes that are built. */
  private void compile(Mutation mutation, Path overlay) throws IOException {
    Path source = directory.resolve(mutation.file().getFileName());
    Files.writeString(source, mutation.broken());
    Path log = directory.resolve("compiler");
    try (var errors = Files.newOutputStream(log)) {
      int result =
          ToolProvider.getSystemJavaCompiler()
              .run(
                  null,
                  errors,
                  errors,
                  "-proc:none",
                  "-parameters",
                  "-cp",
                  classPath(),
                  "-d",
                  overlay.toString(),
                  source.toString());
      assertThat(result)
          .as("%s does not compile:%n%s", mutation.title(), Files.readString(log))
          .isZero();
    }
  }

  private static String run(List<String> tests, Path overlay) throws ReflectiveOperationException {
    return new MutantClasses(overlay).verdict(tests.toArray(String[]::new));
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }
}
