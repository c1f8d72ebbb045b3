package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;

/**
 * Where a value is in an answer, and how it is written.
 *
 * @param at where
 * @param as how
 * @param optional whether it may be missing; what may not is promised by the file
 */
public record ValueRead(JsonPointer at, As as, boolean optional) {
  /** How a value is written. */
  public enum As {
    /** As itself: a decimal number, an RFC 3339 time, a text. */
    PLAIN,
    /** An amount as a whole number of minor units. */
    MINOR_UNITS,
    /** A time in seconds since 1970. */
    UNIX,
    /** A time in milliseconds since 1970. */
    UNIX_MS
  }
}
