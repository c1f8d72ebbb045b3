// The closed list of what can be wrong with one member or parameter. The contract has the same
// list.
package dev.semel.problem;

import java.util.Locale;

/** What is wrong with one member of a body or one parameter. */
public enum FieldErrorCode {
  /** It is missing or null. */
  REQUIRED,
  /** No member of this name exists here. */
  UNKNOWN_MEMBER,
  /** Another JSON type is wanted. */
  TYPE,
  /** The text has not the form that is wanted. */
  FORMAT,
  /** A number or an instant is outside what is allowed. */
  OUT_OF_RANGE,
  /** The text has too many characters. */
  TOO_LONG,
  /** The text has too few characters. */
  TOO_SHORT,
  /** More members or items than are allowed. */
  TOO_MANY,
  /** Not one of the values that are allowed here. */
  NOT_ALLOWED,
  /** No ISO 4217 code. */
  CURRENCY_UNKNOWN,
  /** More decimals than the currency has. */
  TOO_MANY_DECIMALS,
  /** The check digits don't fit. */
  CHECKSUM,
  /** It looks like a card number, which is never taken. */
  CARD_NUMBER,
  /** A NUL, an unpaired surrogate, or in a name or reference what can't be seen. */
  BAD_CHARACTER,
  /** The provider's form of it would be empty or lose characters. */
  PROVIDER_CANNOT_TAKE,
  /** It does not go with another member. */
  CONFLICT,
  /** Another payout has it already. */
  TAKEN,
  /** No provider serves it. */
  NO_PROVIDER;

  /** The name in JSON, such as {@code too_long}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
