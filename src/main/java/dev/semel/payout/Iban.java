// Checks an IBAN.
package dev.semel.payout;

import dev.semel.problem.FieldErrorCode;
import java.util.Optional;
import org.apache.commons.validator.routines.IBANValidator;
import org.apache.commons.validator.routines.IBANValidator.Validator;

/**
 * Checks an IBAN against the format of its country and its check digits. Whose country that is
 * beside the beneficiary's is not compared: people have accounts abroad, and territories use the
 * IBANs of others.
 */
final class Iban {
  private static final IBANValidator REGISTRY = registry();

  private Iban() {}

  /** What is wrong with an IBAN. */
  record IbanFault(FieldErrorCode code, String detail) {}

  /**
   * The library's formats, and what release 103 of the registry (September 2026) changed after
   * them: banks in Brazil may have letters in their number.
   */
  private static IBANValidator registry() {
    IBANValidator formats = new IBANValidator();
    formats.setValidator(new Validator("BR", 29, "BR\\d{2}[A-Z0-9]{8}\\d{15}[A-Z][A-Z0-9]"));
    return formats;
  }

  /** What is wrong with an IBAN that has no spaces and is in capitals; empty when nothing is. */
  static Optional<IbanFault> fault(String iban) {
    return switch (REGISTRY.validate(iban)) {
      case VALID -> Optional.empty();
      case UNKNOWN_COUNTRY ->
          fault(
              FieldErrorCode.FORMAT,
              "No country that issues IBANs begins them like this. Send the whole IBAN.");
      case INVALID_LENGTH ->
          fault(
              FieldErrorCode.FORMAT,
              "IBANs of this country have another length. Check it for missing or surplus characters.");
      case INVALID_PATTERN ->
          fault(
              FieldErrorCode.FORMAT,
              "IBANs of this country have letters and digits in other places. Check it for typing mistakes.");
      case INVALID_CHECKSUM ->
          fault(
              FieldErrorCode.CHECKSUM,
              "The IBAN's check digits don't fit. Check it for typing mistakes.");
    };
  }

  private static Optional<IbanFault> fault(FieldErrorCode code, String detail) {
    return Optional.of(new IbanFault(code, detail));
  }
}
