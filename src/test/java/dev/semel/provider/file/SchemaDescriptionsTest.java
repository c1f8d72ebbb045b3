// What editors say of a provider file.
package dev.semel.provider.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaDescriptionsTest {
  private static final Path SCHEMA = Path.of("docs/provider-file.schema.json");

  @Test
  void every_member_of_a_provider_file_is_described_in_whole_sentences() throws IOException {
    List<String> missing = new ArrayList<>();
    look(new ObjectMapper().readTree(SCHEMA.toFile()), "", missing);
    assertThat(missing).isEmpty();
  }

  /** Looks at the members that a schema names, wherever in it. */
  private static void look(JsonNode schema, String pointer, List<String> missing) {
    for (var keyword : schema.properties()) {
      String at = pointer + "/" + keyword.getKey();
      if (keyword.getKey().equals("properties") && !isNamedSo(pointer)) {
        for (var member : keyword.getValue().properties()) {
          String text = member.getValue().path("description").asText();
          if (!text.endsWith(".")) {
            missing.add(at + "/" + member.getKey());
          }
        }
      }
      look(keyword.getValue(), at, missing);
    }
    if (schema.isArray()) {
      schema.forEach(element -> look(element, pointer, missing));
    }
  }

  /** A member of a file may be called like a keyword of schemas. */
  private static boolean isNamedSo(String pointer) {
    return pointer.endsWith("/properties");
  }
}
