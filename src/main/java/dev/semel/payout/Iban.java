// Checks an IBAN.
package dev.semel.payout;

import dev.semel.problem.FieldErrorCode;
import java.util.Optional;
import org.apache.commons.validator.routines.IBANValidator;

/** Checks an IBAN against the formats of its country and its check digits. */
final class Iban {
  private Iban() {}

  /** What is wrong with an IBAN. */
  record IbanFault(FieldErrorCode code, String detail) {}

  /** What is wrong with an IBAN that has no spaces and is in capitals; empty when nothing is. */
  static Optional<IbanFault> fault(String iban) {
    IBANValidator validator = IBANValidator.getInstance();
    if (!validator.hasValidator(iban)) {
      return Optional.of(
          new IbanFault(
              FieldErrorCode.FORMAT,
              "No country that issues IBANs begins them like this. Send the whole IBAN."));
    }
    if (!validator.isValid(iban)) {
      return Optional.of(
          new IbanFault(
              FieldErrorCode.CHECKSUM,
              "The IBAN's length, form or check digits don't fit its country. Check it for typing mistakes."));
    }
    return Optional.empty();
  }
}
