// How soon a case of each kind has to be dealt with.
package dev.semel.casework;

import dev.semel.domain.CaseKind;
import java.time.Duration;

/**
 * How soon a case has to be dealt with: hours where money is at risk, days elsewhere.
 *
 * @param severity how bad it is
 * @param within how long after its opening somebody should have dealt with it
 */
record Urgency(Severity severity, Duration within) {
  private static final Duration HOURS = Duration.ofHours(4);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration DAYS = Duration.ofDays(3);

  static Urgency of(CaseKind kind) {
    return switch (kind) {
      case DUPLICATE_AT_PROVIDER, THEIRS_NOT_OURS, NEVER_SUBMITTED ->
          new Urgency(Severity.CRITICAL, HOURS);
      case SUBMISSION_UNRESOLVED, CONTRADICTION -> new Urgency(Severity.HIGH, HOURS);
      case TERMS_DIFFER, AMOUNT_DIFFERS, CURRENCY_DIFFERS, STATUS_DIFFERS, UNKNOWN_RETURN ->
          new Urgency(Severity.HIGH, DAY);
      case OURS_NOT_THEIRS, UNMATCHED_MONEY, REPORT_MISSING, JOB_FAILED ->
          new Urgency(Severity.MEDIUM, DAY);
      case UNMATCHED_EVENT -> new Urgency(Severity.MEDIUM, DAYS);
      case REPORT_GAP -> new Urgency(Severity.LOW, DAYS);
    };
  }
}
