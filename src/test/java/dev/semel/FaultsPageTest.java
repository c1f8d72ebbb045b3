// The page of faults that other systems had names the tests that there are, no more and no fewer.
package dev.semel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/faults.md} is rendered from the names of tests such as {@code
 * i_03_another_body_under_the_same_key_is_refused}. Write it anew with {@code -Dfaults.write=true}.
 */
class FaultsPageTest {
  private static final Path PAGE = Path.of("docs", "faults.md");
  private static final Path TESTS = Path.of("src", "test", "java");
  private static final Pattern TEST =
      Pattern.compile("\\bvoid (([a-z])_([0-9]{2})_([a-z0-9_]+))\\(");

  private static final Map<String, String> SUBJECTS =
      new TreeMap<>(
          Map.of(
              "i", "Idempotency",
              "u", "Unknown outcomes and retries",
              "m", "Money and data",
              "w", "Webhooks",
              "r", "Reports and reconciliation",
              "j", "Jobs, claims, database",
              "f", "File transfer",
              "s", "Security"));

  private static final String HEAD =
      """
      # Faults that others had

      <!-- Rendered from the names of tests. Do not edit: ./mvnw test -Dtest=FaultsPageTest -Dfaults.write=true -->

      Each line is a fault that a payment system, a library or a partner really had somewhere, turned into a test that shows what happens here instead. Where
      money is concerned the test looks at what the partner received, not at what we say of it.
      """;

  /** A test of a fault. */
  private record Fault(String subject, String number, String name, String test) {
    String line() {
      String sentence = name.replace('_', ' ');
      return "| %s-%s | %s | `%s` |"
          .formatted(subject.toUpperCase(Locale.ROOT), number, sentence, test);
    }
  }

  @Test
  void the_page_names_every_test_of_a_fault() throws IOException {
    String page = page();
    if (Boolean.getBoolean("faults.write")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  private static String page() throws IOException {
    Map<String, List<Fault>> bySubject = faults().collect(Collectors.groupingBy(Fault::subject));
    StringBuilder page = new StringBuilder(HEAD);
    SUBJECTS.forEach(
        (letter, subject) -> {
          if (bySubject.containsKey(letter)) {
            page.append("\n## ").append(subject).append("\n\n");
            page.append("| | what happens here | test |\n| --- | --- | --- |\n");
            bySubject.get(letter).stream()
                .sorted(Comparator.comparing(Fault::number).thenComparing(Fault::name))
                .forEach(fault -> page.append(fault.line()).append('\n'));
          }
        });
    assertThat(SUBJECTS.keySet()).containsAll(bySubject.keySet());
    return page.toString();
  }

  private static Stream<Fault> faults() throws IOException {
    List<Path> files;
    try (Stream<Path> tree = Files.walk(TESTS)) {
      files = tree.filter(path -> path.toString().endsWith(".java")).toList();
    }
    return files.stream().flatMap(FaultsPageTest::faultsIn);
  }

  private static Stream<Fault> faultsIn(Path file) {
    String test = file.getFileName().toString().replace(".java", "");
    try {
      return TEST.matcher(Files.readString(file)).results().map(found -> fault(found, test));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Fault fault(MatchResult found, String test) {
    return new Fault(found.group(2), found.group(3), found.group(4), test);
  }
}
