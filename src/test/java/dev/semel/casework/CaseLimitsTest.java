// From how much money on a case takes two people.
package dev.semel.casework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.domain.CaseKind;
import dev.semel.domain.Money;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaseLimitsTest {

  @ParameterizedTest
  @CsvSource({
    "50000.00, KES, false",
    "50000.01, KES, true",
    "499.99, EUR, false",
    "500.01, EUR, true",
    "9999999.00, USD, false"
  })
  void money_is_much_above_the_limit_of_its_currency(String amount, String currency, boolean much) {
    MoneyLimits limits = limits("KES 50000.00, EUR 500.00");

    assertThat(limits.above(Optional.of(Money.of(amount, currency)))).isEqualTo(much);
    assertThat(limits.above(Optional.empty())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"KES", "KES x", "KES -1.00", "NOPE 1.00", "JPY 1.50", "KES 1.00, KES 2.00"})
  void a_limit_that_is_none_stops_the_start_and_names_the_setting(String text) {
    assertThatThrownBy(() -> limits(text))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("SEMEL_CASE_SECOND_PERSON_ABOVE");
  }

  private static MoneyLimits limits(String text) {
    return new MoneyLimits(() -> Optional.of(text));
  }

  @Test
  void much_money_makes_a_case_graver_by_one_step_and_never_less_urgent() {
    for (CaseKind kind : CaseKind.values()) {
      Urgency usual = Urgency.of(kind, false);
      Urgency much = Urgency.of(kind, true);
      assertThat(much.severity())
          .isEqualTo(
              switch (usual.severity()) {
                case LOW -> Severity.MEDIUM;
                case MEDIUM -> Severity.HIGH;
                case HIGH, CRITICAL -> Severity.CRITICAL;
              });
      assertThat(much.within()).isLessThanOrEqualTo(usual.within());
    }
  }
}
