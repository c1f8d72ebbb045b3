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
  private static final int ITEMS_AT_ONCE = 100;

  /** Within this, all payouts and lines of a day have to be brought together. */
  private static final Duration LONGEST = Duration.ofMinutes(30);

  private final FetchReport fetchReport;
  private final CompareDay compareDay;
  private final ReconciliationStore runs;
  private final OpenCase openCase;
  private final AttemptStore attempts;
  private final AlertDesk alerts;
  private final CredentialStore credentials;
  private final WatchReports watchReports;

  Reconcile(
      FetchReport fetchReport,
      CompareDay compareDay,
      ReconciliationStore runs,
      OpenCase openCase,
      AttemptStore attempts,
      AlertDesk alerts,
      CredentialStore credentials,
      WatchReports watchReports) {
    this.fetchReport = fetchReport;
    this.compareDay = compareDay;
    this.runs = runs;
    this.openCase = openCase;
    this.attempts = attempts;
    this.alerts = alerts;
    this.credentials = credentials;
    this.watchReports = watchReports;
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
        case ReportAtHand.None none -> {
          Tx.run(() -> watchReports.notThere(run, source));
          fail(run, none.reason());
        }
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
    Begun begun = Tx.call(LONGEST, () -> all(run, provider, source, reportId));
    Comparison comparison = begun.comparison();
    Judge judge = CompareDay.judge(begun.scope(), provider.terms(), source.lag());
    int opened = 0;
    int after = 0;
    for (boolean more = true; more; after += ITEMS_AT_ONCE) {
      int from = after;
      Optional<Page> page = Tx.call(() -> some(run, begun.scope(), judge, from));
      if (page.isEmpty()) {
        LOG.warnf("reconciliation %s was taken over and stops here", run.id());
        return;
      }
      for (CompareDay.Looked looked : page.get().looked()) {
        comparison.add(begun.scope().day(), looked.pair(), looked.verdict());
      }
      opened += page.get().opened();
      more = !page.get().looked().isEmpty();
    }
    Reconciliation.Result result = comparison.result(opened);
    Tx.run(
        () -> {
          watchReports.there(run, reportId);
          runs.finish(run.id(), reportId, begun.scope().reports(), result);
        });
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

  private record Begun(Scope scope, Comparison comparison) {}

  private Begun all(
      Reconciliation run, Provider provider, Provider.ReportSource source, String reportId) {
    runs.renew(run.id(), LONGEST);
    Scope scope = compareDay.scope(run, reportId, source);
    Comparison comparison = compareDay.all(scope, provider.terms());
    scope.reports().forEach(report -> attempts.askAboutReported(run.provider(), report));
    return new Begun(scope, comparison);
  }

  private record Page(List<CompareDay.Looked> looked, int opened) {}

  /** Looks at some items while the run is ours, and opens their cases; empty when it is not. */
  private Optional<Page> some(Reconciliation run, Scope scope, Judge judge, int after) {
    if (!runs.renew(run.id(), LEASE)) {
      return Optional.empty();
    }
    List<CompareDay.Looked> looked = compareDay.some(scope, judge, after, ITEMS_AT_ONCE);
    String operator = operator();
    int opened = 0;
    for (CompareDay.Looked one : looked) {
      for (Difference difference : one.differences()) {
        OpenCase.Outcome outcome =
            openCase.open(newCase(run, difference, operator), place(difference));
        opened += outcome == OpenCase.Outcome.OPENED ? 1 : 0;
      }
    }
    return Optional.of(new Page(looked, opened));
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
        facts,
        difference.risk());
  }

  private static OpenCase.@Nullable Place place(Difference difference) {
    return difference
        .theirs()
        .map(line -> new OpenCase.Place(line.place().reportId(), line.place().line()))
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
