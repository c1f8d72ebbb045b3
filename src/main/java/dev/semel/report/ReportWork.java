// What became of a wish to decide about a report.
package dev.semel.report;

import dev.semel.problem.ProblemException;

/** What became of a wish to decide about a report. */
sealed interface ReportWork {
  /** It was done, and so the report stands now. */
  record Done(ReportDossier.Found found) implements ReportWork {}

  /** A second person has to say so, too. */
  record Proposed(ReportDossier.Found found) implements ReportWork {}

  /** The report's status does not allow it. */
  record Conflict(ProblemException problem) implements ReportWork {}
}
