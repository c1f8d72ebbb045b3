// Finds a report for people, and writes down what they did with it.
package dev.semel.report;

import dev.semel.domain.WireNames;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * What everything that people do with a report begins and ends with: finding it, and writing what
 * they did into its history and the audit log. A report names payouts of all tenants, so that only
 * the tenant that runs the server finds any.
 */
@Singleton
class ReportDossier {
  private static final int MOST_DELIVERIES = 50;
  private static final int MOST_ENTRIES = 200;

  private final ReportLogStore reports;
  private final ReportTrailStore trail;
  private final AuditStore audit;

  ReportDossier(ReportLogStore reports, ReportTrailStore trail, AuditStore audit) {
    this.reports = reports;
    this.trail = trail;
    this.audit = audit;
  }

  /** A report with how it came and what happened to it. */
  record Found(
      ReportView report, List<DeliveryView> deliveries, List<ReportTrailStore.Entry> history) {
    Found {
      deliveries = List.copyOf(deliveries);
      history = List.copyOf(history);
    }
  }

  /** A report, locked until the transaction ends. */
  ReportView lock(Caller caller, String id) {
    if (!caller.operator()) {
      throw noSuchReport();
    }
    return reports.lock(id).orElseThrow(ReportDossier::noSuchReport);
  }

  /** A report with everything that people see of it. */
  Found read(Caller caller, String id) {
    if (!caller.operator()) {
      throw noSuchReport();
    }
    ReportView report = reports.find(id).orElseThrow(ReportDossier::noSuchReport);
    return new Found(report, reports.deliveries(id, MOST_DELIVERIES), trail.of(id, MOST_ENTRIES));
  }

  /** Writes down what a person did, and why. */
  void did(Caller caller, String id, ReportAct act, String reason) {
    trail.append(id, act, reason, caller.actor());
    audit.append(
        new AuditStore.Entry(caller.tenantId(), caller.actor(), "report." + verb(act), id, reason));
  }

  private static String verb(ReportAct act) {
    return switch (act) {
      case BROUGHT -> "upload";
      case VERIFY_ASKED -> "verify";
      case RELEASE_PROPOSED -> "propose_release";
      case RELEASED -> "release";
      case REJECTED -> "reject";
      case DOWNLOADED -> "download";
      case ACCEPTED, QUARANTINED, READ ->
          throw new IllegalArgumentException("people don't do this: " + act);
    };
  }

  /** A refusal because of the report's status. */
  static ReportWork conflict(ReportView report, String detail) {
    return new ReportWork.Conflict(
        new ProblemException(ProblemType.REPORT_CONFLICT, detail)
            .withMember("report_status", WireNames.of(report.status())));
  }

  /** A refusal because a report is not in quarantine. */
  static ReportWork notInQuarantine(ReportView report) {
    return conflict(
        report,
        "The report is not in quarantine: it is %s. Read it again before you decide."
            .formatted(WireNames.of(report.status())));
  }

  /** What only others may see looks exactly like what does not exist. */
  static ProblemException noSuchReport() {
    return new ProblemException(
        ProblemType.NOT_FOUND,
        "There is no report with this id. Check the id, and whose credential you use.");
  }
}
