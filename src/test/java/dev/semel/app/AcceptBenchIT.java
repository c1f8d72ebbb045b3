// The measuring command still measures, on so few payouts that no figure of it means anything.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.BenchRun;
import org.junit.jupiter.api.Test;

class AcceptBenchIT {

  @Test
  void payouts_are_accepted_and_replayed_beside_the_same_rows_alone() throws Exception {
    BenchRun run =
        BenchRun.of("accept", "--payouts=60", "--connections=6", "--reference-connections=3");

    assertThat(run.table())
        .as(run.all())
        .contains("rows alone, turn 3", "accepted over HTTP, turn 3", "replayed over HTTP, turn 3")
        .contains("accepted over HTTP to rows alone", "replayed to accepted")
        .containsPattern("payouts stored +240 of 240")
        .contains("reached: every payout stored once");
  }
}
