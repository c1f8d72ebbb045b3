// Days that are over are reconciled without anybody asking.
package dev.semel.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.Tx;
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
import java.time.LocalTime;
import java.time.ZoneId;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void j_07_each_day_since_the_first_payout_is_run_once_however_many_nodes_look_at_once() {
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
  void j_07_a_run_whose_node_died_midway_is_told_of_and_the_day_is_run_again() {
    books.payout(tenant, "paid", "p1", noon(yesterday));
    provider.reports(yesterday, "");
    String dead =
        Tx.call(
            () ->
                switch (runs.begin(provider.name(), yesterday, "dead")) {
                  case ReconciliationRuns.Beginning.Begun begun -> begun.run().id();
                  case ReconciliationRuns.Beginning.Running _ -> "none";
                });
    nightly.runDue();
    assertThat(days("finished")).as("while its lease lasts").isEmpty();
    books.run(
        "UPDATE reconciliation SET lease_until = now() - interval '1 second', started_at = now() - interval '61 min' WHERE id = ?",
        dead);

    nightly.runDue();

    assertThat(days("failed")).containsExactly(yesterday.toString());
    assertThat(days("finished")).containsExactly(yesterday.toString());
    assertThat(books.cases(tenant)).containsExactly("ours_not_theirs");
    assertThat(
            books.texts(
                "SELECT message FROM alert WHERE kind = 'reconciliation_failed' AND provider = ?",
                provider.name()))
        .hasSize(1)
        .first()
        .asString()
        .contains(yesterday.toString(), "The node that ran it stopped before its end");
  }

  @Test
  void a_report_that_counts_and_was_not_compared_is_compared_whenever_its_bytes_came() {
    books.payout(tenant, "paid", "p1", noon(yesterday));
    provider.reports(yesterday, "X|x|1.00|KES|paid|");
    nightly.runDueAt(noon(yesterday.plusDays(2)));
    nightly.runDueAt(noon(yesterday.plusDays(2)));
    assertThat(runs(yesterday)).isEqualTo(1);
    books.run(
        "UPDATE reconciliation SET compared_reports = ARRAY['rep_of_before'] WHERE provider = ?",
        provider.name());

    nightly.runDueAt(noon(yesterday.plusDays(2)));
    nightly.runDueAt(noon(yesterday.plusDays(2)));

    assertThat(runs(yesterday)).isEqualTo(2);
  }

  @Test
  void nothing_is_run_before_the_first_payout() {
    nightly.runDue();

    assertThat(days("failed")).isEmpty();
    assertThat(days("finished")).isEmpty();
  }

  @ParameterizedTest(name = "{0} in {1}")
  @CsvSource({
    "2026-03-29, Europe/Berlin, 02:30",
    "2026-10-25, Europe/Berlin, 02:30",
    "2026-10-25, Europe/Berlin, 00:00",
    "2026-03-08, America/New_York, 02:30",
    "2026-11-01, America/New_York, 01:30"
  })
  void m_15_every_day_is_run_once_when_the_clocks_change_and_a_missed_one_is_caught_up_with(
      LocalDate change, String zone, LocalTime due) {
    ZoneId there = ZoneId.of(zone);
    openBooks(zone, due);
    LocalDate first = change.minusDays(2);
    Instant start = change.minusDays(1).atTime(12, 0).atZone(there).toInstant();
    books.payout(tenant, "sent", "p1", first.atTime(12, 0).atZone(there).toInstant());
    for (int day = 0; day < 4; day++) {
      provider.reports(first.plusDays(day), "X" + day + "|x" + day + "|1.00|KES|paid|");
    }

    // Every quarter of an hour, as often as the night has them; a new instance in the middle.
    Instant end = change.plusDays(1).atTime(12, 0).atZone(there).toInstant();
    Instant dueInstant = null;
    for (Instant now = start; now.isBefore(end); now = now.plus(Duration.ofMinutes(15))) {
      int before = runs(change.minusDays(1));
      nightly().runDueAt(now);
      if (before == 0 && runs(change.minusDays(1)) == 1 && dueInstant == null) {
        dueInstant = now;
      }
    }

    assertThat(days("finished"))
        .containsExactly(first.toString(), change.minusDays(1).toString(), change.toString());
    for (LocalDate day = first; !day.isAfter(change); day = day.plusDays(1)) {
      assertThat(runs(day)).as("runs of %s", day).isEqualTo(1);
    }
    assertThat(dueInstant)
        .as("not before the report is due there, and within an hour of it")
        .isBetween(
            change.atStartOfDay(there).toInstant(),
            change.atTime(due).atZone(there).toInstant().plus(Duration.ofHours(1)));

    nightly().runDueAt(end.plus(Duration.ofDays(2)));
    assertThat(days("finished")).as("two missed nights").contains(change.plusDays(1).toString());
  }

  private void openBooks(String zone, LocalTime due) {
    provider =
        new PaperProvider(
            "night-" + UUID.randomUUID().toString().substring(0, 8), Duration.ZERO, zone);
    provider.due(due);
    books = new Books(database, provider.name());
  }

  /** As a server that has just started has it. */
  private NightlyReconciliation nightly() {
    return new NightlyReconciliation(new Only(provider), store, runs, reconcile, credentialStore);
  }

  private int runs(LocalDate day) {
    return books
        .texts(
            "SELECT id FROM reconciliation WHERE provider = ? AND CAST(business_date AS text) = ?",
            provider.name(),
            day.toString())
        .size();
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
