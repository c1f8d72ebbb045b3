// Takes a report that a person brings.
package dev.semel.report;

import dev.semel.db.Tx;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.report.pickup.ArrivedReport;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;

/**
 * Takes a report that a person brings, through the same gate as every other one. It is kept and
 * decided about with the answer, and read after it.
 */
@Singleton
class UploadReport {
  private final ReceiveReport receive;
  private final DecideDelivery decideDelivery;
  private final ResumeStore resume;
  private final ReportDossier dossier;

  UploadReport(
      ReceiveReport receive,
      DecideDelivery decideDelivery,
      ResumeStore resume,
      ReportDossier dossier) {
    this.receive = receive;
    this.decideDelivery = decideDelivery;
    this.resume = resume;
    this.dossier = dossier;
  }

  /** Takes a report, in the open transaction. */
  ReportDossier.Found upload(
      Caller caller, ReportSource source, ArrivedReport report, String reason) {
    Tx.assertInside();
    long delivery = receive.stored(DeliveryWay.BROUGHT, report);
    ReceivedReport received = decideDelivery.decided(delivery, source.verification());
    dossier.did(caller, received.reportId(), ReportAct.BROUGHT, reason);
    resume.soon(delivery);
    return dossier.read(caller, received.reportId());
  }
}
