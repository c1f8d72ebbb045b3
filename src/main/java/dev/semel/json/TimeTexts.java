// How instants, dates and durations are read from text.
package dev.semel.json;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads instants, dates and durations, strictly. */
public final class TimeTexts {

  /** What to send for an instant. */
  public static final String WANTED_INSTANT =
      "Send an RFC 3339 instant with an offset and six decimals at most, such as"
          + " 2026-11-30T10:00:00Z.";

  /** What to send for a date. */
  public static final String WANTED_DATE = "Send an ISO 8601 date, such as 2026-11-30.";

  /** What to send for a duration. */
  public static final String WANTED_DURATION =
      "Send an ISO 8601 duration in days, hours, minutes and seconds, such as PT24H.";

  private static final Pattern DURATION =
      Pattern.compile(
          "P(?=[0-9T])([0-9]{1,5}D)?(T(?=[0-9])([0-9]{1,6}H)?([0-9]{1,7}M)?([0-9]{1,9}S)?)?");
  private static final Pattern INSTANT =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?"
              + "(Z|[+-][0-9]{2}:[0-9]{2})");
  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant BEYOND = Instant.parse("+10000-01-01T00:00:00Z");

  private TimeTexts() {}

  /**
   * The instant that an RFC 3339 text names, or empty when it is none, or finer than a microsecond.
   */
  public static Optional<Instant> instant(String text) {
    if (!INSTANT.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant())
          .filter(TimeTexts::hasFourDigitYear);
    } catch (DateTimeException e) {
      // The form is right and the calendar has no such day or time.
      return Optional.empty();
    }
  }

  /**
   * An offset can move an instant out of the years that RFC 3339 can write, and neither
   * PostgreSQL's calendar nor people's has a year 0.
   */
  private static boolean hasFourDigitYear(Instant instant) {
    return !instant.isBefore(FIRST) && instant.isBefore(BEYOND);
  }

  /** The date that an ISO 8601 text names, or empty when it is none. */
  public static Optional<LocalDate> date(String text) {
    if (!DATE.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(LocalDate.parse(text)).filter(date -> date.getYear() > 0);
    } catch (DateTimeException e) {
      // The calendar has no such day.
      return Optional.empty();
    }
  }

  /** The duration that an ISO 8601 text names, in whole seconds, or empty when it is none. */
  public static Optional<Duration> duration(String text) {
    return DURATION.matcher(text).matches() ? Optional.of(Duration.parse(text)) : Optional.empty();
  }
}
