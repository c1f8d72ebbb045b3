// Closes a case with what was found.
package dev.semel.casework;

import dev.semel.security.Caller;
import jakarta.inject.Singleton;

/** Closes a case with what was found. It changes no payout: that is done, and seen, elsewhere. */
@Singleton
class ResolveCase {
  private final CaseDossier dossier;

  ResolveCase(CaseDossier dossier) {
    this.dossier = dossier;
  }

  /**
   * Resolves the caller's case, in the open transaction.
   *
   * @param resolution what was found, in a word
   * @param note how one knows
   */
  CaseWork resolve(Caller caller, String id, String resolution, String note, String reason) {
    OpsCase opsCase = dossier.lock(caller, id);
    if (opsCase.isResolved()) {
      return CaseDossier.conflict(
          opsCase, "The case is resolved already. Reopen it to resolve it otherwise.");
    }
    opsCase.resolve(resolution, note, caller.actor(), dossier.now());
    return dossier.done(caller, opsCase, CaseEntry.Action.RESOLVED, note, reason);
  }
}
