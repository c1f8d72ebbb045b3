// Text that does nothing to the terminal or the file that shows it.
package dev.semel.app;

/** Writes characters that are not seen, or that act on what shows them, as escapes. Pure. */
final class SafeText {

  private SafeText() {}

  /** The text with such characters as {@code \n}, {@code \r}, {@code \t} or a backslash, u, hex. */
  static String of(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(character -> append(safe, character));
    return safe.toString();
  }

  /** Whether a text has no such character. */
  static boolean isSafe(String text) {
    return text.codePoints().noneMatch(SafeText::isHidden);
  }

  private static void append(StringBuilder safe, int character) {
    switch (character) {
      case '\n' -> safe.append("\\n");
      case '\r' -> safe.append("\\r");
      case '\t' -> safe.append("\\t");
      default -> {
        if (isHidden(character)) {
          safe.append("\\u{").append(Integer.toHexString(character)).append('}');
        } else {
          safe.appendCodePoint(character);
        }
      }
    }
  }

  private static boolean isHidden(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }
}
