// Texts of the forms that the contract's patterns describe.
package dev.semel.testing.fuzz;

import com.github.curiousoddman.rgxgen.RgxGen;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Makes texts that fit a pattern. */
final class Patterns {

  private static final int TRIES = 20;
  private static final Map<String, Made> MADE = new ConcurrentHashMap<>();

  private record Made(RgxGen texts, Pattern pattern) {}

  private Patterns() {}

  /** A text that fits, nearly always: what a lookahead forbids is drawn again a few times. */
  static String text(String pattern, Dice dice) {
    Made made =
        MADE.computeIfAbsent(
            pattern,
            text -> new Made(RgxGen.parse(withoutLookaheads(text)), Pattern.compile(strict(text))));
    String text = made.texts().generate(dice.random());
    for (int i = 0; i < TRIES && !made.pattern().matcher(text).find(); i++) {
      text = made.texts().generate(dice.random());
    }
    return text;
  }

  /** Whether a text fits a pattern, to its very end. */
  static boolean fits(String pattern, String text) {
    return Pattern.compile(strict(pattern)).matcher(text).find();
  }

  /** In the contract's dialect {@code $} is the end; in Java's a line's end may follow. */
  private static String strict(String pattern) {
    return pattern.endsWith("$") ? pattern + "(?!\\n)" : pattern;
  }

  private static String withoutLookaheads(String pattern) {
    int start = pattern.indexOf("(?!");
    if (start < 0) {
      return pattern;
    }
    int depth = 0;
    int end = start;
    do {
      depth += pattern.charAt(end) == '(' ? 1 : pattern.charAt(end) == ')' ? -1 : 0;
      end++;
    } while (depth > 0);
    return withoutLookaheads(pattern.substring(0, start) + pattern.substring(end));
  }
}
