// Reports that are late, never come, leave gaps, or are corrected.
package dev.semel.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import java.time.LocalTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class ReportWatchDbTest extends PaperNight {

  /** A statement of KES of one account: its number, its day of March, and its two balances. */
  private static String statement(int number, int day, int opening, int closing) {
    return "#ACCOUNT|%d|2026-03-%02dT00:00:00Z|2026-03-%02dT20:00:00Z|%d|%d|\n"
        .formatted(number, day, day, opening, closing);
  }

  @Test
  void r_28_a_day_that_is_missing_between_two_statements_is_a_gap_until_it_comes() {
    provider.reports(DAY, statement(1, 10, 0, 5));
    provider.reports(DAY.plusDays(2), statement(3, 12, 7, 9));
    run(DAY);
    Reconciliation third = run(DAY.plusDays(2));
    assertThat(third.status()).as("the later one is of use").isEqualTo("finished");
    assertThat(gaps()).containsExactly("open");
    run(DAY.plusDays(2));
    assertThat(gaps()).as("once").containsExactly("open");

    provider.reports(DAY.plusDays(1), statement(2, 11, 5, 7));
    run(DAY.plusDays(1));

    assertThat(gaps()).containsExactly("resolved");
  }

  @Test
  void r_28_an_opening_balance_that_is_not_the_closing_one_before_is_a_gap() {
    provider.reports(DAY, statement(1, 10, 0, 5));
    provider.reports(DAY.plusDays(1), statement(2, 11, 6, 9));

    run(DAY);
    run(DAY.plusDays(1));

    assertThat(
            books.texts(
                "SELECT facts ->> 'gap' FROM ops_case WHERE provider = ? AND kind = 'report_gap'",
                provider.name()))
        .containsExactly("it opens with 6 and the one before closed with 5");
  }

  private List<String> gaps() {
    return books.texts(
        "SELECT status FROM ops_case WHERE provider = ? AND kind = 'report_gap'", provider.name());
  }

  @Test
  void a_missing_report_is_a_case_with_the_time_at_which_it_was_due() {
    provider.due(LocalTime.of(3, 0));

    run(DAY);

    assertThat(
            books.texts(
                "SELECT summary FROM ops_case WHERE provider = ? AND kind = 'report_missing'",
                provider.name()))
        .hasSize(1)
        .first()
        .asString()
        .contains("due at 2026-03-11T03:00 in Africa/Nairobi (2026-03-11T00:00:00Z)");
    assertThat(books.cases(operator)).containsExactly("report_missing");

    provider.reports(DAY, "");
    run(DAY);
    assertThat(
            books.texts(
                "SELECT status || ' ' || resolution FROM ops_case WHERE provider = ?",
                provider.name()))
        .containsExactly("resolved over_by_itself");
  }

  @ParameterizedTest(name = "made at {0} and then at {1}: {2}")
  @CsvSource({
    "2026-03-11T01:00:00Z, 2026-03-11T02:00:00Z, superseded accepted",
    "2026-03-11T02:00:00Z, 2026-03-11T01:00:00Z, accepted superseded",
    "'', 2026-03-11T01:00:00Z, superseded accepted",
    "2026-03-11T01:00:00Z, '', superseded accepted"
  })
  void the_report_that_its_sender_made_last_counts_and_the_other_is_kept(
      String first, String second, String statuses) {
    Books.Entry payout = books.payout(tenant, "paid", "p1", NOON);
    provider.reports(DAY, report(payout, "1.00", first));
    run(DAY);
    provider.reports(DAY, report(payout, "125.50", second));

    Reconciliation run = run(DAY);

    assertThat(reports()).containsExactly(statuses.split(" ", -1));
    boolean newerCounts = statuses.endsWith("accepted");
    assertThat(run.result().matched()).isEqualTo(newerCounts ? 1 : 0);
  }

  private static String report(Books.Entry payout, String amount, String written) {
    return "#ACCOUNT||||||"
        + written
        + "\n"
        + payout.reference()
        + "|p1|"
        + amount
        + "|KES|paid|\n";
  }

  @Test
  void a_correction_tells_what_it_changed_payout_by_payout() {
    provider.reports(
        DAY, "A|a|1.00|KES|paid|\nB|b|2.00|KES|paid|\nC|c|3.00|KES|paid|\nC|c|3.00|KES|paid|\n");
    run(DAY);
    provider.reports(
        DAY, "A|a|1.00|KES|paid|\nB|b|2.50|KES|paid|\nC|c|3.00|KES|paid|\nD|d|4.00|KES|paid|\n");
    run(DAY);

    assertThat(
            books.texts(
                """
                SELECT concat_ws(' | ', c.reference, coalesce(before, '-'), coalesce(after, '-'))
                FROM report_change c JOIN report r ON r.id = c.report_id WHERE r.originator = ? ORDER BY number
                """,
                provider.name()))
        .containsExactly(
            "B | payout 2 KES paid | payout 2.5 KES paid",
            "C | payout 3 KES paid 2 times | payout 3 KES paid",
            "D | - | payout 4 KES paid");
    assertThat(
            books.texts(
                "SELECT reason FROM report WHERE originator = ? ORDER BY id", provider.name()))
        .allSatisfy(reason -> assertThat(reason).contains("2 changed, 1 added, 0 gone"));
  }

  @Test
  void r_20_reports_of_one_day_about_two_accounts_count_side_by_side() {
    Books.Entry one = books.payout(tenant, "paid", "p1", NOON);
    Books.Entry two = books.payout(tenant, "paid", "p2", NOON);
    provider.reports(DAY, "#FIRST||||||\n" + one.reference() + "|p1|125.50|KES|paid|\n");
    run(DAY);
    provider.reports(DAY, "#SECOND||||||\n" + two.reference() + "|p2|125.50|KES|paid|\n");

    Reconciliation run = run(DAY);

    assertThat(reports()).containsExactly("accepted", "accepted");
    assertThat(run.result().matched()).isEqualTo(2);
    assertThat(
            books.texts(
                "SELECT CAST(account AS text) FROM report_part p JOIN report r ON r.id = p.report_id WHERE r.originator = ?",
                provider.name()))
        .as("no account stands in the open")
        .hasSize(2)
        .allSatisfy(account -> assertThat(account).matches("\\\\x[0-9a-f]{64}"));
  }
}
