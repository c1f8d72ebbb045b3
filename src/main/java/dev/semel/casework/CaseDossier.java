// Finds a tenant's case, and writes down what was done with it.
package dev.semel.casework;

import dev.semel.domain.WireNames;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import dev.semel.security.AuditStore;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.time.Instant;

/**
 * What every act on a case begins and ends with: finding it among its tenant's, and writing the act
 * into its history and the audit log.
 */
@Singleton
class CaseDossier {
  private final CaseStore cases;
  private final CaseEvidenceStore evidence;
  private final AuditStore audit;

  CaseDossier(CaseStore cases, CaseEvidenceStore evidence, AuditStore audit) {
    this.cases = cases;
    this.evidence = evidence;
    this.audit = audit;
  }

  /** The caller's case, locked until the transaction ends. */
  OpsCase lock(Caller caller, String id) {
    return cases.lockOf(caller.tenantId(), id).orElseThrow(CaseDossier::noSuchCase);
  }

  /** The caller's case, with everything that people see of it. */
  CaseView read(Caller caller, String id) {
    return view(cases.findOf(caller.tenantId(), id).orElseThrow(CaseDossier::noSuchCase));
  }

  /** The database's time at which the transaction began. */
  Instant now() {
    return cases.now();
  }

  /**
   * Writes down what was done.
   *
   * @param text what the case's history says of it
   * @param reason why, for the audit log
   */
  CaseWork done(
      Caller caller, OpsCase opsCase, CaseEntry.Action action, String text, String reason) {
    cases.flush();
    cases.append(opsCase.id, action, text, caller.actor());
    audit.append(
        new AuditStore.Entry(
            caller.tenantId(), caller.actor(), "case." + verb(action), opsCase.id, reason));
    return new CaseWork.Done(view(opsCase));
  }

  /** A refusal because of the case's status. */
  static CaseWork conflict(OpsCase opsCase, String detail) {
    return new CaseWork.Conflict(
        new ProblemException(ProblemType.CASE_CONFLICT, detail)
            .withMember("case_status", opsCase.status));
  }

  private CaseView view(OpsCase opsCase) {
    return new CaseView(
        opsCase, cases.facts(opsCase.id), cases.history(opsCase.id), evidence.of(opsCase));
  }

  private static String verb(CaseEntry.Action action) {
    return switch (action) {
      case ASSIGNED -> "assign";
      case COMMENTED -> "comment";
      case PROPOSED -> "propose";
      case RESOLVED -> "resolve";
      case REOPENED -> "reopen";
      case OPENED, SEEN_AGAIN ->
          throw new IllegalArgumentException("people don't do this: " + WireNames.of(action));
    };
  }

  /** What belongs to another tenant looks exactly like what does not exist. */
  private static ProblemException noSuchCase() {
    return new ProblemException(
        ProblemType.NOT_FOUND,
        "There is no case with this id. Check the id, and whose credential you use.");
  }
}
