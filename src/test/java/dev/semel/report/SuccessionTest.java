// What two statements say of themselves tells a gap, an overlap and a correction.
package dev.semel.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.ReportFacts.Page;
import dev.semel.provider.ReportPart;
import dev.semel.report.Succession.Kind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuccessionTest {
  private static Optional<String> some(String text) {
    return text.equals("-") ? Optional.empty() : Optional.of(text);
  }

  /** A part of {@code id number from to opening closing}, days of November 2026. */
  private static ReportPart part(String text) {
    String[] words = text.strip().split(" +", -1);
    return new ReportPart(
        some(words[0]),
        Optional.of("ACCOUNT"),
        Optional.of("EUR"),
        some(words[1]).map(Long::valueOf),
        Optional.empty(),
        some(words[2]).map(day -> Instant.parse("2026-11-" + day + "T00:00:00Z")),
        some(words[3]).map(day -> Instant.parse("2026-11-" + day + "T23:59:59Z")),
        some(words[4]).map(BigDecimal::new),
        some(words[5]).map(BigDecimal::new),
        Optional.empty(),
        new ReportPart.Entries(0, 0),
        false);
  }

  @ParameterizedTest(name = "{0} then {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "1 1 01 01 0 5    | 2 2 02 02 5.00 9  | FOLLOWS",
        "1 1 01 01 - -    | 2 2 02 02 - -     | FOLLOWS",
        "1 1 01 01 0 5    | 3 3 03 03 5 9     | GAP",
        "1 - 01 01 0 5    | 3 - 03 03 6 9     | GAP",
        "1 1 01 01 0 5    | 2 2 02 02 6 9     | GAP",
        "1 9 01 01 0 5    | 1 1 02 02 5 9     | FOLLOWS",
        "1 1 01 03 0 5    | 2 2 03 05 5 9     | OVERLAPS",
        "1 1 01 03 0 5    | 2 2 02 02 5 9     | OVERLAPS",
        "1 1 01 01 0 5    | 1 1 01 01 0 6     | REISSUED",
        "2 2 02 02 5 9    | 1 1 01 01 0 5     | OLDER",
        "1 - - - - -      | 2 - - - - -       | UNTOLD",
        "1 - - - 0 5      | 1 - - - 5 7       | FOLLOWS",
      })
  void r_15_r_28_gaps_overlaps_and_corrections_show_in_what_statements_say(
      String before, String now, Kind kind) {
    assertThat(Succession.of(part(before), part(now)).kind()).isEqualTo(kind);
  }

  @Test
  void r_15_an_id_that_is_used_again_next_year_is_another_statement() {
    ReportPart old = part("0001 1 01 01 0 5");
    ReportPart next =
        new ReportPart(
            old.id(),
            old.account(),
            old.currency(),
            old.sequence(),
            old.page(),
            Optional.of(Instant.parse("2027-01-01T00:00:00Z")),
            Optional.of(Instant.parse("2027-01-01T23:59:59Z")),
            Optional.of(new BigDecimal("5")),
            Optional.of(new BigDecimal("7")),
            Optional.empty(),
            old.rows(),
            false);
    assertThat(Succession.of(old, next).kind()).isEqualTo(Kind.FOLLOWS);
  }

  @Test
  void pages_of_one_statement_are_no_corrections_of_each_other() {
    ReportPart one = paged(part("1 1 01 01 0 5"), 1);
    ReportPart two = paged(part("1 1 01 01 5 9"), 2);
    assertThat(Succession.of(one, two).kind()).isEqualTo(Kind.FOLLOWS);
    assertThat(Succession.of(one, paged(part("1 1 01 01 0 6"), 1)).kind()).isEqualTo(Kind.REISSUED);
  }

  private static ReportPart paged(ReportPart part, int page) {
    return new ReportPart(
        part.id(),
        part.account(),
        part.currency(),
        part.sequence(),
        Optional.of(new Page(page, false)),
        part.from(),
        part.to(),
        part.opening(),
        part.closing(),
        part.booked(),
        part.rows(),
        part.copy());
  }

  @Test
  void r_20_another_account_says_nothing_of_this_one() {
    ReportPart one = part("1 1 01 01 0 5");
    ReportPart other =
        new ReportPart(
            one.id(),
            Optional.of("OTHER"),
            one.currency(),
            one.sequence(),
            one.page(),
            one.from(),
            one.to(),
            one.opening(),
            one.closing(),
            one.booked(),
            one.rows(),
            false);
    assertThat(Succession.of(one, other).kind()).isEqualTo(Kind.OTHER_ACCOUNT);
  }
}
