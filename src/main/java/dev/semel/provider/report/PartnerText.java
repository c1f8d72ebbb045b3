// Texts of a partner, and what in them is no name at all.
package dev.semel.provider.report;

import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Looks at texts of a report. */
final class PartnerText {
  /** What stands where a reference should, and says that there is none; without its punctuation. */
  private static final Set<String> NO_REFERENCE =
      Set.of(
          "NOTPROVIDED",
          "NOTPROVIDEDE2E",
          "NOTAVAILABLE",
          "NOTAPPLICABLE",
          "NOREFERENCE",
          "NONREF",
          "NOREF",
          "NONE",
          "NULL",
          "NIL",
          "NA",
          "UNKNOWN",
          "UNDEFINED",
          "EMPTY",
          "NICHTANGEGEBEN",
          "NICHTVERFUEGBAR",
          "KEINE",
          "KEINEREFERENZ");

  private PartnerText() {}

  /** A text without the spaces and tabs around it; itself where there are none. */
  static String bare(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isSpace(text.charAt(from))) {
      from++;
    }
    while (to > from && isSpace(text.charAt(to - 1))) {
      to--;
    }
    return from == 0 && to == text.length() ? text : text.substring(from, to);
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  /** Whether a text holds what can't be kept and is no text of anybody. */
  static boolean isBroken(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || c == '\uFFFD') {
        return true;
      }
    }
    return false;
  }

  /** A name, or nothing where it says that there is none. */
  static Optional<String> name(String text) {
    String bare = bare(text);
    StringBuilder letters = new StringBuilder(bare.length());
    boolean says = false;
    for (int i = 0; i < bare.length(); i++) {
      char c = bare.charAt(i);
      if (Character.isLetterOrDigit(c)) {
        letters.append(c);
        says |= c != '0';
      }
    }
    boolean none = !says || NO_REFERENCE.contains(letters.toString().toUpperCase(Locale.ROOT));
    return none ? Optional.empty() : Optional.of(bare);
  }

  /**
   * A name that can be kept.
   *
   * @throws ReportRefusedException when it is too long to be one
   */
  static Optional<String> keptName(String text, ReportPlace place) throws ReportRefusedException {
    Optional<String> name = name(text);
    if (name.isPresent() && name.get().length() > Limits.NAME) {
      throw new ReportRefusedException(
          place, "a reference or an id of over " + Limits.NAME + " characters can't be one");
    }
    return name;
  }

  /** An explanation for people, not longer than is kept. */
  static Optional<String> explanation(String text) {
    String bare = bare(text);
    if (bare.isEmpty()) {
      return Optional.empty();
    }
    int end = Math.min(bare.length(), Limits.TEXT);
    boolean inACharacter = end < bare.length() && Character.isHighSurrogate(bare.charAt(end - 1));
    return Optional.of(bare.substring(0, inACharacter ? end - 1 : end));
  }
}
