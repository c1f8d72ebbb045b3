// Which report of a day is compared, and what happens when there is none.
package dev.semel.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.Tx;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ReconcileReportDbTest extends PaperNight {
  @Test
  void m_17_a_row_whose_day_does_not_exist_counts_and_the_report_says_so() {
    Books.Entry one = books.payout(tenant, "paid", "p1", NOON);
    Books.Entry other = books.payout(tenant, "paid", "p2", NOON);
    provider.reports(
        DAY,
        one.reference()
            + "|p1|125.50|KES|paid|2026-02-30\n"
            + other.reference()
            + "|p2|125.50|KES|paid|2026-03-10T11:59:00Z");

    Reconciliation run = run(DAY);

    assertThat(run.status()).isEqualTo("finished");
    assertThat(run.result().matched()).isEqualTo(2);
    assertThat(
            books.texts(
                "SELECT status || ': ' || reason FROM report WHERE originator = ?",
                provider.name()))
        .containsExactly(
            "accepted: 1 of 2 rows are used in part only. row 1: its day is none of the calendar.");
    assertThat(
            books.texts(
                "SELECT coalesce(CAST(settled_at AS text), 'none') FROM report_line l JOIN report r ON r.id = l.report_id WHERE r.originator = ? ORDER BY line",
                provider.name()))
        .first()
        .isEqualTo("none");
  }

  @Test
  void a_corrected_report_counts_instead_of_the_first_one() {
    Books.Entry payout = books.payout(tenant, "paid", "p1", NOON);
    provider.reports(DAY, payout.reference() + "|p1|1.00|KES|paid|\n");
    run(DAY);
    provider.reports(DAY, payout.reference() + "|p1|125.50|KES|paid|\n");

    Reconciliation second = run(DAY);

    assertThat(second.result().matched()).isEqualTo(1);
    assertThat(reports()).containsExactly("superseded", "accepted");
  }

  @Test
  void which_report_of_a_day_counts_is_decided_one_after_the_other() throws Exception {
    Books.Entry payout = books.payout(tenant, "paid", "p1", NOON);
    provider.reports(DAY, payout.reference() + "|p1|125.50|KES|paid|\n");
    CompletableFuture<Reconciliation> run;
    try (Connection other = database.getConnection()) {
      other.setAutoCommit(false);
      try (var lock =
          other.prepareStatement(
              "SELECT pg_advisory_xact_lock(hashtextextended('report of ' || ? || ' 2026-03-10', 0))")) {
        lock.setString(1, provider.name());
        lock.execute();
      }
      run = CompletableFuture.supplyAsync(() -> run(DAY));
      Wait.until(
          "a lock that is waited for",
          Duration.ofSeconds(20),
          () -> books.texts("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"),
          waiting -> !waiting.isEmpty());
      assertThat(reports()).doesNotContain("accepted");
      other.rollback();
    }

    assertThat(run.get(20, TimeUnit.SECONDS).result().matched()).isEqualTo(1);
  }

  @Test
  void without_a_report_the_run_fails_and_opens_no_differences() {
    books.payout(tenant, "paid", "p1", NOON);

    Reconciliation run = run(DAY);

    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.failure()).contains("no report of 2026-03-10").endsWith(".");
    assertThat(books.cases(tenant)).isEmpty();
    assertThat(alerts("reconciliation_failed")).containsExactly(provider.name() + "/2026-03-10");
  }

  @Test
  void a_report_that_can_not_be_read_is_kept_in_quarantine_and_read_again_later() {
    Books.Entry payout = books.payout(tenant, "paid", "p1", NOON);
    provider.reports(DAY, payout.reference() + "|p1|1.00|KES|paid|\nTOTAL 1.00\n");

    Reconciliation first = run(DAY);
    Reconciliation second = run(DAY);

    assertThat(first.status()).isEqualTo("failed");
    assertThat(first.failure()).contains("quarantine").contains("row 2 has not six cells");
    assertThat(second.status()).isEqualTo("failed");
    assertThat(reports()).containsExactly("quarantined");
    assertThat(books.cases(tenant)).isEmpty();
  }

  @Test
  void a_report_with_a_row_that_the_database_does_not_take_is_kept_in_quarantine_too() {
    provider.reports(DAY, "R\u0000|p1|1.00|KES|paid|\n");

    Reconciliation run = run(DAY);

    assertThat(run.failure()).contains("quarantine").doesNotContain("R\u0000");
    assertThat(reports()).containsExactly("quarantined");
  }

  @Test
  void nothing_is_ever_there_of_a_report_that_is_refused_at_its_end() {
    String rows =
        IntStream.range(0, 2500)
            .mapToObj(i -> "R-" + i + "|p" + i + "|1.00|KES|paid|\n")
            .collect(Collectors.joining());
    provider.reports(DAY, rows + "cut\n");

    assertThat(run(DAY).failure()).contains("row 2501 has not six cells");
    assertThat(
            books.texts(
                "SELECT l.reference FROM report_line l JOIN report r ON r.id = l.report_id WHERE r.originator = ?",
                provider.name()))
        .isEmpty();
  }

  @Test
  void the_very_report_of_another_day_is_not_taken_for_this_ones() {
    Books.Entry payout = books.payout(tenant, "paid", "p1", NOON);
    String content = payout.reference() + "|p1|125.50|KES|paid|\n";
    provider.reports(DAY, content);
    provider.reports(DAY.plusDays(1), content);

    assertThat(run(DAY).status()).isEqualTo("finished");
    assertThat(run(DAY.plusDays(1)).failure()).contains("the very report").contains("2026-03-10");
  }

  @Test
  void one_run_at_a_time_and_a_dead_one_is_said_to_have_failed() {
    provider.reports(DAY, "");
    Reconciliation dead = begin(DAY);
    assertThat(Tx.call(() -> runs.begin(provider.name(), DAY, "system")))
        .isInstanceOf(ReconciliationRuns.Beginning.Running.class);

    books.run(
        "UPDATE reconciliation SET lease_until = now() - interval '1 s' WHERE id = ?", dead.id());
    Reconciliation next = begin(DAY);
    reconcile.reconcile(dead, provider);
    reconcile.reconcile(next, provider);

    assertThat(find(dead).status()).isEqualTo("failed");
    assertThat(find(dead).failure()).contains("stopped before its end");
    assertThat(find(next).status()).isEqualTo("finished");
    assertThat(alerts("reconciliation_failed")).hasSize(1);
  }
}
