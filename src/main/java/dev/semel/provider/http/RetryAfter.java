package dev.semel.provider.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The header {@code Retry-After}: seconds, or a time. */
final class RetryAfter {
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  private RetryAfter() {}

  /**
   * How long the partner asks to wait, at most a day; empty when it does not say or says it badly.
   *
   * @param values the values of the header
   * @param now the moment of the answer
   */
  static Optional<Duration> of(List<String> values, Instant now) {
    return values.stream()
        .findFirst()
        .map(String::strip)
        .flatMap(value -> read(value, now))
        .map(wait -> wait.isNegative() ? Duration.ZERO : wait)
        .map(wait -> wait.compareTo(LONGEST) > 0 ? LONGEST : wait);
  }

  private static Optional<Duration> read(String value, Instant now) {
    if (SECONDS.matcher(value).matches()) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
    }
    try {
      ZonedDateTime at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME);
      return Optional.of(Duration.between(now, at.toInstant()));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
