// Texts of a partner, as they can be kept.
package dev.semel.provider.file;

import com.fasterxml.jackson.databind.JsonNode;

/** Texts of a partner, as they can be kept. */
final class Texts {
  private Texts() {}

  /**
   * A value as text. PostgreSQL holds no NUL and UTF-8 no half of a surrogate pair: both become
   * U+FFFD, so that an answer that has one is recorded like any other and not asked for again for
   * ever.
   */
  static String of(JsonNode value) {
    String text = value.asText();
    StringBuilder kept = new StringBuilder(text.length());
    text.codePoints()
        .map(point -> point == 0 || isHalf(point) ? '\uFFFD' : point)
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }

  private static boolean isHalf(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }
}
