// Keys of every length are taken or refused, and never exhaust the stack.
package dev.semel.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyLengthTest {
  private static IdempotencyKey key(String line) {
    return IdempotencyKey.of("key_1", "createPayout", List.of(line));
  }

  @Test
  void the_longest_key_may_be_escaped_throughout() {
    assertThat(key('"' + "\\\"".repeat(255) + '"').key()).isEqualTo("\"".repeat(255));
  }

  @ParameterizedTest
  @ValueSource(ints = {256, 8_000, 15_000})
  void a_quoted_key_that_is_too_long_is_invalid_however_long_it_is(int length) {
    assertThatExceptionOfType(ProblemException.class)
        .isThrownBy(() -> key('"' + "a".repeat(length) + '"'))
        .satisfies(
            problem -> assertThat(problem.type()).isEqualTo(ProblemType.IDEMPOTENCY_KEY_INVALID));
  }
}
