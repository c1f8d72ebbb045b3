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

  /**
   * Of a case of a kind.
   *
   * @param much whether so much money is at risk that it takes two people to resolve it
   */
  static Urgency of(CaseKind kind, boolean much) {
    Urgency usual = usual(kind);
    return much ? usual.raised() : usual;
  }

  /** One step worse, and to be dealt with within hours from the second worst on. */
  private Urgency raised() {
    return switch (severity) {
      case LOW -> new Urgency(Severity.MEDIUM, DAY);
      case MEDIUM -> new Urgency(Severity.HIGH, HOURS);
      case HIGH, CRITICAL -> new Urgency(Severity.CRITICAL, HOURS);
    };
  }

  private static Urgency usual(CaseKind kind) {
    return switch (kind) {
      case DUPLICATE_AT_PROVIDER, THEIRS_NOT_OURS, NEVER_SUBMITTED ->
          new Urgency(Severity.CRITICAL, HOURS);
      case SUBMISSION_UNRESOLVED, CONTRADICTION -> new Urgency(Severity.HIGH, HOURS);
      case TERMS_DIFFER, AMOUNT_DIFFERS, CURRENCY_DIFFERS, STATUS_DIFFERS, UNKNOWN_RETURN ->
          new Urgency(Severity.HIGH, DAY);
      case OURS_NOT_THEIRS, UNMATCHED_MONEY, REPORT_MISSING, REPORT_QUARANTINED, JOB_FAILED ->
          new Urgency(Severity.MEDIUM, DAY);
      case UNMATCHED_EVENT -> new Urgency(Severity.MEDIUM, DAYS);
      case REPORT_GAP -> new Urgency(Severity.LOW, DAYS);
    };
  }
}
