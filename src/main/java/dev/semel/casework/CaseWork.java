// What became of a wish to work on a case.
package dev.semel.casework;

import dev.semel.problem.ProblemException;

/** What became of a wish to work on a case. */
sealed interface CaseWork {
  /** It was done, and so the case stands now. */
  record Done(CaseView view) implements CaseWork {}

  /** The case's status does not allow it. */
  record Conflict(ProblemException problem) implements CaseWork {}
}
