// Every state of ours beside every status of theirs.
package dev.semel.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.domain.PayoutState;
import dev.semel.domain.ProviderStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class StandingTest {

  /** = agree, &lt; we are behind, &gt; they are behind, x both can't be true. */
  private static final String TABLE =
      """
      ours                processing failed cancelled paid returned
      awaiting_funds      x          x      x         x    x
      ready               x          x      x         x    x
      submitting          =          <      <         <    <
      submission_unknown  x          x      x         x    x
      sent                =          <      <         <    <
      held                x          x      x         x    x
      paid                >          x      x         =    x
      failed              >          =      x         x    x
      returned            >          x      x         >    =
      cancelled           x          x      =         x    x
      """;

  @Test
  void every_pair_goes_together_as_the_table_says() {
    List<List<String>> rows =
        TABLE.lines().map(line -> Arrays.asList(line.split(" +", -1))).toList();

    assertThat(rows).hasSize(PayoutState.values().length + 1);
    for (List<String> row : rows.subList(1, rows.size())) {
      for (ProviderStatus theirs : ProviderStatus.values()) {
        String sign = row.get(rows.getFirst().indexOf(theirs.name().toLowerCase(Locale.ROOT)));
        assertThat(sign(Standing.of(PayoutState.ofWireName(row.getFirst()), theirs)))
            .as("%s beside %s", row.getFirst(), theirs)
            .isEqualTo(sign);
      }
    }
  }

  private static String sign(Standing standing) {
    return switch (standing) {
      case AGREES -> "=";
      case OURS_BEHIND -> "<";
      case THEIRS_BEHIND -> ">";
      case CONTRADICTS -> "x";
    };
  }
}
