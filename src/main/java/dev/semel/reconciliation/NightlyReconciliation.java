// Sees to it that each provider's days are reconciled.
package dev.semel.reconciliation;

import dev.semel.db.Tx;
import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import dev.semel.security.CredentialStore;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Sees to it that each provider's days are reconciled: looks every few minutes for days that are
 * over, whose report is due, and of which no run has finished. A day is known by its date, so that
 * no change of clocks makes it run twice or not at all, and days that were missed are caught up
 * with. Any number of nodes may look at once: a day has one run at a time.
 */
@Singleton
public class NightlyReconciliation {
  private static final Logger LOG = Logger.getLogger(NightlyReconciliation.class);
  private static final String ACTOR = "system";
  private static final int CATCH_UP_DAYS = 7;

  private final Providers providers;
  private final ReconciliationStore store;
  private final ReconciliationRuns runs;
  private final Reconcile reconcile;
  private final CredentialStore credentials;

  NightlyReconciliation(
      Providers providers,
      ReconciliationStore store,
      ReconciliationRuns runs,
      Reconcile reconcile,
      CredentialStore credentials) {
    this.providers = providers;
    this.store = store;
    this.runs = runs;
    this.reconcile = reconcile;
    this.credentials = credentials;
  }

  /** Runs what is due, one day after the other, and ends what dead nodes left behind. */
  public void runDue() {
    Tx.assertOutside();
    if (Tx.call(credentials::operatorTenant).isEmpty()) {
      return;
    }
    Tx.run(runs::endAbandoned);
    runDueAt(Tx.call(store::now));
  }

  /** Runs what is due at a moment. */
  void runDueAt(Instant now) {
    for (Provider provider : providers.all()) {
      provider.reportSource().ifPresent(source -> runDue(provider, source, now));
    }
  }

  private void runDue(Provider provider, Provider.ReportSource source, Instant now) {
    try {
      for (LocalDate day : due(provider, source, now)) {
        run(provider, day);
      }
    } catch (RuntimeException e) {
      LOG.errorf(e, "the nightly reconciliation of %s failed", provider.name());
    }
  }

  private List<LocalDate> due(Provider provider, Provider.ReportSource source, Instant now) {
    LocalDateTime there = LocalDateTime.ofInstant(now, source.timeZone());
    int over = there.toLocalTime().isBefore(source.due()) ? 2 : 1;
    LocalDate last = there.toLocalDate().minusDays(over);
    return Tx.call(
        () ->
            store.open(
                provider.name(),
                last.minusDays(CATCH_UP_DAYS - 1),
                last,
                source.timeZone().getId()));
  }

  private void run(Provider provider, LocalDate day) {
    Optional<Reconciliation> begun = Tx.call(() -> runs.beginNightly(provider.name(), day, ACTOR));
    begun.ifPresent(run -> reconcile.reconcile(run, provider));
  }
}
