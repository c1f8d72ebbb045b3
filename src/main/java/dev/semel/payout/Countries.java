// The countries that there are.
package dev.semel.payout;

import java.util.Locale;
import java.util.Set;

/**
 * The countries that there are: the ISO 3166-1 alpha-2 codes that are assigned, as the Java runtime
 * lists them, and {@code XK}. ISO has assigned no code to Kosovo; money goes there under this one,
 * which the registry of IBANs and the BICs of its banks carry. What is only reserved ({@code UK},
 * {@code EU}) or retired ({@code AN}) is no country.
 */
final class Countries {
  private static final Set<String> CODES =
      Locale.getISOCountries(Locale.IsoCountryCode.PART1_ALPHA2);
  private static final String KOSOVO = "XK";

  private Countries() {}

  static boolean exists(String code) {
    return CODES.contains(code) || code.equals(KOSOVO);
  }
}
