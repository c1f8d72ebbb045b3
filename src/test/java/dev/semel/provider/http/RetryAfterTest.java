// What a partner that is busy asks for, in every form in which it may say so.
package dev.semel.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.RetryAfter;
import dev.semel.provider.SubmitOutcome.Busy;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          # Retry-After                                        | seconds
          120                                                  | 120
          0                                                    | 0
          007                                                  | 7
          1.5                                                  | 2
          0.001                                                | 1
          30.000                                               | 30
          999999999                                            | 86400
          99999999999999999999                                 | 86400
          Tue, 01 Dec 2026 10:00:30 GMT                        | 30
          Tuesday, 01-Dec-26 10:00:30 GMT                      | 30
          Tue Dec  1 10:00:30 2026                             | 30
          Tue, 01 Dec 2026 09:00:00 GMT                        | 0
          Sun Nov  6 08:49:37 1994                             | 0
          Fri, 31 Dec 9999 23:59:59 GMT                        | 86400
          120, 60                                              | 120
          60,120                                               | 120
          soon, 60                                             | 60
          Tue, 01 Dec 2026 10:00:30 GMT, 20                    | 30
          20, Tuesday, 01-Dec-26 10:00:30 GMT                  | 30
          """)
  void every_form_is_read_and_the_most_patient_counts(String value, long seconds) {
    assertThat(pause(value)).contains(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ",",
        "soon",
        "-1",
        "+5",
        ".5",
        "1e3",
        "0x10",
        "12 seconds",
        "1.",
        "Tue",
        "Mon, 01 Dec 2026 10:00:30 GMT",
        "Tue, 31 Nov 2026 10:00:30 GMT",
        "2026-12-01T10:00:30Z",
        "Tue, 01 Dec 2026 10:00:30 CEST"
      })
  void nonsense_says_nothing(String value) {
    assertThat(pause(value)).isEmpty();
  }

  @Test
  void a_header_that_comes_several_times_counts_by_its_most_patient_value() {
    assertThat(pause("5", "soon", "70", "Tue, 01 Dec 2026 10:00:30 GMT"))
        .contains(Duration.ofSeconds(70));
  }

  @Test
  void endless_headers_are_not_read_to_their_end() {
    assertThat(pause("1,".repeat(300))).isEmpty();
    String[] many = new String[2000];
    Arrays.fill(many, "3");
    assertThat(pause(many)).contains(Duration.ofSeconds(3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Tue, 01 Dec 2026 04:00:00 GMT",
        "Tuesday, 01-Dec-26 04:00:00 GMT",
        "Tue Dec  1 04:00:00 2026"
      })
  void a_time_is_judged_against_the_answers_own_whatever_the_partners_clock_says(String date) {
    Busy busy = busy(date, "Tue, 01 Dec 2026 04:00:45 GMT");
    assertThat(busy.patience().at()).isEmpty();
    for (int hours : new int[] {-24, -1, 0, 1, 24}) {
      assertThat(busy.patience().leastPause(NOW.plus(Duration.ofHours(hours))))
          .contains(Duration.ofSeconds(45));
    }
  }

  @Test
  void without_the_answers_own_time_the_databases_decides() {
    Busy busy = busy("", "Tue, 01 Dec 2026 10:00:45 GMT");
    assertThat(busy.patience().pause()).isEmpty();
    assertThat(busy.patience().leastPause(NOW)).contains(Duration.ofSeconds(45));
    assertThat(busy.patience().leastPause(NOW.plusSeconds(60))).contains(Duration.ZERO);
    assertThat(busy.patience().leastPause(NOW.minus(Duration.ofDays(9))))
        .contains(Duration.ofDays(1));
  }

  @Test
  void an_answers_time_that_can_not_be_read_is_as_if_it_had_none() {
    assertThat(busy("yesterday", "Tue, 01 Dec 2026 10:00:45 GMT").patience().at())
        .contains(NOW.plusSeconds(45));
  }

  private static Optional<Duration> pause(String... values) {
    return busy("Tue, 01 Dec 2026 10:00:00 GMT", values).patience().leastPause(NOW);
  }

  private static Busy busy(String date, String... values) {
    Map<String, List<String>> headers = new HashMap<>();
    headers.put("retry-after", List.of(values));
    if (!date.isEmpty()) {
      headers.put("date", List.of(date));
    }
    RetryAfter read = RetryAfter.of(headers);
    return new Busy("http_429", read);
  }
}
