// From an exact number and a currency to money.
package dev.semel.provider.report;

import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import java.math.BigDecimal;
import java.util.Locale;

/** Makes money of what a report says, exactly or not at all. */
final class Monies {
  private static final int MOST_DIGITS_BEFORE_POINT = 20;

  private Monies() {}

  /**
   * Money of a number.
   *
   * @param place where the number stands
   * @throws ReportRefusedException when it is no amount of that currency
   */
  static Money of(BigDecimal number, CurrencyCode currency, ReportPlace place)
      throws ReportRefusedException {
    if (number.precision() - number.scale() > MOST_DIGITS_BEFORE_POINT) {
      throw new ReportRefusedException(place, "the number is too large for money");
    }
    try {
      return new Money(number, currency);
    } catch (ArithmeticException e) {
      throw new ReportRefusedException(
          place,
          "the amount has more decimals than "
              + currency.code()
              + " has ("
              + currency.minorUnits()
              + "), and is never rounded; ask the provider what it means");
    }
  }

  /**
   * Money of a whole number of minor units.
   *
   * @throws ReportRefusedException when it is none
   */
  static Money ofMinorUnits(BigDecimal number, CurrencyCode currency, ReportPlace place)
      throws ReportRefusedException {
    try {
      BigDecimal major = new BigDecimal(number.toBigIntegerExact(), currency.minorUnits());
      return of(major, currency, place);
    } catch (ArithmeticException e) {
      throw new ReportRefusedException(
          place, "the amount is no whole number of minor units, as the provider's file says");
    }
  }

  /**
   * A currency, in capital or small letters.
   *
   * @throws ReportRefusedException when it is none that is known
   */
  static CurrencyCode currency(String code, ReportPlace place) throws ReportRefusedException {
    // Most come as they are; the rest is looked at once more.
    return CurrencyCode.find(code)
        .or(() -> CurrencyCode.find(code.toUpperCase(Locale.ROOT)))
        .orElseThrow(
            () ->
                new ReportRefusedException(
                    place, "this is no currency of ISO 4217 that is known and in use"));
  }
}
