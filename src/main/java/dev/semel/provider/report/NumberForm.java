// How a report writes numbers.
package dev.semel.provider.report;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;

/**
 * How a report writes decimal numbers. A text is read in exactly this form or not at all: no cell
 * is ever looked at to find out what its points and commas may mean.
 *
 * @param decimal the sign before the decimals, a point or a comma
 * @param thousands the sign between groups of three digits, where there is one
 * @param minus the ways in which a number below zero is written
 */
public record NumberForm(char decimal, Optional<Character> thousands, Set<Minus> minus) {
  /** A plain decimal number, such as {@code -125.50}. */
  public static final NumberForm PLAIN =
      new NumberForm('.', Optional.empty(), Set.of(Minus.LEADING));

  private static final int LONGEST = 40;
  private static final int GROUP = 3;
  private static final char MINUS_SIGN = '\u2212';

  /** How a number below zero is written. */
  public enum Minus {
    /** {@code -1.50} */
    LEADING,
    /** {@code 1.50-} */
    TRAILING,
    /** {@code (1.50)} */
    PARENTHESES,
    /** A leading U+2212, the sign that is no hyphen. */
    TYPOGRAPHIC
  }

  public NumberForm {
    minus = Set.copyOf(minus);
  }

  /** The number that a text is; empty when it is none in this form. */
  public Optional<BigDecimal> read(String text) {
    if (text.isEmpty() || text.length() > LONGEST) {
      return Optional.empty();
    }
    Optional<Minus> sign = signOf(text);
    if (sign.isPresent() && !minus.contains(sign.get())) {
      return Optional.empty();
    }
    int from = sign.isPresent() && sign.get() != Minus.TRAILING ? 1 : 0;
    int to = sign.filter(NumberForm::endsTheText).isPresent() ? text.length() - 1 : text.length();
    Optional<BigDecimal> size = unsigned(text, from, to);
    return sign.isPresent() ? size.map(BigDecimal::negate) : size;
  }

  private static boolean endsTheText(Minus sign) {
    return sign == Minus.TRAILING || sign == Minus.PARENTHESES;
  }

  private static Optional<Minus> signOf(String text) {
    char first = text.charAt(0);
    char last = text.charAt(text.length() - 1);
    if (first == '-') {
      return Optional.of(Minus.LEADING);
    }
    if (first == MINUS_SIGN) {
      return Optional.of(Minus.TYPOGRAPHIC);
    }
    if (last == '-') {
      return Optional.of(Minus.TRAILING);
    }
    return first == '(' && last == ')' ? Optional.of(Minus.PARENTHESES) : Optional.empty();
  }

  private Optional<BigDecimal> unsigned(String text, int from, int to) {
    int point = text.indexOf(decimal, from);
    int end = point < 0 || point >= to ? to : point;
    StringBuilder digits = new StringBuilder(to - from);
    if (!whole(text, from, end, digits)) {
      return Optional.empty();
    }
    if (end < to) {
      digits.append('.');
      if (end + 1 == to || !onlyDigits(text, end + 1, to, digits)) {
        return Optional.empty();
      }
    }
    return Optional.of(new BigDecimal(digits.toString()));
  }

  /**
   * The digits before the decimals: at least one, and in groups of three where they are grouped.
   */
  private boolean whole(String text, int from, int end, StringBuilder digits) {
    if (thousands.isEmpty() || text.indexOf(thousands.get(), from) < 0) {
      return end > from && onlyDigits(text, from, end, digits);
    }
    int group = text.indexOf(thousands.get(), from);
    int at = from;
    while (group >= 0 && group < end) {
      int length = group - at;
      boolean fits = at == from ? length >= 1 && length <= GROUP : length == GROUP;
      if (!fits || !onlyDigits(text, at, group, digits)) {
        return false;
      }
      at = group + 1;
      group = text.indexOf(thousands.get(), at);
    }
    boolean ungrouped = at == from;
    return (ungrouped ? end > from : end - at == GROUP) && onlyDigits(text, at, end, digits);
  }

  private static boolean onlyDigits(String text, int from, int to, StringBuilder digits) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return false;
      }
    }
    digits.append(text, from, to);
    return true;
  }
}
