// Adds what somebody has to say to a case.
package dev.semel.casework;

import dev.semel.security.Caller;
import jakarta.inject.Singleton;

/** Adds what somebody has to say to a case, in any status. */
@Singleton
class CommentCase {
  private final CaseDossier dossier;

  CommentCase(CaseDossier dossier) {
    this.dossier = dossier;
  }

  /** Comments on the caller's case, in the open transaction. */
  CaseWork comment(Caller caller, String id, String comment, String reason) {
    OpsCase opsCase = dossier.lock(caller, id);
    return dossier.done(caller, opsCase, CaseEntry.Action.COMMENTED, comment, reason);
  }
}
