// The measuring command still measures, on a store so small that no figure of it means anything.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.BenchRun;
import org.junit.jupiter.api.Test;

class KeysBenchIT {

  @Test
  void creates_are_measured_beside_stored_and_purged_keys() throws Exception {
    BenchRun run = BenchRun.of("keys", "--keys=2000", "--seconds=1", "--clients=2");

    assertThat(run.table())
        .as(run.all())
        .contains("without keys, turn 2", "with 2000 keys, turn 2", "during the purge")
        .contains("longest wait for a lock meanwhile", "table and indexes after VACUUM")
        .containsPattern("(reached|MISSED): +no wait for a lock of 100 ms");
  }
}
