// Checks a BIC.
package dev.semel.payout;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the form of a BIC as ISO 9362 has it: four letters or digits of the party, its country,
 * two of the place, and perhaps three of the branch. Which BICs there are is not known here, and
 * the country is not compared with the beneficiary's: banks keep accounts for other countries.
 */
final class Bic {
  /** What to send. */
  static final String WANTED =
      "Send a BIC of 8 or 11 capitals and digits with its country's code in the fifth and sixth place, such as COBADEFFXXX.";

  private static final Pattern FORM =
      Pattern.compile("[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}([A-Z0-9]{3})?");

  private Bic() {}

  static boolean isOne(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches() && Countries.exists(form.group(1));
  }
}
