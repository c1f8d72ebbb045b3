// Which Accept headers can be read.
package dev.semel.app.edge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypeFilterTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*/*",
        "application/json",
        "application/*;q=0.1, text/html",
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
        "application/json;charset=\"utf-8\" ; q=1.0",
        "application/signed-exchange;v=b3;q=0.7"
      })
  void ranges_with_qualities_are_read(String accept) {
    assertThat(MediaTypeFilter.canBeRead(accept)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "garbage", "a/b/c", "a/b;;q=1", "text/html;q=1.5", "text/html;q=x", ","})
  void what_has_another_form_is_not(String accept) {
    assertThat(MediaTypeFilter.canBeRead(accept)).isFalse();
  }
}
