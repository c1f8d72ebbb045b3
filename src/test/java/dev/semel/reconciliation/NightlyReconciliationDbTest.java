// Days that are over are reconciled without anybody asking.
package dev.semel.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.Provider;
import dev.semel.provider.Providers;
import dev.semel.security.CreateCredential;
import dev.semel.security.CredentialStore;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class NightlyReconciliationDbTest {
  @Inject ReconciliationStore store;
  @Inject ReconciliationRuns runs;
  @Inject Reconcile reconcile;
  @Inject CredentialStore credentialStore;
  @Inject CreateCredential credentials;
  @Inject DataSource database;
  @Inject InstantSource clock;

  private PaperProvider provider;
  private Books books;
  private Tenant tenant;
  private LocalDate yesterday;
  private NightlyReconciliation nightly;

  @BeforeEach
  void openBooks() {
    provider =
        new PaperProvider(
            "night-" + UUID.randomUUID().toString().substring(0, 8), Duration.ZERO, "UTC");
    books = new Books(database, provider.name());
    tenant = Tenant.create(credentials, database);
    yesterday = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(1);
    nightly =
        new NightlyReconciliation(new Only(provider), store, runs, reconcile, credentialStore);
  }

  /** One provider and no other. */
  private record Only(Provider provider) implements Providers {
    @Override
    public Optional<Provider> find(String name) {
      return all().stream().filter(found -> found.name().equals(name)).findFirst();
    }

    @Override
    public Collection<Provider> all() {
      return List.of(provider);
    }
  }

  @Test
  void each_day_since_the_first_payout_is_run_once_however_many_nodes_look() {
    books.payout(tenant, "paid", "p1", noon(yesterday.minusDays(1)));
    provider.reports(yesterday.minusDays(1), "");
    provider.reports(yesterday, "X|x|1.00|KES|paid|");

    List<CompletableFuture<Void>> nodes =
        IntStream.range(0, 3).mapToObj(_ -> CompletableFuture.runAsync(nightly::runDue)).toList();
    nodes.forEach(CompletableFuture::join);
    nightly.runDue();

    assertThat(days("finished"))
        .containsExactly(yesterday.minusDays(1).toString(), yesterday.toString());
    assertThat(books.cases(tenant)).containsExactly("ours_not_theirs");
  }

  @Test
  void a_day_without_a_report_is_tried_again_after_an_hour_and_until_it_has_finished() {
    books.payout(tenant, "paid", "p1", noon(yesterday));

    nightly.runDue();
    nightly.runDue();
    assertThat(days("failed")).containsExactly(yesterday.toString());
    books.run(
        "UPDATE reconciliation SET started_at = now() - interval '61 min' WHERE provider = ?",
        provider.name());
    provider.reports(yesterday, "");
    nightly.runDue();

    assertThat(days("finished")).containsExactly(yesterday.toString());
  }

  @Test
  void nothing_is_run_before_the_first_payout() {
    nightly.runDue();

    assertThat(days("failed")).isEmpty();
    assertThat(days("finished")).isEmpty();
  }

  private static Instant noon(LocalDate day) {
    return day.atTime(12, 0).toInstant(ZoneOffset.UTC);
  }

  private List<String> days(String status) {
    return books.texts(
        "SELECT CAST(business_date AS text) FROM reconciliation WHERE provider = ? AND status = ? ORDER BY 1",
        provider.name(),
        status);
  }
}
