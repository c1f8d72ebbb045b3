// What a partner answers can always be recorded, or counts as not understood.
package dev.semel.provider.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.semel.provider.UnreadableMessageException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnkeepableTextTest {
  private static ReadValues values(String name, String text) {
    return new ReadValues(
        Map.of(
            name,
            new ReadValues.Value(TextNode.valueOf(text), ValueRead.As.PLAIN, Optional.empty())),
        false);
  }

  @Test
  void a_nul_or_half_a_surrogate_pair_is_replaced_and_whole_pairs_stay() {
    assertThat(values("id", "a\0b\uD800c\uDC00d\uD83D\uDE00").text("id"))
        .contains("a\uFFFDb\uFFFDc\uFFFDd\uD83D\uDE00");
  }

  @Test
  void an_id_that_no_index_can_hold_is_not_understood() throws UnreadableMessageException {
    StatusWords words = new StatusWords(Map.of());
    assertThat(values("id", "x".repeat(255)).statement(words, Optional.empty()).providerPayoutId())
        .isPresent();
    assertThatExceptionOfType(UnreadableMessageException.class)
        .isThrownBy(() -> values("id", "x".repeat(256)).statement(words, Optional.empty()));
  }
}
