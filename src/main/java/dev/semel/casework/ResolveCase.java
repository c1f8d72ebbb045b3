// Closes a case with what was found.
package dev.semel.casework;

import dev.semel.security.Caller;
import dev.semel.security.TwoPeople;
import jakarta.inject.Singleton;

/**
 * Closes a case with what was found. It changes no payout: that is done, and seen, elsewhere. Where
 * much money is at risk, what one person says waits for a second one, who says so too.
 */
@Singleton
class ResolveCase {
  private final CaseDossier dossier;
  private final MoneyLimits limits;
  private final TwoPeople twoPeople;

  ResolveCase(CaseDossier dossier, MoneyLimits limits, TwoPeople twoPeople) {
    this.dossier = dossier;
    this.limits = limits;
    this.twoPeople = twoPeople;
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
    if (opsCase.isProposed()) {
      return confirm(caller, opsCase, resolution, note, reason);
    }
    if (limits.above(opsCase.risk())) {
      opsCase.propose(resolution, note, caller.actor(), dossier.now());
      return dossier.done(caller, opsCase, CaseEntry.Action.PROPOSED, note, reason);
    }
    opsCase.resolve(resolution, note, caller.actor(), dossier.now());
    return dossier.done(caller, opsCase, CaseEntry.Action.RESOLVED, note, reason);
  }

  private CaseWork confirm(
      Caller caller, OpsCase opsCase, String resolution, String note, String reason) {
    if (twoPeople.maybeOne(caller, String.valueOf(opsCase.proposedBy))) {
      return CaseDossier.conflict(
          opsCase,
          "It takes a second person to resolve this case: another credential than the first one's, of which neither made the other.");
    }
    if (!resolution.equals(opsCase.resolution)) {
      return CaseDossier.conflict(
          opsCase,
          "The first person found something else ("
              + opsCase.resolution
              + "). Send the same resolution, or reopen the case.");
    }
    opsCase.resolve(resolution, note, caller.actor(), dossier.now());
    return dossier.done(caller, opsCase, CaseEntry.Action.RESOLVED, note, reason);
  }
}
