// Cuts texts that are too long for a partner.
package dev.semel.provider.file;

import java.text.BreakIterator;
import java.util.Locale;
import java.util.function.ToIntFunction;

/** Cuts texts that are too long for a partner. */
final class Cut {
  private Cut() {}

  /**
   * As much of a text as fits, cut only between what people see as characters: no letter loses its
   * mark, and no emoji a part.
   *
   * @param most how much fits
   * @param measure how long a text is for the partner
   */
  static String at(String text, int most, ToIntFunction<String> measure) {
    if (measure.applyAsInt(text) <= most) {
      return text;
    }
    BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
    characters.setText(text);
    int end = 0;
    for (int next = characters.next();
        next != BreakIterator.DONE && measure.applyAsInt(text.substring(0, next)) <= most;
        next = characters.next()) {
      end = next;
    }
    return text.substring(0, end).strip();
  }
}
