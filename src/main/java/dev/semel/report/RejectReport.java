// Refuses a report in quarantine for good.
package dev.semel.report;

import dev.semel.security.Caller;
import jakarta.inject.Singleton;

/** Refuses a report in quarantine for good: its bytes never count, however they come again. */
@Singleton
class RejectReport {
  private final ReportDossier dossier;
  private final QuarantineStore quarantine;
  private final QuarantineDesk desk;

  RejectReport(ReportDossier dossier, QuarantineStore quarantine, QuarantineDesk desk) {
    this.dossier = dossier;
    this.quarantine = quarantine;
    this.desk = desk;
  }

  /** Rejects a report, in the open transaction. */
  ReportWork reject(Caller caller, String id, String reason) {
    ReportView report = dossier.lock(caller, id);
    if (report.status() != StoredReport.Status.QUARANTINED) {
      return ReportDossier.notInQuarantine(report);
    }
    quarantine.reject(id, reason);
    dossier.did(caller, id, ReportAct.REJECTED, reason);
    desk.over(id, "A person rejected it.");
    return new ReportWork.Done(dossier.read(caller, id));
  }
}
