// No character is taken apart.
package dev.semel.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShortenedTest {
  @Test
  void m_10_a_text_that_is_too_long_ends_before_a_character_that_does_not_fit_whole() {
    assertThat(Shortened.to("abc", 3)).isEqualTo("abc");
    assertThat(Shortened.to("abcd", 3)).isEqualTo("abc");
    assertThat(Shortened.to("ab\uD83D\uDE00", 3)).isEqualTo("ab");
    assertThat(Shortened.to("ab\uD83D\uDE00", 4)).isEqualTo("ab\uD83D\uDE00");
    assertThat(Shortened.to("a\uD83D\uDE00b", 3)).isEqualTo("a\uD83D\uDE00");
  }
}
