// Whose midnight ends a day, and how long word may be on its way.
package dev.semel.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class ReconcileTimingDbTest extends PaperNight {
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
    open(Duration.ofDays(2), "Europe/Amsterdam");
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
    open(Duration.ofDays(1), "Europe/Amsterdam");
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
    open(Duration.ofDays(1), "Africa/Nairobi");
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
    open(Duration.ofDays(1), "Africa/Nairobi");
    Books.Entry payout = books.payout(tenant, "paid", "p1", NOON);
    provider.reports(DAY, "");
    provider.reports(DAY.plusDays(1), payout.reference() + "|p1|125.50|KES|paid|\n");

    assertThat(run(DAY).result().carriedOver()).isEqualTo(1);
    assertThat(run(DAY.plusDays(1)).result().matched()).isEqualTo(1);
    assertThat(books.cases(payout)).isEmpty();
  }

  @Test
  void the_days_of_the_lag_are_business_days() {
    open(Duration.ofDays(1), "Africa/Nairobi");
    LocalDate friday = LocalDate.of(2026, 3, 13);
    Books.Entry payout = books.payout(tenant, "paid", "p1", Instant.parse("2026-03-13T12:00:00Z"));
    provider.reports(friday, "");
    for (int day = 1; day <= 3; day++) {
      provider.reports(friday.plusDays(day), "OTHER" + day + "|x" + day + "|1.00|KES|paid|\n");
    }

    for (int day = 0; day <= 2; day++) {
      run(friday.plusDays(day));
      assertThat(books.cases(payout)).as("day %d", day).isEmpty();
    }
    run(friday.plusDays(3));

    assertThat(books.cases(payout)).containsExactly("ours_not_theirs");
  }
}
