// How a report writes times.
package dev.semel.provider.report;

import dev.semel.provider.NoSuchDayException;
import dev.semel.provider.UnreadableMessageException;
import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a report writes dates and times. A date alone is the last moment of that day, because what
 * happened on it had happened by then. What is finer than a microsecond is dropped and never
 * rounded up, which might make it the next day's.
 */
public final class TimeForm {
  /** Dates and times as ISO 8601 and XML have them, with an offset or without. */
  public static final TimeForm ISO =
      new TimeForm(
          new DateTimeFormatterBuilder()
              .append(DateTimeFormatter.ISO_LOCAL_DATE)
              .optionalStart()
              .appendLiteral('T')
              .append(DateTimeFormatter.ISO_LOCAL_TIME)
              .optionalEnd()
              .optionalStart()
              .appendOffset("+HH:MM", "Z")
              .optionalEnd()
              .toFormatter(Locale.ROOT)
              .withResolverStyle(ResolverStyle.STRICT));

  private static final Pattern LETTERS = Pattern.compile("[uyMdHhmsSaXxZ]");
  private static final Pattern SOUND =
      Pattern.compile("(?:[uyMdHhmsSaXxZ]|[ .,:/_-]|'[A-Za-z ]{1,8}')+");
  private static final int LONGEST = 64;
  private static final int MONTHS = 12;
  private static final int LONGEST_MONTH = 31;

  private final DateTimeFormatter formatter;

  private TimeForm(DateTimeFormatter formatter) {
    this.formatter = formatter;
  }

  /**
   * The form of a pattern such as {@code dd.MM.yyyy HH:mm:ss}.
   *
   * @return empty when it is no pattern, or one that leaves out the day, the month or the year
   */
  public static Optional<TimeForm> of(String pattern) {
    boolean dated = pattern.contains("d") && pattern.contains("M") && pattern.matches(".*[uy].*");
    if (pattern.length() > LONGEST || !SOUND.matcher(pattern).matches() || !dated) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new TimeForm(
              new DateTimeFormatterBuilder()
                  .appendPattern(yearsWithoutEras(pattern))
                  .toFormatter(Locale.ENGLISH)
                  .withResolverStyle(ResolverStyle.STRICT)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Strict reading wants an era with {@code y}, which no report has. */
  private static String yearsWithoutEras(String pattern) {
    StringBuilder strict = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      quoted ^= c == '\'';
      boolean letter = !quoted && LETTERS.matcher(String.valueOf(c)).matches();
      strict.append(letter && c == 'y' ? 'u' : c);
    }
    return strict.toString();
  }

  /**
   * The moment that a text names.
   *
   * @param what what to call it
   * @param zone whose clock it is of, where it has no offset
   * @throws NoSuchDayException when it is written well and the calendar has no such day
   * @throws UnreadableMessageException when it is not written in this form
   */
  public Instant read(String what, String text, ZoneId zone) throws UnreadableMessageException {
    return read(what, text, zone, true);
  }

  /** The first moment of what a text names: of a date alone, the first of that day. */
  public Instant readFirst(String what, String text, ZoneId zone)
      throws UnreadableMessageException {
    return read(what, text, zone, false);
  }

  private Instant read(String what, String text, ZoneId zone, boolean end)
      throws UnreadableMessageException {
    try {
      if (text.length() > LONGEST) {
        throw new DateTimeException("too long for a time");
      }
      return momentOf(formatter.parse(text), zone, end);
    } catch (DateTimeException | ArithmeticException e) {
      if (text.length() <= LONGEST && namesNoDay(text)) {
        throw new NoSuchDayException("its " + what + " is a day that the calendar does not have");
      }
      throw new UnreadableMessageException(
          "its " + what + " is not a time as the provider's file says");
    }
  }

  private static Instant momentOf(TemporalAccessor parsed, ZoneId zone, boolean end) {
    LocalDate day = LocalDate.from(parsed);
    @Nullable LocalTime time = parsed.query(TemporalQueries.localTime());
    @Nullable ZoneOffset offset = parsed.query(TemporalQueries.offset());
    ZoneId of = offset == null ? zone : offset;
    if (time == null) {
      return end
          ? day.plusDays(1).atStartOfDay(of).toInstant().minus(1, ChronoUnit.MICROS)
          : day.atStartOfDay(of).toInstant();
    }
    return LocalDateTime.of(day, time).atZone(of).toInstant().truncatedTo(ChronoUnit.MICROS);
  }

  private boolean namesNoDay(String text) {
    try {
      ParsePosition at = new ParsePosition(0);
      @Nullable TemporalAccessor fields = formatter.parseUnresolved(text, at);
      return fields != null
          && at.getErrorIndex() < 0
          && at.getIndex() == text.length()
          && within(fields, ChronoField.DAY_OF_MONTH, LONGEST_MONTH)
          && within(fields, ChronoField.MONTH_OF_YEAR, MONTHS);
    } catch (DateTimeException e) {
      // Even this throws, for an offset of 53 hours.
      return false;
    }
  }

  private static boolean within(TemporalAccessor fields, ChronoField field, int most) {
    return fields.isSupported(field) && fields.getLong(field) >= 1 && fields.getLong(field) <= most;
  }
}
