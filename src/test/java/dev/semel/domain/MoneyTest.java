package dev.semel.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/** Amounts are exact, and kept at their currency's own number of decimals. */
class MoneyTest {
  @Test
  void equal_amounts_are_equal_however_they_were_written() {
    assertThat(Money.of("10", "EUR"))
        .isEqualTo(Money.of("10.00", "EUR"))
        .isEqualTo(Money.of("10.000", "EUR"))
        .hasSameHashCodeAs(Money.of("10.0", "EUR"));
    assertThat(Money.of("10", "EUR"))
        .isNotEqualTo(Money.of("10", "USD"))
        .isNotEqualTo(Money.of("10.01", "EUR"));
  }

  @Test
  void an_amount_is_written_with_its_currencys_decimals() {
    assertThat(Money.of("125.5", "EUR").decimal()).isEqualTo("125.50");
    assertThat(Money.of("500.00", "JPY").decimal()).isEqualTo("500");
    assertThat(Money.of("1", "KWD").decimal()).isEqualTo("1.000");
    assertThat(Money.of("0.0001", "CLF").decimal()).isEqualTo("0.0001");
    assertThat(Money.of("1000000", "UGX")).hasToString("1000000 UGX");
  }

  @Test
  void minor_units_are_whole_numbers_of_the_smallest_unit() {
    assertThat(Money.of("125.50", "EUR").minorUnits()).isEqualTo(12550);
    assertThat(Money.of("500", "JPY").minorUnits()).isEqualTo(500);
    assertThat(Money.of("1.234", "KWD").minorUnits()).isEqualTo(1234);
    assertThat(Money.of("99999999999999999999.99", "USD").minorUnits())
        .isEqualTo(new BigInteger("9999999999999999999999"));
  }

  @Test
  void more_decimals_than_the_currency_has_are_refused_and_never_rounded() {
    assertThatThrownBy(() -> Money.of("10.001", "EUR")).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Money.of("10.5", "JPY")).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> Money.of("1.2345", "BHD")).isInstanceOf(ArithmeticException.class);
  }
}
