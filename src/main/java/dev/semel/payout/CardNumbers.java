// Recognises card numbers, which are never taken.
package dev.semel.payout;

import java.util.regex.Pattern;

/**
 * Recognises what looks like a payment card's number: 12 to 19 digits, spaced or not, whose check
 * digit fits.
 */
final class CardNumbers {
  private static final Pattern DIGITS = Pattern.compile("[0-9]{12,19}");

  private CardNumbers() {}

  static boolean looksLikeOne(String text) {
    String digits = text.replace(" ", "").replace("-", "");
    return DIGITS.matcher(digits).matches() && luhn(digits) % 10 == 0;
  }

  private static int luhn(String digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      int doubled = digit * 2;
      sum += i % 2 == 0 ? digit : doubled - (doubled > 9 ? 9 : 0);
    }
    return sum;
  }
}
