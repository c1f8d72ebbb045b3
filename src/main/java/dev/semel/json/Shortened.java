// Shortens texts without taking a character apart.
package dev.semel.json;

/** Shortens texts of others to what can be kept or shown. */
public final class Shortened {
  private Shortened() {}

  /**
   * The beginning of a text, or all of it. No character is taken apart: half of one could be
   * neither kept nor sent.
   *
   * @param most how many UTF-16 units at most
   */
  public static String to(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    boolean splits =
        Character.isHighSurrogate(text.charAt(most - 1))
            && Character.isLowSurrogate(text.charAt(most));
    return text.substring(0, splits ? most - 1 : most);
  }
}
