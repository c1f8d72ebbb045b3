// A provider's business date.
package dev.semel.reconciliation;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * A provider's business date, from midnight to midnight in the provider's time zone.
 *
 * @param provider the provider
 * @param date the day
 * @param zone the provider's time zone
 */
record Day(String provider, LocalDate date, ZoneId zone) {
  /** How many days a run looks back for what earlier ones found too young. */
  static final int BACK = 14;

  static final Duration LOOK_BACK = Duration.ofDays(BACK);

  Instant start() {
    return date.atStartOfDay(zone).toInstant();
  }

  Instant end() {
    return date.plusDays(1).atStartOfDay(zone).toInstant();
  }
}
