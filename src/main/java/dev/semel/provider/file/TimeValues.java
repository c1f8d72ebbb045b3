// Reads the times of a partner.
package dev.semel.provider.file;

import dev.semel.provider.NoSuchDayException;
import dev.semel.provider.UnreadableMessageException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the times of a partner, in any number of decimals; of what is finer than a microsecond the
 * rest is dropped and never rounded up, which might make it the next day's.
 */
final class TimeValues {
  private static final Pattern DAY = Pattern.compile("(\\d{4})-(\\d{2})-(\\d{2})(T.*)?");
  private static final Pattern OFFSET_WITHOUT_COLON = Pattern.compile("(T.*[+-]\\d{2})(\\d{2})");
  private static final int MONTHS = 12;
  private static final int LONGEST_MONTH = 31;

  private TimeValues() {}

  /**
   * The moment that a text names.
   *
   * @param name what to call it
   * @throws NoSuchDayException when it is written well and the calendar has no such day
   * @throws UnreadableMessageException when it is not written as the file says
   */
  static Instant of(String name, String text, ValueRead.As as, Optional<ZoneId> zone)
      throws UnreadableMessageException {
    try {
      return read(text, as, zone.orElse(ZoneOffset.UTC)).truncatedTo(ChronoUnit.MICROS);
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      if (namesNoDay(text)) {
        throw new NoSuchDayException("its " + name + " is a day that the calendar does not have");
      }
      throw new UnreadableMessageException("its " + name + " is not a time as the file says");
    }
  }

  private static Instant read(String text, ValueRead.As as, ZoneId zone) {
    return switch (as) {
      case UNIX -> Instant.ofEpochSecond(Long.parseLong(text));
      case UNIX_MS -> Instant.ofEpochMilli(Long.parseLong(text));
      case LOCAL_TIME -> LocalDateTime.parse(text).atZone(zone).toInstant();
      case DATE -> endOf(LocalDate.parse(text), zone);
      case PLAIN, MINOR_UNITS -> OffsetDateTime.parse(withColon(text)).toInstant();
    };
  }

  /** Some partners write an offset as +0000, which ISO 8601 has in another form of the time. */
  private static String withColon(String text) {
    Matcher offset = OFFSET_WITHOUT_COLON.matcher(text);
    return offset.find() && offset.end() == text.length()
        ? text.substring(0, offset.start(2)) + ":" + offset.group(2)
        : text;
  }

  /** The last moment of a day: what happened on it had happened by then. */
  private static Instant endOf(LocalDate day, ZoneId zone) {
    return day.plusDays(1).atStartOfDay(zone).toInstant().minus(1, ChronoUnit.MICROS);
  }

  private static boolean namesNoDay(String text) {
    Matcher day = DAY.matcher(text);
    if (!day.matches()) {
      return false;
    }
    int month = Integer.parseInt(day.group(2));
    int number = Integer.parseInt(day.group(3));
    return month >= 1
        && month <= MONTHS
        && number >= 1
        && number <= LONGEST_MONTH
        && !YearMonth.of(Integer.parseInt(day.group(1)), month).isValidDay(number);
  }
}
