// Which payout a line means, and what one line of several payouts, or several of one, come to.
package dev.semel.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.BusinessDays;
import dev.semel.provider.MatchTerms;
import dev.semel.provider.MatchTerms.Fees;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class MatchingDbTest extends PaperNight {
  private static final String PAID = "|125.50|KES|paid|2026-03-10T11:59:00Z\n";

  private static MatchTerms allowing(Set<Integer> lengths, boolean anyCase, boolean anySpaces) {
    return new MatchTerms(lengths, anyCase, anySpaces, Fees.APART, false, true, BusinessDays.USUAL);
  }

  private static MatchTerms fees(Fees fees) {
    return new MatchTerms(Set.of(), false, false, fees, false, true, BusinessDays.USUAL);
  }

  @ParameterizedTest(name = "cut to {0}, small: {1}, spaces: {2}, allowed: {3}")
  @CsvSource({
    "16, false, false, true, ''",
    "35, true, true, true, ''",
    "16, true, true, true, ''",
    "16, false, false, false, ours_not_theirs",
    "35, true, false, false, ours_not_theirs"
  })
  void r_27_a_reference_that_was_changed_on_its_way_names_a_payout_where_the_file_allows_that(
      int length, boolean small, boolean spaces, boolean allowed, String cases) {
    provider.matching(allowed ? allowing(Set.of(16, 30), true, true) : MatchTerms.STRICT);
    Books.Entry payout = books.payout(tenant, "paid", "", NOON);
    String random = UUID.randomUUID().toString().replace("-", "").toUpperCase(Locale.ROOT);
    books.run("UPDATE attempt SET client_reference = ? WHERE payout_id = ?", random, payout.id());
    String cut = random.substring(0, Math.min(random.length(), length));
    String written = small ? cut.toLowerCase(Locale.ROOT) : cut;
    String spaced = spaces ? written.substring(0, 4) + " " + written.substring(4) : written;
    provider.reports(DAY, spaced + "|" + PAID);

    Reconciliation.Result result = run(DAY).result();

    assertThat(books.cases(payout)).isEqualTo(cases.isEmpty() ? List.of() : List.of(cases));
    assertThat(result.matched()).isEqualTo(allowed ? 1 : 0);
    assertThat(run(DAY).result().matched()).as("once more").isEqualTo(result.matched());
  }

  @Test
  void r_27_a_shortened_reference_that_means_two_payouts_means_none() {
    provider.matching(allowing(Set.of(16), false, false));
    Books.Entry one = books.payout(tenant, "paid", "", NOON);
    Books.Entry two = books.payout(tenant, "paid", "", NOON);
    Books.Entry other = books.payout(tenant, "paid", "", NOON);
    String start = provider.name().toUpperCase(Locale.ROOT) + "-0123456789ABCDEF";
    rename(one, start + "1");
    rename(two, start + "2");
    rename(other, "X" + start);
    books.run("UPDATE payout SET amount = 99 WHERE id = ?", other.id());
    provider.reports(
        DAY, start.substring(0, 16) + "|" + PAID + ("X" + start).substring(0, 16) + "|" + PAID);

    run(DAY);

    assertThat(books.cases(operator)).containsExactly("theirs_not_ours", "theirs_not_ours");
    assertThat(books.cases(one)).containsExactly("ours_not_theirs");
    assertThat(books.cases(other)).as("its amount is another").containsExactly("ours_not_theirs");
  }

  private void rename(Books.Entry payout, String reference) {
    books.run(
        "UPDATE attempt SET client_reference = ? WHERE payout_id = ?", reference, payout.id());
  }

  @Test
  void our_reference_comes_before_their_id_and_both_before_other_names() {
    Books.Entry byReference = books.payout(tenant, "paid", "p1", NOON);
    Books.Entry byName = books.payout(tenant, "paid", "p2", NOON);
    provider.reports(
        DAY,
        byReference.reference()
            + "&"
            + byName.reference()
            + "|p1"
            + PAID
            + "NOBODYS&"
            + byName.reference()
            + "|"
            + PAID);

    assertThat(run(DAY).result().matched()).isEqualTo(2);
    assertThat(books.cases(tenant)).isEmpty();
    assertThat(books.texts("SELECT m.rule FROM report_match m WHERE m.payout_id = ?", byName.id()))
        .containsExactly("other_name");
  }

  @ParameterizedTest(name = "{0} of 3 payouts in a sum of {1}: {2}")
  @CsvSource({
    "3, 376.50, ''",
    "'', 376.50, ''",
    "2, 376.50, unmatched_money",
    "3, 251.00, unmatched_money"
  })
  void r_26_one_entry_of_several_payouts_is_their_batch_or_a_case_and_no_amount_of_one(
      String count, String sum, String cases) {
    String batch = "bat_" + UUID.randomUUID().toString().replace("-", "").substring(0, 26);
    List<Books.Entry> payouts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      payouts.add(books.payout(tenant, "paid", "", NOON));
    }
    books.batch(tenant, batch, payouts);
    String name = batch.substring(4).toUpperCase(Locale.ROOT);
    provider.reports(
        DAY,
        "batch:%s%s||-%s|KES|paid|2026-03-10T11:59:00Z\n"
            .formatted(name, count.isEmpty() ? "" : "*" + count, sum));

    Reconciliation.Result result = run(DAY).result();

    assertThat(books.cases(operator)).isEqualTo(cases.isEmpty() ? List.of() : List.of(cases));
    assertThat(books.cases(payouts.getFirst()))
        .isEqualTo(cases.isEmpty() ? List.of() : List.of("ours_not_theirs"));
    assertThat(result.matched()).isEqualTo(cases.isEmpty() ? 3 : 0);
    assertThat(result.sums().getFirst().theirs()).isEqualTo(sum);
  }

  @Test
  void r_26_a_payout_of_a_batch_that_stands_otherwise_here_is_a_case_of_its_own() {
    String batch = "bat_" + UUID.randomUUID().toString().replace("-", "").substring(0, 26);
    Books.Entry paid = books.payout(tenant, "paid", "", NOON);
    Books.Entry unknown = books.payout(tenant, "submission_unknown", "", NOON);
    books.batch(tenant, batch, List.of(paid, unknown));
    provider.reports(DAY, "batch:%s*2||-251.00|KES|paid|2026-03-10T11:59:00Z\n".formatted(batch));

    run(DAY);

    assertThat(books.cases(paid)).isEmpty();
    assertThat(books.cases(unknown)).containsExactly("status_differs");
    assertThat(books.cases(operator)).isEmpty();
  }

  @ParameterizedTest(name = "{0}: {1} with a fee of {2}")
  @CsvSource({
    "APART, 125.50, -3.00, ''",
    "ADDED, 128.50, -3.00, ''",
    "DEDUCTED, 122.50, -3.00, ''",
    "ADDED, 125.50, -3.00, amount_differs",
    "APART, 128.50, -3.00, amount_differs"
  })
  void r_18_a_fee_is_summed_up_beside_the_payout_and_is_part_of_its_amount_as_the_file_says(
      Fees fees, String amount, String fee, String cases) {
    provider.matching(fees(fees));
    Books.Entry payout = books.payout(tenant, "paid", "p1", NOON);
    provider.reports(
        DAY,
        "%1$s|p1|%2$s|KES|paid|2026-03-10T11:59:00Z\nfee:%1$s||%3$s|KES|paid|\n"
            .formatted(payout.reference(), amount, fee));

    Reconciliation run = run(DAY);

    assertThat(books.cases(payout)).isEqualTo(cases.isEmpty() ? List.of() : List.of(cases));
    assertThat(run.result().sums().getFirst().fees()).isEqualTo("-3.00");
    assertThat(run.result().lines()).isEqualTo(2);
    assertThat(run.result().compared()).isEqualTo(1);
  }

  @Test
  void r_36_money_that_nothing_explains_is_a_case_once_and_never_taken_for_a_return() {
    Books.Entry payout = books.payout(tenant, "paid", "p1", NOON);
    provider.reports(DAY, payout.reference() + "|p1" + PAID + "other:E2E-NEW||125.50|KES|paid|\n");

    Reconciliation first = run(DAY);
    run(DAY);

    assertThat(books.cases(operator)).containsExactly("unmatched_money");
    assertThat(books.cases(payout)).isEmpty();
    assertThat(books.texts("SELECT state FROM payout WHERE id = ?", payout.id()))
        .containsExactly("paid");
    assertThat(first.result().sums().getFirst().other()).isEqualTo("125.50");
  }

  @Test
  void money_of_which_the_file_knows_what_it_is_is_only_counted() {
    provider.matching(
        new MatchTerms(Set.of(), false, false, Fees.APART, false, false, BusinessDays.USUAL));
    provider.reports(DAY, "other:TOP-UP||1000.00|KES|paid|\n");

    assertThat(run(DAY).result().sums().getFirst().other()).isEqualTo("1000.00");
    assertThat(books.cases(operator)).isEmpty();
  }

  @Test
  void a_payout_that_is_paid_in_parts_is_paid_once_the_parts_are_all_there() {
    open(Duration.ofDays(1), "Africa/Nairobi");
    provider.matching(
        new MatchTerms(Set.of(), false, false, Fees.APART, true, true, BusinessDays.USUAL));
    Books.Entry whole = books.payout(tenant, "paid", "p1", NOON);
    Books.Entry half = books.payout(tenant, "paid", "p2", NOON);
    provider.reports(
        DAY,
        "%s|p1|100.00|KES|paid|2026-03-10T11:59:00Z\n%s|p2|100.00|KES|paid|2026-03-10T11:59:00Z\n"
            .formatted(whole.reference(), half.reference()));
    provider.reports(
        DAY.plusDays(1),
        "%s|p1|25.50|KES|paid|2026-03-11T11:59:00Z\n".formatted(whole.reference()));

    assertThat(run(DAY).result().carriedOver()).isEqualTo(2);
    run(DAY.plusDays(1));

    assertThat(books.cases(whole)).isEmpty();
    assertThat(books.cases(half)).containsExactly("amount_differs");
    assertThat(
            books.texts(
                "SELECT CAST(risk_amount AS text) FROM ops_case WHERE payout_id = ?", half.id()))
        .containsExactly("25.5000");
  }

  @Test
  void two_rows_that_come_to_what_was_asked_are_one_payment_and_two_that_come_to_more_are_two() {
    Books.Entry split = books.payout(tenant, "paid", "p1", NOON);
    Books.Entry twice = books.payout(tenant, "paid", "p2", NOON);
    provider.reports(
        DAY,
        "%1$s|p1|100.00|KES|paid|\n%1$s|p1|25.50|KES|paid|\n%2$s|p2|100.00|KES|paid|\n%2$s|p2|25.51|KES|paid|\n"
            .formatted(split.reference(), twice.reference()));

    run(DAY);

    assertThat(books.cases(split)).isEmpty();
    assertThat(books.cases(twice)).contains("duplicate_at_provider");
  }

  @ParameterizedTest(name = "{0} and {1} on the next day: {2}")
  @CsvSource({
    "|2026-03-10T11:59:00Z, |2026-03-11T11:59:00Z, duplicate_at_provider",
    "|2026-03-10T11:59:00Z, |2026-03-10T11:59:00Z, ''",
    "p1|2026-03-10T11:59:00Z, p1|2026-03-11T11:59:00Z, ''",
    "p1|2026-03-10T11:59:00Z, p2|2026-03-11T11:59:00Z, duplicate_at_provider"
  })
  void r_15_what_two_reports_tell_counts_once_where_it_is_one_payment_and_else_it_was_paid_twice(
      String one, String other, String cases) {
    Books.Entry payout = books.payout(tenant, "paid", "p1", NOON);
    provider.reports(DAY, line(payout, one));
    provider.reports(DAY.plusDays(1), line(payout, other) + "OTHER|x|1.00|KES|paid|\n");

    run(DAY);
    run(DAY.plusDays(1));

    assertThat(books.cases(payout)).isEqualTo(cases.isEmpty() ? List.of() : List.of(cases));
  }

  private static String line(Books.Entry payout, String idAndTime) {
    String[] cells = idAndTime.split("\\|", -1);
    return payout.reference() + "|" + cells[0] + "|125.50|KES|paid|" + cells[1] + "\n";
  }

  @Test
  void a_report_of_statuses_without_amounts_is_compared_by_its_statuses() {
    Books.Entry agrees = books.payout(tenant, "paid", "p1", NOON);
    Books.Entry differs = books.payout(tenant, "paid", "p2", NOON);
    provider.reports(
        DAY,
        "%s|p1||KES|paid|\n%s|p2||KES|failed|\n"
            .formatted(agrees.reference(), differs.reference()));

    Reconciliation run = run(DAY);

    assertThat(run.status()).isEqualTo("finished");
    assertThat(books.cases(agrees)).isEmpty();
    assertThat(books.cases(differs)).containsExactly("status_differs");
  }

  @Test
  void what_the_database_finds_plain_is_what_the_judge_finds_too() {
    String[] states = {
      "ready",
      "held",
      "submission_unknown",
      "submitting",
      "sent",
      "paid",
      "failed",
      "returned",
      "cancelled"
    };
    StringBuilder lines = new StringBuilder();
    for (String state : states) {
      for (String status : List.of("processing", "paid", "failed", "returned", "cancelled")) {
        Books.Entry payout = books.payout(tenant, state, "", NOON);
        lines.append("%s||125.50|KES|%s|\n".formatted(payout.reference(), status));
      }
    }
    provider.reports(DAY, lines.toString());

    Reconciliation.Result result = run(DAY).result();

    // As the table of StandingTest says: the equal signs of these states.
    assertThat(result.matched()).isEqualTo(6);
    assertThat(result.compared()).isEqualTo(45);
  }
}
