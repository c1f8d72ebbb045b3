// Gives a person the bytes of a report.
package dev.semel.report;

import dev.semel.db.Tx;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.io.InputStream;

/** Gives a person the bytes of a report as they came, and writes down who took them. */
@Singleton
class DownloadReport {
  private final ReportDossier dossier;
  private final DeliveryStore deliveries;

  DownloadReport(ReportDossier dossier, DeliveryStore deliveries) {
    this.dossier = dossier;
    this.deliveries = deliveries;
  }

  /** A report's bytes, of which one piece at a time is in memory. */
  record Bytes(ReportView report, InputStream content) {}

  /**
   * The bytes of a report, outside any transaction: each piece is read in one of its own.
   *
   * @throws ProblemException when there is no such report, or its bytes are no longer kept
   */
  Bytes download(Caller caller, String id) {
    ReportView report = Tx.call(() -> taken(caller, id));
    return new Bytes(
        report, new ChunkStream(number -> Tx.call(() -> deliveries.piece(id, number))));
  }

  private ReportView taken(Caller caller, String id) {
    ReportView report = dossier.lock(caller, id);
    if (!report.kept()) {
      throw new ProblemException(
          ProblemType.NOT_FOUND, "The bytes of this report are no longer kept.");
    }
    dossier.did(caller, id, ReportAct.DOWNLOADED, "downloaded");
    return report;
  }
}
