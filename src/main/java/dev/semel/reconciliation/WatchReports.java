// Tells people of reports that never came, and of gaps between those that did.
package dev.semel.reconciliation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.casework.OpenCase;
import dev.semel.db.Tx;
import dev.semel.domain.CaseKind;
import dev.semel.payout.CaseDesk;
import dev.semel.provider.Provider;
import dev.semel.provider.ReportPart;
import dev.semel.report.ReportFactsStore;
import dev.semel.report.ReportFactsStore.DatedPart;
import dev.semel.report.Succession;
import dev.semel.security.CredentialStore;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells people of reports that never came, and of gaps between those that did. A report that is not
 * there when it is due is late, of which {@code TellOfLateReports} tells; a day later it is
 * missing, and a case. That is over by itself when it comes, and so is a gap that is filled.
 */
@Singleton
class WatchReports {
  private static final Duration LATE_IS_MISSING = Duration.ofDays(1);

  private final ReportFactsStore facts;
  private final OpenCase openCase;
  private final CredentialStore credentials;

  WatchReports(ReportFactsStore facts, OpenCase openCase, CredentialStore credentials) {
    this.facts = facts;
    this.openCase = openCase;
    this.credentials = credentials;
  }

  /** A run found no report, in the open transaction. */
  void notThere(Reconciliation run, Provider.ReportSource source) {
    Tx.assertInside();
    ZonedDateTime due =
        run.businessDate().plusDays(1).atTime(source.due()).atZone(source.timeZone());
    if (run.startedAt().isBefore(due.toInstant().plus(LATE_IS_MISSING))) {
      return;
    }
    ObjectNode known = JsonNodeFactory.instance.objectNode();
    known
        .put("business_date", run.businessDate().toString())
        .put("due", due.toInstant().toString());
    openCase.open(
        new CaseDesk.NewCase(
            operator(),
            CaseKind.REPORT_MISSING,
            name(run),
            run.provider(),
            null,
            "The report of %s of %s was due at %s in %s (%s), and none that counts has come. Ask the provider for it: until then nothing of that day is compared."
                .formatted(
                    run.provider(),
                    run.businessDate(),
                    due.toLocalDateTime(),
                    source.timeZone(),
                    due.toInstant()),
            known));
  }

  /** A run had its report, in the open transaction. */
  void there(Reconciliation run, String reportId) {
    Tx.assertInside();
    openCase.over(
        operator(), CaseKind.REPORT_MISSING, name(run), "It has come: report " + reportId + ".");
    gaps(run);
  }

  private static String name(Reconciliation run) {
    return run.provider() + "/" + run.businessDate();
  }

  private void gaps(Reconciliation run) {
    LocalDate since = run.businessDate().minusDays(2L * Day.BACK);
    List<DatedPart> parts = facts.parts(run.provider(), since);
    Set<String> gaps = new HashSet<>();
    for (int i = 1; i < parts.size(); i++) {
      DatedPart before = parts.get(i - 1);
      DatedPart now = parts.get(i);
      Succession succession = Succession.of(before.part(), now.part());
      if (succession.kind() == Succession.Kind.GAP) {
        gaps.add(gap(run, before, now, succession));
      }
    }
    for (String open : openCase.unresolved(operator(), CaseKind.REPORT_GAP, run.provider())) {
      if (!gaps.contains(open) && !beginning(open).isBefore(since)) {
        openCase.over(
            operator(), CaseKind.REPORT_GAP, open, "Reports that came since leave no gap there.");
      }
    }
  }

  private String gap(Reconciliation run, DatedPart before, DatedPart now, Succession succession) {
    String name =
        "%s/%s/%s-%s".formatted(run.provider(), account(now.part()), told(before), told(now));
    ObjectNode known = JsonNodeFactory.instance.objectNode();
    known.put("before", told(before)).put("after", told(now));
    known.put("gap", succession.detail().orElse(null));
    openCase.open(
        new CaseDesk.NewCase(
            operator(),
            CaseKind.REPORT_GAP,
            name,
            run.provider(),
            null,
            "Between the statements of %s of %s and %s something is missing: %s. Ask the provider for what lies between."
                .formatted(
                    run.provider(), before.day(), now.day(), succession.detail().orElse("a gap")),
            known));
    return name;
  }

  /** The day before a gap, by its name. */
  private static LocalDate beginning(String gap) {
    int at = gap.lastIndexOf('/') + 1;
    return LocalDate.parse(gap.substring(at, at + "2026-01-01".length()));
  }

  /** Enough of the account's digest to tell the accounts of one provider apart. */
  private static String account(ReportPart part) {
    return part.account().map(digest -> digest.substring(0, 12)).orElse("-");
  }

  private static String told(DatedPart dated) {
    return dated.day() + dated.part().sequence().map(number -> "#" + number).orElse("");
  }

  private String operator() {
    return credentials
        .operatorTenant()
        .orElseThrow(() -> new IllegalStateException("there is no operator tenant"));
  }
}
