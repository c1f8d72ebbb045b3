// Two people let a report be read that the gate keeps back.
package dev.semel.report;

import dev.semel.security.Caller;
import dev.semel.security.TwoPeople;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * Two people let a report be read that the gate keeps back. What one says waits for another, who
 * says so too; then it goes the way of one that was accepted. They answer for where it comes from,
 * and not for its content: what can't be read stays where it is.
 */
@Singleton
class ReleaseReport {
  private final ReportDossier dossier;
  private final QuarantineStore quarantine;
  private final DecisionStore decisions;
  private final TwoPeople twoPeople;
  private final QuarantineDesk desk;

  ReleaseReport(
      ReportDossier dossier,
      QuarantineStore quarantine,
      DecisionStore decisions,
      TwoPeople twoPeople,
      QuarantineDesk desk) {
    this.dossier = dossier;
    this.quarantine = quarantine;
    this.decisions = decisions;
    this.twoPeople = twoPeople;
    this.desk = desk;
  }

  /** Proposes the release of a report, or carries it out, in the open transaction. */
  ReportWork release(Caller caller, String id, String reason) {
    ReportView report = dossier.lock(caller, id);
    if (report.status() != StoredReport.Status.QUARANTINED) {
      return ReportDossier.notInQuarantine(report);
    }
    Optional<Long> held = quarantine.held(id);
    if (held.isEmpty() || !report.fault().map(QuarantineReason::canBeReleased).orElse(false)) {
      return ReportDossier.conflict(
          report,
          "The report passed the gate and can't be read: nobody can release that. Correct the provider's file and verify the report, or ask the provider for another one.");
    }
    if (!report.kept()) {
      return ReportDossier.conflict(
          report, "Its bytes are no longer kept. Ask the provider for the report again.");
    }
    if (report.proposal().isEmpty()) {
      quarantine.propose(id, caller.actor(), reason);
      dossier.did(caller, id, ReportAct.RELEASE_PROPOSED, reason);
      return new ReportWork.Proposed(dossier.read(caller, id));
    }
    if (twoPeople.maybeOne(caller, report.proposal().get().by())) {
      return ReportDossier.conflict(
          report,
          "It takes a second person to release this report: another credential than the first one's, of which neither made the other.");
    }
    return carriedOut(caller, id, held.get(), reason);
  }

  private ReportWork carriedOut(Caller caller, String id, long delivery, String reason) {
    decisions.mark(delivery, new GateDecision.Accept());
    decisions.admit(id, delivery);
    quarantine.putBack(id);
    dossier.did(caller, id, ReportAct.RELEASED, reason);
    desk.over(id, "Two people released it.");
    return new ReportWork.Done(dossier.read(caller, id));
  }
}
