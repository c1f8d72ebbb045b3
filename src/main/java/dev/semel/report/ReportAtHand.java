// What fetching a day's report came to.
package dev.semel.report;

/** What fetching a day's report came to. */
public sealed interface ReportAtHand {
  /** A report of the day that was read and counts. */
  record Usable(String reportId) implements ReportAtHand {}

  /** There is none to work with, for a reason that is a sentence for people. */
  record None(String reason) implements ReportAtHand {}
}
