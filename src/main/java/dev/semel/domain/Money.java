package dev.semel.domain;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * An exact amount in one currency, kept at the currency's own number of decimals.
 *
 * @param amount the amount in major units; its scale is the currency's minor units
 * @param currency the ISO 4217 currency
 */
public record Money(BigDecimal amount, CurrencyCode currency) {
  /**
   * Brings the amount to its currency's scale.
   *
   * @throws ArithmeticException when the amount has more decimals than the currency
   */
  public Money {
    amount = amount.setScale(currency.minorUnits());
  }

  /** Money of a plain decimal string, such as {@code "125.50"}. */
  public static Money of(String amount, String currency) {
    return new Money(new BigDecimal(amount), CurrencyCode.of(currency));
  }

  /**
   * The amount as a plain decimal string with the currency's decimals, such as {@code 125.50} or
   * {@code 500} for JPY.
   */
  public String decimal() {
    return amount.toPlainString();
  }

  /** The amount as a whole number of the currency's minor units. */
  public BigInteger minorUnits() {
    return amount.unscaledValue();
  }

  @Override
  public String toString() {
    return decimal() + " " + currency.code();
  }
}
