// The command line of the kit, as far as it needs no database.
package dev.semel.app.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ProviderTestCommandTest {
  private static final Path SIMULATOR = Path.of("src/main/resources/providers/simulator.yaml");

  @TempDir private Path directory;
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new ProviderTestCommand())
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  void a_file_that_is_not_there_ends_with_2() {
    assertThat(run(directory.resolve("none.yaml").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("can't be read");
  }

  @Test
  void a_faulty_file_ends_with_2_and_its_faults() throws IOException {
    Path file = Files.writeString(directory.resolve("a.yaml"), "provider: acme\ntitle: 3\n");

    assertThat(run(file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("a.yaml: line 2: /title");
  }

  @Test
  void a_faulty_dialect_ends_with_2_and_its_faults() throws IOException {
    Path dialect = Files.writeString(directory.resolve("d.yaml"), "dialect: acme\ncolour: red\n");

    assertThat(run(SIMULATOR.toString(), "--dialect", dialect.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("d.yaml: line 2: /colour");
  }

  @Test
  void a_provider_without_a_dialect_ends_with_2_and_says_what_to_do() throws IOException {
    String other = Files.readString(SIMULATOR).replace("provider: simulator", "provider: other");
    Path file = Files.writeString(directory.resolve("other.yaml"), other);

    assertThat(run(file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("name it with --dialect");
  }

  @Test
  void a_fault_that_nobody_knows_is_answered_with_those_that_there_are() {
    assertThat(run(SIMULATOR.toString(), "--only", "flood")).isEqualTo(2);
    assertThat(err.toString()).contains("There is no fault 'flood'").contains("lost_confirm");
  }

  @Test
  void results_are_the_same_in_the_table_and_as_json() {
    Results results =
        new Results(
            "acme",
            "Acme",
            List.of(
                new Row(
                    Scenario.SILENCE,
                    "",
                    new Row.Played(new Verdict("failed", false, "10.00 KES lost", "it is paid"))),
                new Row(Scenario.LOST_STEP, "", new Row.DoesNotApply("one call does it all"))));

    assertThat(results.passed()).isFalse();
    assertThat(String.join("\n", results.table()))
        .contains("FAIL    10.00 KES lost", "0 passed, 1 failed, 1 do not apply", "it is paid");
    JsonNode json = results.json();
    assertThat(json.at("/faults/0/result").asText()).isEqualTo("fail");
    assertThat(json.at("/faults/0/money_at_risk").asText()).isEqualTo("10.00 KES lost");
    assertThat(json.at("/faults/1/result").asText()).isEqualTo("does_not_apply");
  }
}
