package dev.semel.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which currencies payouts can be made in, and how many decimals each has. */
class CurrencyCodeTest {
  @Test
  void decimals_are_those_of_iso_4217() {
    assertThat(CurrencyCode.of("EUR").minorUnits()).isEqualTo(2);
    assertThat(CurrencyCode.of("NGN").minorUnits()).isEqualTo(2);
    assertThat(CurrencyCode.of("MGA").minorUnits()).isEqualTo(2);
    for (String none : List.of("JPY", "KRW", "VND", "UGX", "XAF", "XOF", "RWF", "CLP", "ISK")) {
      assertThat(CurrencyCode.of(none).minorUnits()).as(none).isZero();
    }
    for (String three : List.of("KWD", "BHD", "JOD", "TND", "OMR", "IQD", "LYD")) {
      assertThat(CurrencyCode.of(three).minorUnits()).as(three).isEqualTo(3);
    }
    assertThat(CurrencyCode.of("CLF").minorUnits()).isEqualTo(4);
  }

  @Test
  void retired_codes_and_codes_that_are_no_money_are_refused() {
    for (String code : List.of("HRK", "BGN", "SLL", "DEM", "XXX", "XTS", "XAU", "XDR", "ZZZ")) {
      assertThat(CurrencyCode.find(code)).as(code).isEmpty();
    }
  }

  @Test
  void only_the_exact_capital_letters_count() {
    for (String code : List.of("eur", "Eur", " EUR", "EUR ", "EU", "EURO", "")) {
      assertThat(CurrencyCode.find(code)).as("'%s'", code).isEmpty();
    }
    assertThatThrownBy(() -> CurrencyCode.of("eur"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'eur'");
  }
}
