// Carries out a run of the reconciliation.
package dev.semel.reconciliation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.casework.OpenCase;
import dev.semel.db.Tx;
import dev.semel.domain.AlertKind;
import dev.semel.payout.AlertDesk;
import dev.semel.payout.AttemptStore;
import dev.semel.payout.CaseDesk;
import dev.semel.provider.Provider;
import dev.semel.report.FetchReport;
import dev.semel.report.ReportAtHand;
import dev.semel.security.CredentialStore;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a run that has begun: fetches the day's report, compares, and puts each difference
 * before people. It changes no payout. Without a report the run fails, says why, raises an alert,
 * and opens no differences. A run that dies keeps the cases that it had opened; the next one opens
 * none of them twice.
 */
@Singleton
public class Reconcile {
  /** How long a run may be silent before another node says that it failed. */
  static final Duration LEASE = Duration.ofMinutes(10);

  private static final Logger LOG = Logger.getLogger(Reconcile.class);
  private static final int CASES_AT_ONCE = 100;

  private final FetchReport fetchReport;
  private final CompareDay compareDay;
  private final ReconciliationStore runs;
  private final OpenCase openCase;
  private final AttemptStore attempts;
  private final AlertDesk alerts;
  private final CredentialStore credentials;

  Reconcile(
      FetchReport fetchReport,
      CompareDay compareDay,
      ReconciliationStore runs,
      OpenCase openCase,
      AttemptStore attempts,
      AlertDesk alerts,
      CredentialStore credentials) {
    this.fetchReport = fetchReport;
    this.compareDay = compareDay;
    this.runs = runs;
    this.openCase = openCase;
    this.attempts = attempts;
    this.alerts = alerts;
    this.credentials = credentials;
  }

  /**
   * Carries out a run, outside any transaction.
   *
   * @param run the run, which the caller has begun
   * @param provider its provider
   */
  public void reconcile(Reconciliation run, Provider provider) {
    Tx.assertOutside();
    try {
      Provider.ReportSource source =
          provider
              .reportSource()
              .orElseThrow(() -> new IllegalStateException("the provider has no report"));
      switch (fetchReport.fetch(run.provider(), source, run.businessDate())) {
        case ReportAtHand.None none -> fail(run, none.reason());
        case ReportAtHand.Usable report -> compare(run, provider, source, report.reportId());
      }
    } catch (RuntimeException e) {
      LOG.errorf(
          e, "reconciliation %s of %s for %s failed", run.id(), run.provider(), run.businessDate());
      fail(
          run,
          "Something went wrong on our side; the log names run "
              + run.id()
              + ". Run the day again when it is mended.");
    }
  }

  private void compare(
      Reconciliation run, Provider provider, Provider.ReportSource source, String reportId) {
    Day day = new Day(run.provider(), run.businessDate(), source.timeZone());
    Comparison comparison =
        Tx.call(
            () -> {
              runs.renew(run.id(), LEASE);
              attempts.askAboutReported(run.provider(), reportId);
              return compareDay.compare(
                  day, reportId, provider.terms(), source.lag(), run.startedAt());
            });
    List<Difference> differences = comparison.differences();
    int opened = 0;
    for (int from = 0; from < differences.size(); from += CASES_AT_ONCE) {
      List<Difference> some =
          differences.subList(from, Math.min(differences.size(), from + CASES_AT_ONCE));
      Optional<Integer> batch = Tx.call(() -> open(run, some));
      if (batch.isEmpty()) {
        LOG.warnf("reconciliation %s was taken over and stops here", run.id());
        return;
      }
      opened += batch.get();
    }
    Reconciliation.Result result = comparison.result(opened);
    Tx.run(() -> runs.finish(run.id(), reportId, result));
    LOG.infof(
        "reconciliation %s of %s for %s: %d compared, %d matched, %d carried over, %d cases opened",
        run.id(),
        run.provider(),
        run.businessDate(),
        result.compared(),
        result.matched(),
        result.carriedOver(),
        result.casesOpened());
  }

  /** Opens cases while the run is ours; returns how many are new, or empty when it is not ours. */
  private Optional<Integer> open(Reconciliation run, List<Difference> differences) {
    if (!runs.renew(run.id(), LEASE)) {
      return Optional.empty();
    }
    String operator = operator();
    int opened = 0;
    for (Difference difference : differences) {
      OpenCase.Outcome outcome =
          openCase.open(newCase(run, difference, operator), place(difference));
      opened += outcome == OpenCase.Outcome.OPENED ? 1 : 0;
    }
    return Optional.of(opened);
  }

  private static CaseDesk.NewCase newCase(
      Reconciliation run, Difference difference, String operator) {
    ObjectNode facts = JsonNodeFactory.instance.objectNode();
    difference.facts().forEach(facts::put);
    return new CaseDesk.NewCase(
        difference.ours().map(Ours::tenantId).orElse(operator),
        difference.kind(),
        difference.name(),
        run.provider(),
        difference.ours().map(Ours::id).orElse(null),
        difference.summary(),
        facts);
  }

  private static OpenCase.@Nullable Place place(Difference difference) {
    return difference
        .theirs()
        .map(line -> new OpenCase.Place(line.reportId(), line.line()))
        .orElse(null);
  }

  private void fail(Reconciliation run, String reason) {
    Tx.run(
        () -> {
          if (runs.fail(run.id(), reason)) {
            alert(run, reason);
          }
        });
  }

  /** Tells the people who run this server that a run failed, in the open transaction. */
  void alert(Reconciliation run, String reason) {
    alerts.raise(
        new AlertDesk.NewAlert(
            operator(),
            AlertKind.RECONCILIATION_FAILED,
            run.provider() + "/" + run.businessDate(),
            run.provider(),
            null,
            "The payouts of "
                + run.businessDate()
                + " at "
                + run.provider()
                + " could not be reconciled. "
                + reason));
  }

  private String operator() {
    return credentials
        .operatorTenant()
        .orElseThrow(() -> new IllegalStateException("there is no operator tenant"));
  }
}
