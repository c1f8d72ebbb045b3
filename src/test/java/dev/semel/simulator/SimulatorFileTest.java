// The provider file and the page of the simulator, and the simulator itself have to tell the same
// story.
package dev.semel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SimulatorFileTest {

  private final JsonNode file = read();

  @Test
  void the_promise_of_visibility_holds_unless_a_fault_breaks_it() {
    Duration promised = Duration.parse(file.at("/visibility/within").asText());
    Timings timings = Timings.defaults();

    assertThat(timings.visibleAfter()).isLessThan(promised);
    assertThat(timings.visibleLate()).isLessThan(promised);
    assertThat(timings.visibleTooLate()).isGreaterThan(promised);
  }

  @Test
  void every_status_has_a_meaning() {
    Set<String> known = new LinkedHashSet<>();
    file.at("/statuses").forEach(list -> list.forEach(status -> known.add(status.asText())));

    assertThat(known)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(PayoutStatus.values()).map(PayoutStatus::word).toList());
  }

  @Test
  void every_refusal_has_a_rule_save_the_one_that_says_nothing() {
    Set<String> codes = new LinkedHashSet<>();
    for (Fault fault : Fault.values()) {
      if (fault.effect() instanceof Effect.Refuse refuse && fault != Fault.UNAVAILABLE) {
        codes.add(refuse.code());
      }
    }
    String rules = file.at("/submit/answers").toString();
    // The key is refused by its status alone, as any partner's 401 is.
    codes.remove("invalid_api_key");

    assertThat(codes).allMatch(code -> rules.contains("\"" + code + "\""));
  }

  @Test
  void the_page_lists_every_fault_as_it_is() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("docs/simulator.md")).stream()
            .filter(line -> line.matches("\\| `\\d{4}` \\|.*"))
            .toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            Arrays.stream(Fault.values())
                .map(f -> "| `%s` | `%s` | %s |".formatted(f.suffix(), f.word(), f.description()))
                .toList());
  }

  private static JsonNode read() {
    try (InputStream in =
        SimulatorFileTest.class.getResourceAsStream("/providers/simulator.yaml")) {
      return new YAMLMapper().readTree(in);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }
}
