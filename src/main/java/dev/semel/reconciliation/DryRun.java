// Compares a day in one transaction, and opens no case.
package dev.semel.reconciliation;

import dev.semel.db.Sql;
import dev.semel.db.Tx;
import dev.semel.domain.ProviderTerms;
import dev.semel.provider.Provider;
import java.util.ArrayList;
import java.util.List;

/** Compares a day as a run does, in one transaction of the caller's, and opens no case. */
public final class DryRun {
  private static final int ITEMS_AT_ONCE = 100;

  private DryRun() {}

  /**
   * What a comparison found.
   *
   * @param result its counts
   * @param differences each difference as its kind and its name, such as {@code amount_differs
   *     po_…}
   */
  public record Found(Reconciliation.Result result, List<String> differences) {
    public Found {
      differences = List.copyOf(differences);
    }
  }

  /**
   * Compares in the open transaction.
   *
   * @param sql where the statements run
   * @param run a run that has begun
   * @param reportId a report of its day that counts
   * @param source how its reports are matched
   * @param terms the provider's
   */
  public static Found compare(
      Sql sql,
      Reconciliation run,
      String reportId,
      Provider.ReportSource source,
      ProviderTerms terms) {
    Tx.assertInside();
    CompareDay compareDay = new CompareDay(sql);
    Scope scope = compareDay.scope(run, reportId, source);
    Comparison comparison = compareDay.all(scope, terms);
    Judge judge = CompareDay.judge(scope, terms, source.lag());
    List<String> differences = new ArrayList<>();
    int after = 0;
    List<CompareDay.Looked> looked = compareDay.some(scope, judge, after, ITEMS_AT_ONCE);
    while (!looked.isEmpty()) {
      for (CompareDay.Looked one : looked) {
        comparison.add(scope.day(), one.pair(), one.verdict());
        one.differences().forEach(found -> differences.add(found.title()));
      }
      after += ITEMS_AT_ONCE;
      looked = compareDay.some(scope, judge, after, ITEMS_AT_ONCE);
    }
    return new Found(comparison.result(0), differences);
  }
}
