// The few numbers that stand for many.
package dev.semel.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FiguresTest {

  @Test
  void a_quantile_is_a_value_that_was_measured() {
    Figures figures = new Figures();
    LongStream.rangeClosed(1, 20).map(i -> 21 - i).forEach(figures::add);
    assertThat(figures.quantile(0.5)).isEqualTo(10);
    assertThat(figures.quantile(0.95)).isEqualTo(19);
    assertThat(figures.quantile(1)).isEqualTo(20);
    assertThat(figures.quantile(0)).isEqualTo(1);
  }

  @Test
  void one_value_stands_for_itself() {
    Figures figures = new Figures();
    figures.add(7_000_000);
    assertThat(figures.line("one")).startsWith("one ").contains("7.0").endsWith("n=1");
  }

  @Test
  void nothing_has_no_quantile() {
    assertThatThrownBy(() -> new Figures().quantile(0.5)).hasMessage("nothing was measured");
  }
}
