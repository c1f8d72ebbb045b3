// A provider on paper, books of ours, and runs over them.
package dev.semel.reconciliation;

import dev.semel.db.Tx;
import dev.semel.security.CreateCredential;
import dev.semel.testing.Tenant;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;

/** What tests of the reconciliation have in common: each has a provider of its own. */
abstract class PaperNight {
  static final LocalDate DAY = LocalDate.of(2026, 3, 10);
  static final Instant NOON = Instant.parse("2026-03-10T12:00:00Z");
  private static final AtomicInteger NUMBER = new AtomicInteger();

  @Inject Reconcile reconcile;
  @Inject ReconciliationRuns runs;
  @Inject ReconciliationStore store;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  Tenant operator;
  Tenant tenant;
  PaperProvider provider;
  Books books;

  @BeforeEach
  void openBooks() {
    operator = Tenant.operator(credentials, database);
    tenant = Tenant.create(credentials, database);
    provider = paper(Duration.ZERO, "Africa/Nairobi");
    books = new Books(database, provider.name());
  }

  /** From here on it is another provider. */
  void open(Duration lag, String zone) {
    provider = paper(lag, zone);
    books = new Books(database, provider.name());
  }

  private static PaperProvider paper(Duration lag, String zone) {
    return new PaperProvider("paper-" + NUMBER.incrementAndGet(), lag, zone);
  }

  Reconciliation run(LocalDate day) {
    Reconciliation run = begin(day);
    reconcile.reconcile(run, provider);
    return find(run);
  }

  Reconciliation begin(LocalDate day) {
    return switch (Tx.call(() -> runs.begin(provider.name(), day, "system"))) {
      case ReconciliationRuns.Beginning.Begun begun -> begun.run();
      case ReconciliationRuns.Beginning.Running running ->
          throw new AssertionError(running.run().id() + " is running");
    };
  }

  Reconciliation find(Reconciliation run) {
    return Tx.call(() -> store.find(run.id())).orElseThrow();
  }

  /** The statuses of the provider's reports, in the order in which they came. */
  List<String> reports() {
    return books.texts(
        "SELECT status FROM report WHERE originator = ? ORDER BY id", provider.name());
  }

  /** What alerts of a kind about the provider are about. */
  List<String> alerts(String kind) {
    return books.texts(
        "SELECT subject FROM alert WHERE provider = ? AND kind = ? ORDER BY id",
        provider.name(),
        kind);
  }
}
