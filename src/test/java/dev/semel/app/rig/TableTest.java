// The table at the end of the story.
package dev.semel.app.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final Table TABLE =
      new Table(
          List.of("payout", "what happened"),
          List.of(List.of("demo-01", "accepted and paid"), List.of("demo-102", "refused")));

  @Test
  void columns_are_aligned_and_lines_end_without_spaces() {
    assertThat(TABLE.lines(100))
        .containsExactly(
            "payout    what happened",
            "--------  -----------------",
            "demo-01   accepted and paid",
            "demo-102  refused");
  }

  @Test
  void a_table_that_is_too_wide_is_cut_in_its_widest_column() {
    assertThat(TABLE.lines(20))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(20))
        .contains("demo-01   accepted..");
  }

  @Test
  void a_row_has_a_cell_for_each_column() {
    List<String> head = List.of("one", "two");
    List<List<String>> rows = List.of(List.of("alone"));
    assertThatThrownBy(() -> new Table(head, rows)).isInstanceOf(IllegalArgumentException.class);
  }
}
