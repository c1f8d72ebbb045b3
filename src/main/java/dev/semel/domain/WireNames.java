package dev.semel.domain;

import java.util.Locale;

/**
 * How the constants of an enum are spelled on the wire and in the database: lower case, in
 * snake_case.
 */
public final class WireNames {
  private WireNames() {}

  /** The wire name of a constant, such as {@code submission_unknown}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The constant of a wire name. Only the exact lower-case spelling counts.
   *
   * @throws IllegalArgumentException when no constant of the enum has that name
   */
  public static <E extends Enum<E>> E parse(Class<E> type, String name) {
    for (E constant : type.getEnumConstants()) {
      if (of(constant).equals(name)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("no " + type.getSimpleName() + " is called '" + name + "'");
  }
}
