// Spans of time for people.
package dev.semel.app.conformance;

import java.time.Duration;

/** Writes spans of time for people. */
final class Words {
  private Words() {}

  /** A span in its two largest units: {@code 2 d 3 h}. */
  static String span(Duration span) {
    if (span.toDays() > 0) {
      return span.toDays() + " d" + rest(span.toHoursPart(), "h");
    }
    if (span.toHours() > 0) {
      return span.toHours() + " h" + rest(span.toMinutesPart(), "min");
    }
    if (span.toMinutes() > 0) {
      return span.toMinutes() + " min" + rest(span.toSecondsPart(), "s");
    }
    return span.toSeconds() + " s";
  }

  private static String rest(int count, String unit) {
    return count == 0 ? "" : " " + count + " " + unit;
  }
}
