// Planted differences, each found once.
package dev.semel.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.Tx;
import dev.semel.security.CreateCredential;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class ReconcileDbTest {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final LocalDate DAY = LocalDate.of(2026, 3, 10);
  private static final Instant NOON = Instant.parse("2026-03-10T12:00:00Z");

  @Inject Reconcile reconcile;
  @Inject ReconciliationRuns runs;
  @Inject ReconciliationStore store;
  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Tenant operator;
  private Tenant tenant;
  private PaperProvider provider;
  private Books books;

  @BeforeEach
  void openBooks() {
    operator = Tenant.operator(credentials, database);
    tenant = Tenant.create(credentials, database);
    provider =
        new PaperProvider("paper-" + NUMBER.incrementAndGet(), Duration.ZERO, "Africa/Nairobi");
    books = new Books(database, provider.name());
  }

  @ParameterizedTest(name = "{0} here and ''{1}'' there: {2}")
  @CsvSource(
      delimiter = ';',
      value = {
        // Here; each line as id, amount, currency, status; the cases.
        "paid; p1|125.50|KES|paid; ''",
        "paid; p1|125.5|KES|paid; ''",
        "paid; ''; ours_not_theirs",
        "sent; ''; ''",
        "failed; ''; ''",
        "paid; p1|125.51|KES|paid; amount_differs",
        "paid; p1|125|UGX|paid; currency_differs",
        "paid; p1|125.50|KES|returned; status_differs",
        "paid; p1|125.50|KES|failed; status_differs",
        "sent; p1|125.50|KES|paid; status_differs",
        "sent; p1|125.50|KES|processing; ''",
        "failed; p1|125.50|KES|paid; status_differs",
        "cancelled; p1|125.50|KES|paid; status_differs",
        "ready; p1|125.50|KES|paid; status_differs",
        "submission_unknown; p1|125.50|KES|paid; status_differs",
        "returned; p1|125.50|KES|returned; ''",
        "returned; p1|125.50|KES|paid,p1|125.50|KES|returned; ''",
        "paid; p1|125.50|KES|paid,p1|125.50|KES|paid; duplicate_at_provider",
        "paid; p1|125.50|KES|paid,p2|125.50|KES|paid; duplicate_at_provider",
        "paid; p2|125.50|KES|paid; duplicate_at_provider",
        "paid; p1|99|KES|returned; amount_differs status_differs",
      })
  void each_difference_is_one_case(String state, String lines, String cases) {
    Books.Entry payout = books.payout(tenant, state, "p1", NOON);
    provider.reports(
        DAY,
        lines.isEmpty()
            ? ""
            : List.of(lines.split(",", -1)).stream()
                .map(line -> payout.reference() + "|" + line + "|2026-03-10T11:59:00Z")
                .collect(Collectors.joining("\n")));

    List<String> expected = cases.isEmpty() ? List.of() : List.of(cases.split(" ", -1));
    Reconciliation first = run(DAY);
    Reconciliation second = run(DAY);

    assertThat(books.cases(payout)).isEqualTo(expected);
    assertThat(books.cases(operator)).isEmpty();
    assertThat(first.status()).isEqualTo("finished");
    assertThat(first.result().casesOpened()).isEqualTo(expected.size());
    assertThat(second.result().casesOpened()).isZero();
    assertThat(second.result().compared()).isEqualTo(first.result().compared());
    assertThat(books.texts("SELECT state FROM payout WHERE id = ?", payout.id()))
        .containsExactly(state);
  }

  @Test
  void what_a_report_says_of_an_earlier_attempt_has_the_provider_asked_about_that_one()
      throws SQLException {
    Books.Entry paid = books.payout(tenant, "ready", "p1", NOON);
    Books.Entry failed = books.payout(tenant, "ready", "p2", NOON);
    beginSecondAttempts();
    provider.reports(
        DAY,
        paid.reference()
            + "|p1|125.50|KES|paid|2026-03-10T11:59:00Z\n"
            + failed.reference()
            + "|p2|125.50|KES|failed|2026-03-10T11:59:00Z");

    run(DAY);

    assertThat(
            books.texts(
                "SELECT client_reference FROM attempt WHERE ask_at IS NOT NULL AND provider = ?",
                provider.name()))
        .containsExactly(paid.reference());
  }

  private void beginSecondAttempts() throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key) SELECT payout_id, 2, provider, client_reference || '-again', provider_key || '-again' FROM attempt WHERE provider = '%s'"
              .formatted(provider.name()));
      statement.execute(
          "UPDATE payout SET attempt = 2 WHERE provider = '%s'".formatted(provider.name()));
    }
  }

  @ParameterizedTest(name = "{0} came back here, ''{1}'' there: {2}")
  @CsvSource({
    "'', 125.50|KES|returned|2026-03-10T11:59:00Z, ''",
    "'', 125.50|KES|returned|2026-03-10T11:59:00Z|119.25, amount_differs",
    "'', 119.25|KES|returned|2026-03-10T11:59:00Z, amount_differs",
    "119.25, 119.25|KES|returned|2026-03-10T11:59:00Z, ''",
    "119.25, 125.50|KES|returned|2026-03-10T11:59:00Z, ''",
    "119.25, 125.50|KES|returned|2026-03-10T11:59:00Z|119.25, ''",
    "119.25, 125.50|KES|returned|2026-03-10T11:59:00Z|119.24, amount_differs",
    "119.25, 119.24|KES|returned|2026-03-10T11:59:00Z, amount_differs"
  })
  void m_13_what_a_report_says_came_back_is_compared_with_what_we_know_came_back(
      String known, String line, String cases) {
    Books.Entry payout = books.payout(tenant, "returned", "p1", NOON);
    if (!known.isEmpty()) {
      books.run(
          "UPDATE payout SET returned_amount = CAST(? AS numeric), returned_currency = 'KES' WHERE id = ?",
          known,
          payout.id());
    }
    provider.reports(DAY, payout.reference() + "|p1|" + line);

    run(DAY);

    assertThat(books.cases(payout)).isEqualTo(cases.isEmpty() ? List.of() : List.of(cases));
  }

  @Test
  void m_05_ten_thousand_amounts_agree_to_the_cent_and_one_cent_off_is_found() {
    books.run(
        """
        INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata,
            ever_submitted, sent_at, paid_at, closed_at, created_by, created_at, updated_at)
        SELECT 'po_' || ? || '.' || n, ?, ? || n, 'paid', 1, n / 100.0, 'KES', 'cleared', true, ?, '{}', '{}', '{}', true, at, at, at, ?, at, at
        FROM generate_series(1, 10000) n, (SELECT timestamptz '2026-03-10T12:00:00Z' AS at) t
        """,
        provider.name(),
        tenant.id(),
        provider.name(),
        provider.name(),
        tenant.credentialId());
    books.run(
        """
        INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key)
        SELECT id, 1, provider, split_part(id, '.', 2), id FROM payout WHERE provider = ?
        """,
        provider.name());
    // As the database does by itself some minutes after so many rows.
    books.run("ANALYZE payout");
    books.run("ANALYZE attempt");
    StringBuilder report = new StringBuilder();
    for (int cents = 1; cents <= 10_000; cents++) {
      int told = cents == 820 ? 819 : cents;
      report.append(
          "%d||%d.%02d|KES|paid|2026-03-10T11:59:00Z\n".formatted(cents, told / 100, told % 100));
    }
    provider.reports(DAY, report.toString());

    Reconciliation.Result result = run(DAY).result();

    assertThat(result.matched()).isEqualTo(9_999);
    assertThat(result.casesOpened()).isEqualTo(1);
    assertThat(result.sums())
        .containsExactly(new Reconciliation.Sum("KES", "500050.00", "500049.99"));
    assertThat(
            books.texts(
                "SELECT (facts ->> 'ours') || ' / ' || (facts ->> 'theirs') FROM ops_case WHERE provider = ?",
                provider.name()))
        .containsExactly("8.20 KES / 8.19 KES");
  }

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

  /** Amsterdam is an hour ahead of UTC on these days. */
  @ParameterizedTest
  @CsvSource({
    "2026-03-10T22:59:59.999Z, 2026-03-10",
    "2026-03-10T22:30:00Z, 2026-03-10",
    "2026-03-10T23:00:00Z, 2026-03-11",
    "2026-03-09T23:00:00Z, 2026-03-10"
  })
  void m_16_the_partners_midnight_ends_the_day_and_a_straddler_is_expected_in_the_next_report(
      Instant paidAt, LocalDate day) {
    provider =
        new PaperProvider(
            "paper-" + NUMBER.incrementAndGet(), Duration.ofDays(2), "Europe/Amsterdam");
    books = new Books(database, provider.name());
    Books.Entry payout = books.payout(tenant, "paid", "p1", paidAt);
    provider.reports(day.minusDays(1), "");
    provider.reports(day, "Y|y|1.00|KES|paid|");
    provider.reports(
        day.plusDays(1), payout.reference() + "|p1|125.50|KES|paid|" + paidAt.plusSeconds(1));

    assertThat(run(day.minusDays(1)).result().compared()).as("not yet its day").isZero();
    Reconciliation.Result ownDay = run(day).result();
    assertThat(ownDay.carriedOver()).as("expected in the next report").isEqualTo(1);
    assertThat(books.cases(payout)).isEmpty();
    assertThat(run(day.plusDays(1)).result().matched()).isEqualTo(1);
    assertThat(books.cases(payout)).isEmpty();
  }

  @Test
  void m_16_a_straddler_that_the_next_report_does_not_have_either_is_a_case() {
    provider =
        new PaperProvider(
            "paper-" + NUMBER.incrementAndGet(), Duration.ofDays(1), "Europe/Amsterdam");
    books = new Books(database, provider.name());
    Books.Entry payout =
        books.payout(tenant, "paid", "p1", Instant.parse("2026-03-10T22:59:59.999Z"));
    provider.reports(DAY, "");
    provider.reports(DAY.plusDays(1), "Y|y|1.00|KES|paid|");

    run(DAY);
    assertThat(books.cases(payout)).isEmpty();
    run(DAY.plusDays(1));
    assertThat(books.cases(payout)).containsExactly("ours_not_theirs");
  }

  @Test
  void what_names_no_payout_of_ours_is_put_before_the_operator_once() {
    provider.reports(
        DAY,
        """
        THEIRS1|x1|10.00|KES|paid|
        THEIRS1|x1|10.00|KES|paid|
        |x2|11.00|KES|paid|
        THEIRS3|x3|12.00|KES|returned|
        """);

    Reconciliation first = run(DAY);
    Reconciliation second = run(DAY);

    assertThat(books.cases(operator))
        .containsExactly("theirs_not_ours", "theirs_not_ours", "unknown_return");
    assertThat(books.cases(tenant)).isEmpty();
    assertThat(first.result().casesOpened()).isEqualTo(3);
    assertThat(second.result().casesOpened()).isZero();
    assertThat(first.result().sums())
        .containsExactly(new Reconciliation.Sum("KES", "0.00", "33.00"));
  }

  @Test
  void a_line_without_our_reference_is_matched_by_the_providers_id() {
    Books.Entry payout = books.payout(tenant, "paid", "p1", NOON);
    provider.reports(DAY, "|p1|125.50|KES|paid|\n");

    assertThat(run(DAY).result().matched()).isEqualTo(1);
    assertThat(books.cases(payout)).isEmpty();
  }

  @Test
  void each_tenant_sees_only_its_own() {
    Tenant other = Tenant.create(credentials, database);
    Books.Entry mine = books.payout(tenant, "paid", "p1", NOON);
    Books.Entry theirs = books.payout(other, "paid", "p2", NOON);
    provider.reports(
        DAY,
        mine.reference() + "|p1|1.00|KES|paid|\n" + theirs.reference() + "|p2|2.00|KES|paid|\n");

    Reconciliation run = run(DAY);

    assertThat(books.cases(tenant)).containsExactly("amount_differs");
    assertThat(books.cases(other)).containsExactly("amount_differs");
    assertThat(run.result().sums())
        .containsExactly(new Reconciliation.Sum("KES", "251.00", "3.00"));
  }

  @Test
  void the_providers_time_zone_says_which_day_it_is_and_a_straddler_is_not_missing() {
    Books.Entry late =
        books.payout(tenant, "paid", "p1", Instant.parse("2026-03-10T20:59:59.999Z"));
    Books.Entry next = books.payout(tenant, "paid", "p2", Instant.parse("2026-03-10T21:00:00Z"));
    provider.reports(
        DAY,
        late.reference() + "|p1|125.50|KES|paid|\n" + next.reference() + "|p2|125.50|KES|paid|\n");
    provider.reports(DAY.plusDays(1), "");

    assertThat(run(DAY).result().matched()).isEqualTo(2);
    assertThat(run(DAY.plusDays(1)).result().compared()).isZero();
    assertThat(books.cases(tenant)).isEmpty();
  }

  @Test
  void what_is_younger_than_the_lag_is_carried_over_until_it_is_not() {
    provider = new PaperProvider(provider.name(), Duration.ofDays(1), "Africa/Nairobi");
    Books.Entry missing = books.payout(tenant, "paid", "p1", NOON);
    Books.Entry behind = books.payout(tenant, "sent", "p2", NOON);
    provider.reports(DAY, behind.reference() + "|p2|125.50|KES|paid|2026-03-10T12:00:00Z\n");
    provider.reports(DAY.plusDays(1), "");
    provider.reports(DAY.plusDays(2), "OTHER|x9|1.00|KES|paid|\n");

    Reconciliation first = run(DAY);
    assertThat(first.result().carriedOver()).isEqualTo(2);
    assertThat(books.cases(tenant)).isEmpty();
    run(DAY.plusDays(1));

    assertThat(books.cases(missing)).containsExactly("ours_not_theirs");
    assertThat(books.cases(behind)).containsExactly("status_differs");
    assertThat(run(DAY.plusDays(2)).result().compared()).isEqualTo(1);
  }

  @Test
  void what_was_carried_over_and_comes_in_the_next_report_is_no_difference() {
    provider = new PaperProvider(provider.name(), Duration.ofDays(1), "Africa/Nairobi");
    Books.Entry payout = books.payout(tenant, "paid", "p1", NOON);
    provider.reports(DAY, "");
    provider.reports(DAY.plusDays(1), payout.reference() + "|p1|125.50|KES|paid|\n");

    assertThat(run(DAY).result().carriedOver()).isEqualTo(1);
    assertThat(run(DAY.plusDays(1)).result().matched()).isEqualTo(1);
    assertThat(books.cases(payout)).isEmpty();
  }

  @Test
  void a_provider_that_says_failed_for_returned_is_understood() {
    provider.failsWhatItReturns();
    Books.Entry payout = books.payout(tenant, "returned", "p1", NOON);
    provider.reports(DAY, payout.reference() + "|p1|125.50|KES|failed|\n");

    run(DAY);

    assertThat(books.cases(payout)).isEmpty();
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
  void without_a_report_the_run_fails_and_opens_no_differences() {
    books.payout(tenant, "paid", "p1", NOON);

    Reconciliation run = run(DAY);

    assertThat(run.status()).isEqualTo("failed");
    assertThat(run.failure()).contains("no report of 2026-03-10").endsWith(".");
    assertThat(books.cases(tenant)).isEmpty();
    assertThat(alerts()).containsExactly(provider.name() + "/2026-03-10");
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
    assertThat(alerts()).hasSize(1);
  }

  @Test
  void ten_thousand_lines_are_done_in_seconds() {
    books.run(
        """
        INSERT INTO payout (id, tenant_id, reference, state, version, amount, currency, funding_asked, funded, provider, beneficiary, sender, metadata,
            provider_payout_id, ever_submitted, sent_at, paid_at, closed_at, created_by)
        SELECT 'po_bulk' || ? || '.' || n, ?, 'bulk-' || n, 'paid', 1, 125.50, 'KES', 'cleared', true, ?, '{}', '{}', '{}',
            'b' || n, true, '2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z', ?
        FROM generate_series(1, 10000) n
        """,
        provider.name(),
        tenant.id(),
        provider.name(),
        tenant.credentialId());
    books.run(
        """
        INSERT INTO attempt (payout_id, number, provider, client_reference, provider_key)
        SELECT id, 1, provider, 'BULK' || provider_payout_id, id FROM payout WHERE provider = ?
        """,
        provider.name());
    provider.reports(
        DAY,
        IntStream.rangeClosed(1, 9_990)
            .mapToObj(
                n -> "BULKb" + n + "|b" + n + "|" + (n <= 20 ? "1.00" : "125.50") + "|KES|paid|")
            .collect(Collectors.joining("\n")));

    long before = System.nanoTime();
    Reconciliation run = run(DAY);
    Duration took = Duration.ofNanos(System.nanoTime() - before);

    assertThat(run.result())
        .isEqualTo(
            new Reconciliation.Result(
                10_000,
                9_970,
                0,
                30,
                List.of(new Reconciliation.Sum("KES", "1255000.00", "1251255.00"))));
    assertThat(took).isLessThan(Duration.ofSeconds(15));
  }

  private Reconciliation run(LocalDate day) {
    Reconciliation run = begin(day);
    reconcile.reconcile(run, provider);
    return find(run);
  }

  private Reconciliation begin(LocalDate day) {
    return switch (Tx.call(() -> runs.begin(provider.name(), day, "system"))) {
      case ReconciliationRuns.Beginning.Begun begun -> begun.run();
      case ReconciliationRuns.Beginning.Running running ->
          throw new AssertionError(running.run().id() + " is running");
    };
  }

  private Reconciliation find(Reconciliation run) {
    return Tx.call(() -> store.find(run.id())).orElseThrow();
  }

  private List<String> reports() {
    return books.texts(
        "SELECT status FROM report WHERE originator = ? ORDER BY id", provider.name());
  }

  private List<String> alerts() {
    return books.texts(
        "SELECT subject FROM alert WHERE provider = ? AND kind = 'reconciliation_failed' ORDER BY id",
        provider.name());
  }
}
