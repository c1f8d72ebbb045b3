// When a server that is busy wants to be asked again.
package dev.semel.domain;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The header {@code Retry-After} of an answer: seconds, or a time in any of the three forms of RFC
 * 9110. A time is judged against the time at which the partner says that it wrote the answer
 * ({@code Date}), so that neither its clock nor ours matters; where it does not say, the time
 * stands for itself, for the database to judge. Of several values the one that asks for the most
 * patience counts; what can't be read says nothing.
 *
 * @param pause how long the partner asks to wait, counted from its answer
 * @param at until when it asks to wait, where it did not say when it answered
 */
public record RetryAfter(Optional<Duration> pause, Optional<Instant> at) {
  /** Nothing is asked for. */
  public static final RetryAfter NOTHING = new RetryAfter(Optional.empty(), Optional.empty());

  private static final Duration LONGEST = Duration.ofDays(1);
  private static final int MOST_VALUES = 8;
  private static final int LONGEST_VALUE = 256;
  private static final int MOST_DIGITS = 9;
  private static final Duration BEYOND_COUNTING = Duration.ofSeconds(1_000_000_000);

  /** Some partners send parts of a second; they are rounded up. */
  private static final Pattern SECONDS = Pattern.compile("0*([0-9]*)(?:\\.([0-9]+))?");

  private static final Pattern WEEKDAY =
      Pattern.compile(
          "(?:Mon|Tue(?:s)?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?",
          Pattern.CASE_INSENSITIVE);

  /** Year 26 is 2026: nobody asks for patience until the last century. */
  private static final DateTimeFormatter RFC_850 =
      DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.US);

  private static final DateTimeFormatter ASCTIME =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.US);

  private static final List<Function<String, Instant>> TIMES =
      List.of(
          text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant(),
          text -> LocalDateTime.parse(text, RFC_850).toInstant(ZoneOffset.UTC),
          text -> LocalDateTime.parse(text, ASCTIME).toInstant(ZoneOffset.UTC));

  /**
   * What an answer says.
   *
   * @param headers its headers, names in lower case
   */
  public static RetryAfter of(Map<String, List<String>> headers) {
    Optional<Instant> answeredAt = answeredAt(headers);
    RetryAfter most = NOTHING;
    for (String value : members(headers.getOrDefault("retry-after", List.of()))) {
      Optional<Instant> time = time(value);
      Optional<Duration> since =
          time.flatMap(at -> answeredAt.map(from -> atLeastNone(Duration.between(from, at))));
      most =
          new RetryAfter(
              longer(most.pause, seconds(value).or(() -> since)),
              longer(most.at, answeredAt.isPresent() ? Optional.empty() : time));
    }
    return most;
  }

  /**
   * The least pause that it asks for, at most a day; empty where it asks for none.
   *
   * @param now the moment of the decision, by the database's clock
   */
  public Optional<Duration> leastPause(Instant now) {
    return Stream.concat(pause.stream(), at.map(until -> Duration.between(now, until)).stream())
        .map(asked -> asked.isNegative() ? Duration.ZERO : asked)
        .map(asked -> asked.compareTo(LONGEST) > 0 ? LONGEST : asked)
        .max(Comparator.naturalOrder());
  }

  /** When the partner says that it wrote an answer, where it says so. */
  public static Optional<Instant> answeredAt(Map<String, List<String>> headers) {
    return headers.getOrDefault("date", List.of()).stream()
        .map(String::strip)
        .flatMap(value -> time(value).stream())
        .findFirst();
  }

  /** The values, those of a list one by one; the comma behind a weekday divides nothing. */
  private static List<String> members(List<String> values) {
    List<String> members = new ArrayList<>();
    for (String value : values) {
      String weekday = "";
      String shortened = value.length() > LONGEST_VALUE ? "" : value;
      for (String part : shortened.split(",", -1)) {
        String stripped = part.strip();
        if (WEEKDAY.matcher(stripped).matches()) {
          weekday = stripped + ", ";
        } else {
          members.add(weekday + stripped);
          weekday = "";
        }
      }
    }
    return members.subList(0, Math.min(members.size(), MOST_VALUES));
  }

  private static Optional<Duration> seconds(String value) {
    Matcher matcher = SECONDS.matcher(value);
    if (value.isEmpty() || value.startsWith(".") || !matcher.matches()) {
      return Optional.empty();
    }
    String whole = matcher.group(1);
    if (whole.length() > MOST_DIGITS) {
      return Optional.of(BEYOND_COUNTING);
    }
    long seconds = whole.isEmpty() ? 0 : Long.parseLong(whole);
    String parts = Optional.ofNullable(matcher.group(2)).orElse("");
    boolean more = parts.chars().anyMatch(digit -> digit != '0');
    return Optional.of(Duration.ofSeconds(more ? seconds + 1 : seconds));
  }

  private static Optional<Instant> time(String value) {
    for (Function<String, Instant> form : TIMES) {
      try {
        return Optional.of(form.apply(value));
      } catch (DateTimeException e) {
        // Not in this form; perhaps in the next.
      }
    }
    return Optional.empty();
  }

  private static Duration atLeastNone(Duration wait) {
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  private static <T extends Comparable<? super T>> Optional<T> longer(
      Optional<T> one, Optional<T> other) {
    return other.filter(o -> one.isEmpty() || o.compareTo(one.get()) > 0).or(() -> one);
  }
}
