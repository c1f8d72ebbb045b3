// The countries that there are.
package dev.semel.payout;

import java.util.Locale;
import java.util.Set;

/**
 * The countries that there are: the ISO 3166-1 alpha-2 codes that are assigned, as the Java runtime
 * lists them.
 */
final class Countries {
  private static final Set<String> CODES =
      Locale.getISOCountries(Locale.IsoCountryCode.PART1_ALPHA2);

  private Countries() {}

  static boolean exists(String code) {
    return CODES.contains(code);
  }
}
