// Reads a tenant's cases.
package dev.semel.casework;

import dev.semel.db.Tx;
import dev.semel.security.Caller;
import jakarta.inject.Singleton;
import java.util.List;

/** Reads a tenant's cases. */
@Singleton
class ReadCases {
  private final CaseStore cases;
  private final CaseDossier dossier;

  ReadCases(CaseStore cases, CaseDossier dossier) {
    this.cases = cases;
    this.dossier = dossier;
  }

  /** One case, with its facts and its history. */
  CaseView one(Caller caller, String id) {
    return Tx.call(() -> dossier.read(caller, id));
  }

  /** A page of cases, newest first. */
  List<OpsCase> page(CaseFilter filter, int limit) {
    return Tx.call(() -> cases.page(filter, limit));
  }
}
