// Reads an amount and its currency.
package dev.semel.payout;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.domain.CurrencyCode;
import dev.semel.domain.Money;
import dev.semel.json.BodyReader;
import dev.semel.problem.FieldErrorCode;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members {@code amount} and {@code currency}: exact decimals, from the wire to the
 * column.
 */
final class MoneyReader {
  private static final Pattern DECIMAL = Pattern.compile("(0|[1-9][0-9]{0,14})(\\.[0-9]{1,30})?");
  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
  private static final String WANTED =
      "Send a decimal string above zero without sign, exponent or grouping, such as \"125.50\".";

  private MoneyReader() {}

  /** The money that a body names; empty when either member has a fault, which is then reported. */
  static Optional<Money> read(BodyReader body) {
    Optional<CurrencyCode> currency = currency(body);
    Optional<BigDecimal> amount = amount(body);
    if (currency.isEmpty() || amount.isEmpty()) {
      return Optional.empty();
    }
    BigDecimal plain = amount.get().stripTrailingZeros();
    int decimals = currency.get().minorUnits();
    if (plain.scale() > decimals) {
      body.error(
          "amount",
          FieldErrorCode.TOO_MANY_DECIMALS,
          currency.get().code()
              + " has "
              + decimals
              + " decimals. Send an amount with no more than that.");
      return Optional.empty();
    }
    return Optional.of(new Money(plain, currency.get()));
  }

  private static Optional<CurrencyCode> currency(BodyReader body) {
    String code =
        body.requiredMatch("currency", CURRENCY, "Send an ISO 4217 code in capitals, such as KES.");
    if (!body.isValid("currency")) {
      return Optional.empty();
    }
    Optional<CurrencyCode> currency = CurrencyCode.find(code);
    if (currency.isEmpty()) {
      body.error(
          "currency",
          FieldErrorCode.CURRENCY_UNKNOWN,
          "No payout can be made in this code. Send a current ISO 4217 currency, such as KES.");
    }
    return currency;
  }

  private static Optional<BigDecimal> amount(BodyReader body) {
    @Nullable JsonNode node = body.node("amount");
    if (node != null && node.isNumber()) {
      body.error(
          "amount",
          FieldErrorCode.TYPE,
          WANTED + " JSON numbers are refused because many programs round them.");
      return Optional.empty();
    }
    String text = body.requiredMatch("amount", DECIMAL, WANTED);
    if (!body.isValid("amount")) {
      return Optional.empty();
    }
    BigDecimal amount = new BigDecimal(text);
    if (amount.signum() == 0) {
      body.error("amount", FieldErrorCode.OUT_OF_RANGE, WANTED);
      return Optional.empty();
    }
    return Optional.of(amount);
  }
}
