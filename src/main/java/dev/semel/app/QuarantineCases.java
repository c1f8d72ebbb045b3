// Cases about reports in quarantine.
package dev.semel.app;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.casework.OpenCase;
import dev.semel.domain.CaseKind;
import dev.semel.payout.CaseDesk;
import dev.semel.report.QuarantineDesk;
import dev.semel.security.CredentialStore;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Optional;

/** Puts reports in quarantine before the people who run this server: one case for each. */
@Singleton
final class QuarantineCases implements QuarantineDesk {
  private final OpenCase openCase;
  private final CredentialStore credentials;

  QuarantineCases(OpenCase openCase, CredentialStore credentials) {
    this.openCase = openCase;
    this.credentials = credentials;
  }

  @Override
  public void quarantined(
      String provider, String reportId, LocalDate day, String fault, String reason) {
    ObjectNode known = JsonNodeFactory.instance.objectNode();
    known.put("business_date", day.toString()).put("fault", fault).put("reason", reason);
    operator()
        .ifPresent(
            tenant ->
                openCase.open(
                    new CaseDesk.NewCase(
                        tenant,
                        CaseKind.REPORT_QUARANTINED,
                        reportId,
                        provider,
                        null,
                        "A report of %s for %s is in quarantine and does not count. %s Read the report, then verify, release or reject it."
                            .formatted(provider, day, reason),
                        known),
                    new OpenCase.Place(reportId, null)));
  }

  @Override
  public void over(String reportId, String note) {
    operator()
        .ifPresent(tenant -> openCase.over(tenant, CaseKind.REPORT_QUARANTINED, reportId, note));
  }

  private Optional<String> operator() {
    return credentials.operatorTenant();
  }
}
