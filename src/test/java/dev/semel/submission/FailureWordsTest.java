// What is told of a failure, and what never is.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class FailureWordsTest {
  private static final String SECRET = "account 0012345678";

  @Test
  void the_deepest_cause_is_named_and_nobody_is_quoted() {
    Exception cause = new IllegalArgumentException(SECRET);
    FailureWords words = FailureWords.of(new IllegalStateException(SECRET, cause));
    assertThat(words.error()).isEqualTo("IllegalArgumentException");
    assertThat(words.message())
        .contains("IllegalArgumentException", "FailureWordsTest.the_deepest")
        .doesNotContain("0012345678");
  }

  @Test
  void of_the_database_its_state_is_told() {
    FailureWords words =
        FailureWords.of(new IllegalStateException(new SQLException(SECRET, "23514")));
    assertThat(words.message()).contains("SQLSTATE 23514").doesNotContain("0012345678");
  }

  @Test
  void what_has_no_name_and_causes_in_a_circle_are_told_all_the_same() {
    Exception first = new IllegalStateException(SECRET) {};
    Exception second = new IllegalStateException(SECRET, first);
    first.initCause(second);
    assertThat(FailureWords.of(first).error()).isNotEmpty();
    assertThat(FailureWords.of(first).message()).isNotEmpty().doesNotContain("0012345678");
  }
}
