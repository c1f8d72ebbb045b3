// What the simulation takes for a legal history is what the table of the lifecycle says.
package dev.semel.app.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final Path TABLE = Path.of("src", "test", "resources", "lifecycle.txt");
  private static final String LEADS_TO = "-> ";

  @Test
  void a_history_may_go_where_a_row_of_the_table_leads_and_nowhere_else() throws IOException {
    Map<String, Set<String>> table = new TreeMap<>();
    for (String line : Files.readAllLines(TABLE)) {
      String[] cells = line.split("\\|", -1);
      if (cells.length == 4 && !line.startsWith("#")) {
        String outcome = cells[2].strip();
        for (String state : Arrays.stream(cells[0].split(",", -1)).map(String::strip).toList()) {
          Set<String> nexts = table.computeIfAbsent(state, _ -> new TreeSet<>());
          if (outcome.startsWith(LEADS_TO)) {
            nexts.add(outcome.substring(LEADS_TO.length()));
          }
        }
      }
    }
    Map<String, Set<String>> verdicts = new TreeMap<>();
    Verdict.LEADS_TO.forEach((state, nexts) -> verdicts.put(state, new TreeSet<>(nexts)));
    assertThat(verdicts).isEqualTo(table);
  }
}
