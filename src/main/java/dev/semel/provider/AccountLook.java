// What looks like an account number.
package dev.semel.provider;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Finds what looks like the number of an account, a card or a telephone: IBANs, long rows of
 * digits, and numbers with a plus, with or without separators. What is written in an unusual way
 * counts only when its check digits are right, so that ids and times stay readable.
 */
final class AccountLook {
  private static final String SEPARATOR = "[ \\u00A0.-]";

  static final Pattern PATTERN =
      Pattern.compile(
          "(?<![A-Za-z0-9])(?:"
              + "[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"
              + "|(?<iban>[A-Za-z]{2}[0-9]{2}(?:[A-Za-z0-9]{11,30}"
              + "|(?:"
              + SEPARATOR
              + "[A-Za-z0-9]{4}){2,7}(?:"
              + SEPARATOR
              + "[A-Za-z0-9]{1,3})?))"
              + "|(?:\\+|%2[Bb])[0-9](?:[ \\u00A0-]?[0-9]){7,14}"
              + "|[0-9]{12,19}"
              + "|(?<card>[0-9](?:[ \\u00A0-]?[0-9]){12,18})"
              + ")(?![A-Za-z0-9])");

  private static final Pattern LAST_GROUP = Pattern.compile(SEPARATOR + "[A-Za-z0-9]+$");
  private static final int SHORTEST_IBAN = 15;
  private static final BigInteger IBAN_MODULUS = BigInteger.valueOf(97);
  private static final int LUHN_MODULUS = 10;

  private AccountLook() {}

  /** The match as it may be seen. */
  static String masked(MatchResult match) {
    String found = match.group();
    if (match.group("iban") != null) {
      return maskedIban(found);
    }
    boolean card = match.group("card") != null;
    return card && !hasCheckDigitOfCard(found) ? found : Masking.keepLastFour(found);
  }

  /** A word that follows may look like its last group. */
  private static String maskedIban(String found) {
    String iban = found;
    while (KnownValue.plain(iban).length() >= SHORTEST_IBAN) {
      if (hasCheckDigitsOfIban(iban)) {
        return Masking.keepLastFour(iban) + found.substring(iban.length());
      }
      String shorter = LAST_GROUP.matcher(iban).replaceFirst("");
      if (shorter.equals(iban)) {
        return found;
      }
      iban = shorter;
    }
    return found;
  }

  private static boolean hasCheckDigitsOfIban(String text) {
    String plain = KnownValue.plain(text);
    String turned = plain.substring(4) + plain.substring(0, 4);
    StringBuilder digits = new StringBuilder();
    for (char c : turned.toUpperCase(Locale.ROOT).toCharArray()) {
      digits.append(Character.digit(c, Character.MAX_RADIX));
    }
    return new BigInteger(digits.toString()).mod(IBAN_MODULUS).equals(BigInteger.ONE);
  }

  private static boolean hasCheckDigitOfCard(String text) {
    String digits = KnownValue.plain(text);
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      int counted = i % 2 == 0 ? digit : digit * 2;
      sum += counted > 9 ? counted - 9 : counted;
    }
    return sum % LUHN_MODULUS == 0;
  }
}
