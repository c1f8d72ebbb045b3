// Begins runs and has them carried out.
package dev.semel.reconciliation;

import dev.semel.db.Tx;
import dev.semel.provider.Provider;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Begins runs, one at a time for each provider and day, and has them carried out on a thread of
 * their own. Whoever dies over one leaves a lease that ends; then the run is said to have failed.
 */
@Singleton
public class ReconciliationRuns {
  private final ReconciliationStore runs;
  private final Reconcile reconcile;

  ReconciliationRuns(ReconciliationStore runs, Reconcile reconcile) {
    this.runs = runs;
    this.reconcile = reconcile;
  }

  /** Whether a run could begin. */
  public sealed interface Beginning {
    /** It has begun; whoever began it has to have it carried out after the commit. */
    record Begun(Reconciliation run) implements Beginning {}

    /** Another one of the same provider and day is running. */
    record Running(Reconciliation run) implements Beginning {}
  }

  /** Begins a run of the schedule's in the open transaction, where it has something to do. */
  Optional<Reconciliation> beginNightly(String provider, LocalDate day, String startedBy) {
    Tx.assertInside();
    endAbandoned();
    return runs.begin(provider, day, startedBy, Reconcile.LEASE, true).flatMap(runs::find);
  }

  /** Begins a run in the open transaction. */
  public Beginning begin(String provider, LocalDate day, String startedBy) {
    Tx.assertInside();
    endAbandoned();
    return runs.begin(provider, day, startedBy, Reconcile.LEASE, false)
        .flatMap(runs::find)
        .<Beginning>map(Beginning.Begun::new)
        .orElseGet(
            () ->
                new Beginning.Running(
                    runs.running(provider, day)
                        .orElseThrow(
                            () ->
                                new IllegalStateException("a run ended while it was in the way"))));
  }

  /** Says of runs whose node died that they failed, and alerts people, in the open transaction. */
  public void endAbandoned() {
    runs.failAbandoned()
        .forEach(run -> reconcile.alert(run, "The node that ran it stopped before its end."));
  }

  /** Has a begun run carried out, on a thread of its own, once its beginning is committed. */
  public void carryOut(Reconciliation run, Provider provider) {
    Tx.assertOutside();
    Thread.ofVirtual()
        .name("reconciliation-" + run.id())
        .start(() -> reconcile.reconcile(run, provider));
  }
}
