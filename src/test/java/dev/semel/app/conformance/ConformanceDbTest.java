// Every shipped provider file that has a dialect, through all faults.
package dev.semel.app.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.SimulatedDatabase;
import dev.semel.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConformanceDbTest {
  @RegisterExtension static final TestDatabase database = new TestDatabase();

  private static final Path DIALECTS = Path.of("src/main/resources/dialects");
  private static final Path PROVIDERS = Path.of("src/main/resources/providers");

  static Stream<String> providers() throws IOException {
    try (Stream<Path> files = Files.list(DIALECTS)) {
      return files
          .map(file -> file.getFileName().toString().replace(".yaml", ""))
          .filter(name -> Files.exists(PROVIDERS.resolve(name + ".yaml")))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("providers")
  void a_shipped_file_passes_every_fault_that_applies(String provider) throws IOException {
    String text = Files.readString(PROVIDERS.resolve(provider + ".yaml"), StandardCharsets.UTF_8);

    Results results = run(text, dialect(provider));

    String table = String.join("\n", results.table());
    System.out.println(table);
    assertThat(results.passed()).as(table).isTrue();
  }

  @Test
  void a_partner_that_promises_little_passes_too() throws IOException {
    String text = Files.readString(Path.of("src/test/resources/conformance/momo.yaml"));
    String dialect =
        ProviderTestCommand.shipped("mtn-momo")
            .orElseThrow()
            .replace("bearer: token", "bearer: access_token");
    String tokens =
        dialect.substring(
            dialect.indexOf("  - name: token"), dialect.indexOf("  - name: transfer"));

    Results results = run(text, sound(dialect.replace(tokens, "")));

    String table = String.join("\n", results.table());
    System.out.println(table);
    assertThat(results.passed()).as(table).isTrue();
  }

  static Results run(String text, Dialect dialect) {
    List<Row> rows =
        new Conformance(fate -> SimulatedDatabase.open(database.unpooled(), fate))
            .run(text, dialect, _ -> true);
    return new Results(dialect.name(), dialect.title(), rows);
  }

  static Dialect dialect(String provider) {
    return sound(ProviderTestCommand.shipped(provider).orElseThrow());
  }

  static Dialect sound(String text) {
    DialectReader.Reading reading = new DialectReader().read(text);
    assertThat(reading).isInstanceOf(DialectReader.Sound.class);
    return ((DialectReader.Sound) reading).dialect();
  }
}
