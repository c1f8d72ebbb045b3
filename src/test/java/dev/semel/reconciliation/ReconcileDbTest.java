// Planted differences, each found once.
package dev.semel.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class ReconcileDbTest extends PaperNight {
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

  @Test
  void what_is_paid_under_the_reference_of_another_attempt_is_no_agreement() throws SQLException {
    Books.Entry payout = books.payout(tenant, "paid", "", NOON);
    beginSecondAttempts();
    provider.reports(DAY, payout.reference() + "||125.50|KES|paid|2026-03-10T11:59:00Z");

    assertThat(run(DAY).result().matched()).isZero();

    assertThat(books.cases(payout)).containsExactly("duplicate_at_provider");
  }

  @Test
  void what_reports_of_two_days_say_was_paid_under_two_references_was_paid_twice()
      throws SQLException {
    Books.Entry payout = books.payout(tenant, "paid", "", NOON);
    beginSecondAttempts();
    String paid = "||125.50|KES|paid|2026-03-10T11:59:00Z";
    provider.reports(DAY.minusDays(1), payout.reference() + paid);
    run(DAY.minusDays(1));
    provider.reports(DAY, payout.reference() + "-again" + paid);

    run(DAY);

    assertThat(books.cases(payout)).contains("duplicate_at_provider");
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
        .containsExactly(new Reconciliation.Sum("KES", "0.00", "33.00", "0.00", "0.00"));
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
        .containsExactly(new Reconciliation.Sum("KES", "251.00", "3.00", "0.00", "0.00"));
  }

  @Test
  void a_provider_that_says_failed_for_returned_is_understood() {
    provider.failsWhatItReturns();
    Books.Entry payout = books.payout(tenant, "returned", "p1", NOON);
    provider.reports(DAY, payout.reference() + "|p1|125.50|KES|failed|\n");

    run(DAY);

    assertThat(books.cases(payout)).isEmpty();
  }
}
