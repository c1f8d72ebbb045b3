// How the constants of an enum are spelled in JSON and on the command line: lower case, as they
// are.
package dev.semel.simulator;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Translates between an enum's constants and their words on the wire. */
final class Words {

  private Words() {}

  /** The word for a constant: {@code GATEWAY_TIMEOUT} is {@code gateway_timeout}. */
  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The constant for a word.
   *
   * @throws IllegalArgumentException when no constant has this word; the message lists those there
   *     are
   */
  static <E extends Enum<E>> E parse(Class<E> type, String word) {
    for (E constant : type.getEnumConstants()) {
      if (of(constant).equals(word)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "'%s' is none of %s"
            .formatted(
                word,
                Arrays.stream(type.getEnumConstants())
                    .map(Words::of)
                    .collect(Collectors.joining(", "))));
  }
}
