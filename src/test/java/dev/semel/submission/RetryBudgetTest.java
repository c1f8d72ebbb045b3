// How many retries there are, by the numbers of what was sent.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryBudgetTest {
  private static final RetryBudget BUDGET = new RetryBudget(20, 10);

  @ParameterizedTest(name = "{0} firsts, {1} retries, {2} of them this minute: {3} left")
  @CsvSource({
    "0, 0, 0, 10",
    "0, 9, 9, 1",
    "0, 10, 10, 0",
    // A new minute.
    "0, 10, 0, 10",
    "100, 0, 0, 20",
    "100, 15, 15, 5",
    "100, 20, 20, 0",
    "100, 20, 4, 6",
    "1000, 150, 40, 50",
    "1000, 250, 9, 1",
    "49, 0, 0, 10",
    "54, 0, 0, 10",
    "55, 0, 0, 11",
  })
  void a_fifth_of_the_first_submissions_but_never_less_than_ten_a_minute(
      long firsts, long retries, long thisMinute, long left) {
    assertThat(BUDGET.left(new RetryBudget.Sent(firsts, retries, thisMinute))).isEqualTo(left);
  }
}
