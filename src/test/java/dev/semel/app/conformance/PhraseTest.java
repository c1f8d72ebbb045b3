// The texts of dialects.
package dev.semel.app.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PhraseTest {
  private static final Places PLACES =
      Places.of(
              Map.of(
                  "payment.amount", "1250.50",
                  "payment.currency", "KES",
                  "payment.made_at", "2030-01-07T09:00:00Z",
                  "body./a/b", "\"}, ${payment.amount}"))
          .or(Places.of("count", IntNode.valueOf(3)));

  @Test
  void one_place_alone_keeps_its_type_and_filters_write_it() throws IOException {
    String tree =
        """
        {"n": "${count}", "text": "x${count}", "minor": "${payment.amount | minor_units}", "number": "${payment.amount | number}",
         "at": "${payment.made_at | unix}", "gone": "${nothing?}", "lower": "${payment.currency | lower}"}
        """;

    assertThat(Phrase.tree(new JsonMapper().readTree(tree), PLACES).toString())
        .isEqualTo(
            """
            {"n":3,"text":"x3","minor":125050,"number":1250.50,"at":1894006800,"lower":"kes"}""");
  }

  @Test
  void a_value_is_never_read_as_a_template() {
    assertThat(Phrase.text("<${body./a/b}>", PLACES)).contains("<\"}, ${payment.amount}>");
  }

  @Test
  void a_value_that_is_needed_and_missing_is_named() {
    assertThatExceptionOfType(Phrase.MissingValueException.class)
        .isThrownBy(() -> Phrase.text("${header.X}", PLACES))
        .withMessage("header.X is missing");
  }

  @Test
  void amounts_in_minor_units_are_read_back_by_their_currency() {
    Places yen = Places.of(Map.of("currency", "JPY", "form.amount", "1250"));

    assertThat(Phrase.text("${form.amount | from_minor_units}", yen)).contains("1250");
    assertThat(
            Phrase.text(
                "${form.amount | from_minor_units}",
                Places.of(Map.of("currency", "kes", "form.amount", "125050"))))
        .contains("1250.50");
  }
}
