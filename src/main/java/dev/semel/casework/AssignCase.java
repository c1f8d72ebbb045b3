// Gives a case to a person.
package dev.semel.casework;

import dev.semel.security.Caller;
import jakarta.inject.Singleton;

/** Gives a case to a person, or to another one. A resolved case has to be reopened first. */
@Singleton
class AssignCase {
  private final CaseDossier dossier;

  AssignCase(CaseDossier dossier) {
    this.dossier = dossier;
  }

  /** Gives the caller's case to a person, in the open transaction. */
  CaseWork assign(Caller caller, String id, String assignee, String reason) {
    OpsCase opsCase = dossier.lock(caller, id);
    if (opsCase.isResolved() || opsCase.isProposed()) {
      return CaseDossier.conflict(
          opsCase, "The case is resolved. Reopen it before you give it to somebody.");
    }
    opsCase.assignTo(assignee);
    return dossier.done(
        caller, opsCase, CaseEntry.Action.ASSIGNED, "To " + assignee + ". " + reason, reason);
  }
}
