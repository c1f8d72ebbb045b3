// Has a report in quarantine checked and read anew.
package dev.semel.report;

import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * Has a report in quarantine checked and read anew, from the bytes that are kept: once a key, a
 * setting or the provider's file is mended. It is put back, and goes the way of one that has just
 * come.
 */
@Singleton
class VerifyReport {
  private final ReportDossier dossier;
  private final QuarantineStore quarantine;

  VerifyReport(ReportDossier dossier, QuarantineStore quarantine) {
    this.dossier = dossier;
    this.quarantine = quarantine;
  }

  /** Puts a report back, in the open transaction. */
  ReportWork verify(Caller caller, String id, String reason) {
    ReportView report = dossier.lock(caller, id);
    if (report.status() != StoredReport.Status.QUARANTINED) {
      return ReportDossier.notInQuarantine(report);
    }
    if (!report.kept()) {
      return ReportDossier.conflict(
          report, "Its bytes are no longer kept. Ask the provider for the report again.");
    }
    boolean byTheGate = report.fault().filter(QuarantineReason::canBeReleased).isPresent();
    Optional<Long> held = byTheGate ? quarantine.held(id) : Optional.empty();
    held.ifPresent(quarantine::undecide);
    quarantine.putBack(id);
    dossier.did(caller, id, ReportAct.VERIFY_ASKED, reason);
    return new ReportWork.Done(dossier.read(caller, id));
  }
}
