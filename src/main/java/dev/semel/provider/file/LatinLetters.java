// Writes names in Latin letters without marks, for partners that take no others.
package dev.semel.provider.file;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes a text in visible ASCII. Only what keeps the name is done: a letter loses its mark, and
 * letters that Latin alphabets have besides are written by their usual ones. Other scripts are not
 * transcribed: how somebody is called in Latin letters is known to them and their bank, not to a
 * table.
 */
final class LatinLetters {
  private static final Map<Integer, String> WRITTEN =
      table(
          """
          ß ss ẞ SS æ ae Æ AE œ oe Œ OE ø o Ø O đ d Đ D ð d Ð D þ th Þ Th ł l Ł L ı i ħ h Ħ H ŋ n Ŋ N ĸ k ŧ t Ŧ T
          ə e Ə E ɛ e Ɛ E ɔ o Ɔ O ɖ d Ɖ D ɣ g Ɣ G ʋ v Ʋ V ɓ b Ɓ B ɗ d Ɗ D ƙ k Ƙ K ƴ y Ƴ Y ƒ f Ƒ F
          ‘ ' ’ ' ‛ ' ′ ' ʻ ' ʼ ' ʽ ' ‐ - ‑ - ‒ - – - — - ― - − - “ " ” " · .
          """);

  private LatinLetters() {}

  /** The text in visible ASCII and spaces; empty when a character can't be written so. */
  static Optional<String> of(String text) {
    StringBuilder written = new StringBuilder(text.length());
    boolean whole =
        Normalizer.normalize(text, Normalizer.Form.NFKD)
            .codePoints()
            .allMatch(point -> write(point, written));
    return whole ? Optional.of(written.toString()) : Optional.empty();
  }

  private static boolean write(int point, StringBuilder written) {
    String letters = WRITTEN.get(point);
    if (letters != null) {
      written.append(letters);
    } else if (point >= ' ' && point <= '~') {
      written.append((char) point);
    } else {
      int type = Character.getType(point);
      return type == Character.NON_SPACING_MARK || type == Character.FORMAT;
    }
    return true;
  }

  private static Map<Integer, String> table(String pairs) {
    String[] words = pairs.strip().split("\\s+", -1);
    Map<Integer, String> table = new HashMap<>();
    for (int i = 0; i < words.length; i += 2) {
      table.put(words[i].codePointAt(0), words[i + 1]);
    }
    return Map.copyOf(table);
  }
}
