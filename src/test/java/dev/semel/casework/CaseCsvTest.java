// Cells that a spreadsheet must not carry out.
package dev.semel.casework;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaseCsvTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1+1",
        "+1+1",
        "-1-1",
        "+A1",
        "-A1",
        "+1-202-555-0100",
        "@SUM(A1)",
        "\t=1",
        " =1",
        " +1",
        "＝1"
      })
  void what_a_spreadsheet_would_carry_out_is_only_shown(String value) {
    assertThat(CaseCsv.cell(value)).isEqualTo("'" + value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-12.50", "+12.50", "+254700123456", "+254 700 123 456", "-1.250"})
  void numbers_and_telephone_numbers_stay_as_they_are(String value) {
    assertThat(CaseCsv.cell(value)).isEqualTo(value);
  }

  @Test
  void commas_quotes_and_line_ends_stay_inside_their_cell() {
    assertThat(CaseCsv.cell("amara, \"the\" first\nand only"))
        .isEqualTo("\"amara, \"\"the\"\" first\nand only\"");
    assertThat(CaseCsv.cell("=HYPERLINK(\"http://x\",1)"))
        .isEqualTo("\"'=HYPERLINK(\"\"http://x\"\",1)\"");
  }

  @Test
  void what_is_not_there_is_an_empty_cell() {
    assertThat(CaseCsv.cell(null)).isEmpty();
    assertThat(CaseCsv.cell("amara")).isEqualTo("amara");
  }
}
