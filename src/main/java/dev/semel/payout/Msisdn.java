// Checks a telephone number.
package dev.semel.payout;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.PhoneNumberUtil.ValidationResult;
import com.google.i18n.phonenumbers.Phonenumber.PhoneNumber;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks a telephone number in E.164: a country's calling code, and as many digits as numbers of
 * that country have. Whether the number was ever given out is not asked: lists of ranges age, and a
 * payout refused because ours is old would be worse than one that the provider refuses.
 */
final class Msisdn {
  private static final Pattern FORM = Pattern.compile("\\+[1-9][0-9]{6,14}");
  private static final PhoneNumberUtil NUMBERS = PhoneNumberUtil.getInstance();

  private Msisdn() {}

  /** What is wrong with a number; empty when nothing is. */
  static Optional<String> fault(String text) {
    if (!FORM.matcher(text).matches()) {
      return Optional.of(
          "Send the number in E.164: a plus sign and digits alone, such as +254711000001.");
    }
    try {
      PhoneNumber number = NUMBERS.parse(text, PhoneNumberUtil.REGION_CODE_FOR_NON_GEO_ENTITY);
      if (NUMBERS.isPossibleNumberWithReason(number) != ValidationResult.IS_POSSIBLE) {
        return Optional.of("Numbers of this country have another length. Send the whole number.");
      }
      return NUMBERS.format(number, PhoneNumberFormat.E164).equals(text)
          ? Optional.empty()
          : Optional.of("Leave out the 0 that is dialled inside the country.");
    } catch (NumberParseException e) {
      return Optional.of(
          "No country has this calling code. Send the number with its plus sign and country, such as +254711000001.");
    }
  }
}
