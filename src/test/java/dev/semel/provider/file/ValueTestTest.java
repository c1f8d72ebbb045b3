// What a rule may ask of a value, and how that is written.
package dev.semel.provider.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueTestTest {
  private static final String CONFLICT = "{when: {status: 409}, is: duplicate";
  private static final ValueTest TOLD =
      new ValueTest.Containing(List.of("Already exists", "twice"));

  @ParameterizedTest
  @CsvSource({
    "Reference ALREADY EXISTS on a transfer, true",
    "asked twice, true",
    "already there, false",
    "'', false"
  })
  void words_are_found_in_a_text_whatever_their_case(String text, boolean found) {
    assertThat(TOLD.fits(TextNode.valueOf(text))).isEqualTo(found);
  }

  @Test
  void what_is_no_text_holds_no_words() {
    assertThat(new ValueTest.Containing(List.of("1")).fits(IntNode.valueOf(1))).isFalse();
    assertThat(TOLD.fits(MissingNode.getInstance())).isFalse();
  }

  private static ProviderFileReading reading(String test) throws IOException {
    String acme = Files.readString(Path.of("src/test/resources/providers/acme.yaml"));
    assertThat(acme).contains(CONFLICT);
    return new ProviderFileReader()
        .read(
            acme.replace(
                CONFLICT, "{when: {status: 409, body: {/message: " + test + "}}, is: duplicate"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{contains: exists}", "{contains: [exists, duplicate]}", "{any: [1, 2]}"})
  void a_file_may_ask_for_words(String test) throws IOException {
    assertThat(reading(test)).isInstanceOf(ProviderFileReading.Sound.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{contains: ''}",
        "{contains: []}",
        "{contains: [a, '']}",
        "{contains: 1}",
        "{contians: exists}",
        "{}",
        "{any: [1], contains: a}"
      })
  void a_test_that_would_fit_everything_or_nothing_is_refused(String test) throws IOException {
    assertThat(reading(test)).isInstanceOf(ProviderFileReading.Faulty.class);
  }
}
