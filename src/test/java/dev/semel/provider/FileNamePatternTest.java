// Which files are reports, by their names.
package dev.semel.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamePatternTest {
  @ParameterizedTest
  @CsvSource({
    "s-{date}.csv, s-2026-11-30.csv, 2026-11-30",
    "s-{date:yyyyMMdd}*.csv, s-20261130.csv, 2026-11-30",
    "s-{date:yyyyMMdd}*.csv, s-20261130-2.csv, 2026-11-30",
    "{date:dd.MM.yyyy}_*, 30.11.2026_x, 2026-11-30",
    "s{date:yyMMdd}, s261130, 2026-11-30",
    "s{date:yyyyDDD}, s2026334, 2026-11-30",
    "settlement.csv, settlement.csv, none",
    "s*.csv, s.csv, none"
  })
  void a_name_says_its_day(String pattern, String name, String day) {
    assertThat(FileNamePattern.parse(pattern).match(name))
        .hasValueSatisfying(
            match ->
                assertThat(match.day().map(LocalDate::toString).orElse("none")).isEqualTo(day));
  }

  @ParameterizedTest
  @CsvSource({
    "s-{date}.csv, s-2026-11-31.csv",
    "s-{date}.csv, s-2026-11-30xcsv",
    "s-{date}.csv, s-2026-11-30.csv.part",
    "s-{date:yyyyMMdd}.csv, S-20261130.csv",
    "s(1).csv, s1.csv"
  })
  void what_does_not_fit_is_no_report(String pattern, String name) {
    assertThat(FileNamePattern.parse(pattern).match(name)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "out/s.csv",
        "..\\s.csv",
        "{date:}",
        "{date:MM}",
        "{date}-{date}",
        "{date:yyyy'x'MMdd}"
      })
  void what_can_not_be_a_pattern_is_refused(String pattern) {
    assertThatThrownBy(() -> FileNamePattern.parse(pattern))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
