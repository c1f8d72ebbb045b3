// Which ids of a request are taken.
package dev.semel.app.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestIdsTest {

  private final RequestIds ids = new RequestIds(new Random(7));

  @Test
  void an_id_of_the_right_form_is_taken() {
    assertThat(ids.idOf(List.of("A-z_0.9"))).isEqualTo("A-z_0.9");
    assertThat(ids.idOf(List.of("x".repeat(128)))).hasSize(128);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\nb", "é", "a/b"})
  void an_id_of_another_form_is_replaced(String sent) {
    assertThat(ids.idOf(List.of(sent))).matches("req-[0-9a-f]{32}");
  }

  @Test
  void too_long_missing_or_several_ids_are_replaced_with_different_ones() {
    assertThat(
            List.of(
                ids.idOf(List.of("x".repeat(129))),
                ids.idOf(List.of()),
                ids.idOf(List.of("a", "b"))))
        .doesNotHaveDuplicates()
        .allMatch(id -> id.startsWith("req-"));
  }
}
