package dev.semel.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

  /**
   * Where the Java runtime's list and ours differ, and why. A new release of either that changes
   * this fails here, and whoever updates it decides what holds.
   */
  private static final Map<String, String> ONLY_IN_THE_RUNTIME =
      Map.of(
          "was replaced by the euro",
          "ADP ATS BEF BGN CYP DEM EEK ESP FIM FRF GRD HRK IEP ITL LTL LUF LVL MTL NLG PTE SIT SKK",
          "was replaced by a new one of its country",
          """
          AFA ANG AYM AZM BGL BYB BYR CSD GHC GWP MGF MRO MZM ROL RUR SDD SLL SRG STD TMM TPE TRL VEB VEF YUM ZMK ZWD ZWL ZWN ZWR
          """,
          "is used no more",
          "CUC USS XFO XFU",
          "is gold, another metal, a unit of account, a test or none",
          "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX");

  /** The runtime does not know the unit of Uruguay's wages, of 2018. */
  private static final Set<String> ONLY_OURS = Set.of("UYW");

  @Test
  void m_04_our_list_and_the_runtimes_differ_where_we_know_why() {
    Set<String> explained = new TreeSet<>(ONLY_OURS);
    ONLY_IN_THE_RUNTIME
        .values()
        .forEach(codes -> explained.addAll(List.of(codes.strip().split("\\s+", -1))));
    Set<String> different = new TreeSet<>(ONLY_OURS);
    for (Currency theirs : Currency.getAvailableCurrencies()) {
      Optional<CurrencyCode> ours = CurrencyCode.find(theirs.getCurrencyCode());
      if (ours.isEmpty()) {
        different.add(theirs.getCurrencyCode());
      } else {
        assertThat(ours.get().minorUnits())
            .as(theirs.getCurrencyCode())
            .isEqualTo(theirs.getDefaultFractionDigits());
      }
    }
    assertThat(different).isEqualTo(explained);
    assertThat(CurrencyCode.of("UYW").minorUnits()).isEqualTo(4);
    assertThat(ONLY_OURS)
        .allSatisfy(
            code ->
                assertThatThrownBy(() -> Currency.getInstance(code))
                    .isInstanceOf(IllegalArgumentException.class));
  }
}
