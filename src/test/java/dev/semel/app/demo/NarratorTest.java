// How the story looks on a terminal.
package dev.semel.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class NarratorTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void a_change_is_one_plain_line_of_at_most_a_hundred_columns() throws Exception {
    narrator(false)
        .change(3, entry(true, "the provider says 'paid' of its payout sim_1, 10.00 KES"));
    assertThat(text())
        .isEqualTo("  10:02:11.900 03  sent > paid                      the partner says: paid\n");
  }

  @Test
  void a_refused_change_says_why() throws Exception {
    narrator(false).change(3, entry(false, "refused because " + "it is long ".repeat(20)));
    assertThat(text())
        .contains("stays sent")
        .contains("REFUSED: the partner says: it is long")
        .hasSizeLessThanOrEqualTo(Narrator.WIDTH + 1);
  }

  @Test
  void colours_are_used_only_where_they_are_wanted() throws Exception {
    narrator(true).change(3, entry(true, "the provider says 'paid'"));
    assertThat(text()).contains("\033[32m");
  }

  @Test
  void a_long_sentence_is_broken_between_words() {
    narrator(false).say("word ".repeat(50).strip());
    assertThat(text().lines())
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).matches("word( word)*").hasSizeLessThan(101));
  }

  private Narrator narrator(boolean colours) {
    return new Narrator(
        new PrintStream(printed, true, StandardCharsets.UTF_8), colours, ZoneOffset.UTC);
  }

  private String text() {
    return printed.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  private static JsonNode entry(boolean applied, String reason) throws Exception {
    return new ObjectMapper()
        .createObjectNode()
        .put("type", "provider_says_paid")
        .put("applied", applied)
        .put("from", "sent")
        .put("to", applied ? "paid" : null)
        .put("reason", reason)
        .put("recorded_at", "2026-11-30T10:02:11.900000Z");
  }
}
