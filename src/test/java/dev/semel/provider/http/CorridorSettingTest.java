// Corridors by configuration.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.ProviderCapacity.Corridor;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorridorSettingTest {
  private static final Corridor KENYA =
      new Corridor(
          "KE",
          "KES",
          List.of("bank_account", "mobile_wallet"),
          new BigDecimal("10.00"),
          new BigDecimal("250000.00"));
  private static final Corridor JAPAN =
      new Corridor("JP", "JPY", List.of("bank_account"), BigDecimal.ONE, new BigDecimal("1000000"));

  @Test
  void corridors_stand_on_lines_of_their_own_or_between_semicolons() {
    String kenya = "KE KES bank_account,mobile_wallet 10.00 250000.00";
    String japan = "JP  JPY bank_account 1 1000000";
    assertThat(CorridorSetting.of(kenya + ";" + japan))
        .isEqualTo(new CorridorSetting(List.of(KENYA, JAPAN), List.of()));
    assertThat(CorridorSetting.of("# as agreed in May\n" + kenya + "\n\n" + japan + "\n"))
        .isEqualTo(new CorridorSetting(List.of(KENYA, JAPAN), List.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          KE KES bank_account 10.00               | written like
          Kenya KES bank_account 10.00 20.00      | written like
          KE KES cheque 10.00 20.00               | the methods are
          KE KSH bank_account 10.00 20.00         | ISO 4217
          KE KES bank_account 1e3 20.00           | plain decimal
          KE KES bank_account -1 20.00            | plain decimal
          JP JPY bank_account 1.00 20             | JPY has 0 decimals
          KE KES bank_account 30.00 20.00         | swap them
          #                                       | there is no corridor
          """)
  void what_is_wrong_is_told_with_its_line(String text, String says) {
    CorridorSetting read = CorridorSetting.of(text);
    assertThat(read.corridors()).isEmpty();
    assertThat(read.faults()).singleElement().asString().contains(says);
  }

  @Test
  void every_wrong_line_is_told() {
    assertThat(CorridorSetting.of("KE; KE KES bank_account 10.00 20.00; NG").faults())
        .hasSize(2)
        .allMatch(fault -> fault.startsWith("'KE'") || fault.startsWith("'NG'"));
  }
}
