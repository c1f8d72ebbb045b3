// Which characters a name or a reference may hold.
package dev.semel.json;

/**
 * A text of one line that people read and providers are sent: a name, a reference. Every script is
 * welcome. Refused is what can't be seen and changes what is: controls, line breaks, marks that
 * turn the direction of the text around them, invisible spaces, and the sign that stands where a
 * character was lost before it came here. Joiners are kept, because Persian, Indic names and emoji
 * are spelled with them, and so are the marks of direction that move nothing else.
 */
final class PlainLine {
  private static final int REPLACEMENT = 0xFFFD;
  private static final int NEXT_OF_PLANE = 0xFFFE;

  private PlainLine() {}

  /** Whether all characters of a text may stand in a line. */
  static boolean isOne(String text) {
    return text.codePoints().allMatch(PlainLine::mayStand);
  }

  private static boolean mayStand(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> !turnsDirection(point) && !isInvisible(point) && !isNone(point);
    };
  }

  /** Embeddings, overrides and isolates; they can make a name look like another. */
  private static boolean turnsDirection(int point) {
    return (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
  }

  /** Zero-width spaces, invisible operators, annotation marks and the mark of byte order. */
  private static boolean isInvisible(int point) {
    return point == 0x200B
        || (point >= 0x2060 && point <= 0x2064)
        || (point >= 0x206A && point <= 0x206F)
        || point == 0xFEFF
        || (point >= 0xFFF9 && point <= 0xFFFB);
  }

  /** A lost character, or a code point that is none. */
  private static boolean isNone(int point) {
    return point == REPLACEMENT
        || (point & NEXT_OF_PLANE) == NEXT_OF_PLANE
        || (point >= 0xFDD0 && point <= 0xFDEF);
  }

  /** Whether a text shows nothing: only spaces of any width, joiners and other unseen marks. */
  static boolean showsNothing(String text) {
    return text.codePoints()
        .allMatch(
            point ->
                Character.isWhitespace(point)
                    || Character.isSpaceChar(point)
                    || Character.getType(point) == Character.FORMAT
                    || Character.getType(point) == Character.CONTROL);
  }
}
