package dev.semel.provider.file;

import com.fasterxml.jackson.core.JsonPointer;
import java.time.ZoneId;
import java.util.Optional;

/**
 * Where a value is in an answer, and how it is written.
 *
 * @param at where
 * @param as how
 * @param optional whether it may be missing; what may not is promised by the file
 * @param zone whose clock a time without an offset is of
 */
public record ValueRead(JsonPointer at, As as, boolean optional, Optional<ZoneId> zone) {
  /** How a value is written. */
  public enum As {
    /** As itself: a decimal number, an RFC 3339 time, a text. */
    PLAIN,
    /** An amount as a whole number of minor units. */
    MINOR_UNITS,
    /** A time in seconds since 1970. */
    UNIX,
    /** A time in milliseconds since 1970. */
    UNIX_MS,
    /** A date with a time of day and no offset, such as 2026-11-30T10:00:00. */
    LOCAL_TIME,
    /** A date alone, such as 2026-11-30: some moment of that day. */
    DATE
  }
}
