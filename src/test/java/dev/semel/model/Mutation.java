// A guard of the program and how it is broken.
package dev.semel.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A guard of the program and how it is broken, from {@code tools/mutations/list.txt}.
 *
 * @param title what the program does without the guard
 * @param file where the guard is
 * @param tests what may notice it: {@code model}, or names of test classes
 * @param found the guard, which must be in the file exactly once
 * @param replaced what takes its place
 */
record Mutation(String title, Path file, List<String> tests, String found, String replaced) {
  private static final Path LIST = Path.of("tools", "mutations", "list.txt");
  private static final Path SOURCES = Path.of("src", "main", "java", "dev", "semel");

  static List<Mutation> all() throws IOException {
    List<Mutation> all = new ArrayList<>();
    for (String block : Files.readString(LIST).split("(?m)^== ", -1)) {
      if (!block.startsWith("#")) {
        all.add(read(block.strip().lines().toList()));
      }
    }
    return all;
  }

  private static Mutation read(List<String> lines) {
    List<String> tests = List.of(value(lines.get(2), "tests ").split(" "));
    Path file = SOURCES.resolve(value(lines.get(1), "file "));
    return new Mutation(lines.getFirst(), file, tests, text(lines, "-"), text(lines, "+"));
  }

  private static String value(String line, String name) {
    if (!line.startsWith(name)) {
      throw new IllegalArgumentException("'" + name + "' is missing before: " + line);
    }
    return line.substring(name.length());
  }

  private static String text(List<String> lines, String mark) {
    return String.join(
        "\n",
        lines.stream()
            .filter(line -> line.startsWith(mark))
            .map(line -> line.substring(1))
            .toList());
  }

  /** How often the guard is in its file. */
  int occurrences() throws IOException {
    return Files.readString(file).split(java.util.regex.Pattern.quote(found), -1).length - 1;
  }

  /** The file without the guard. */
  String broken() throws IOException {
    if (occurrences() != 1) {
      throw new IllegalStateException(
          title + ": its text is " + occurrences() + " times in " + file);
    }
    return Files.readString(file).replace(found, replaced);
  }

  /** Where the guard is, as people say it. */
  String place() {
    return file.getFileName().toString().replace(".java", "");
  }
}
