// Opens a resolved case again.
package dev.semel.casework;

import dev.semel.security.Caller;
import jakarta.inject.Singleton;

/** Opens a case again that is resolved, or whose resolution waits for a second person. */
@Singleton
class ReopenCase {
  private final CaseDossier dossier;

  ReopenCase(CaseDossier dossier) {
    this.dossier = dossier;
  }

  /** Reopens the caller's case, in the open transaction. */
  CaseWork reopen(Caller caller, String id, String reason) {
    OpsCase opsCase = dossier.lock(caller, id);
    if (!opsCase.isResolved() && !opsCase.isProposed()) {
      return CaseDossier.conflict(
          opsCase, "The case is not resolved, so there is nothing to reopen.");
    }
    opsCase.reopen();
    return dossier.done(caller, opsCase, CaseEntry.Action.REOPENED, reason, reason);
  }
}
