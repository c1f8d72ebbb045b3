// The measuring command still measures, on a burst so small that no figure of it means anything.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.testing.BenchRun;
import org.junit.jupiter.api.Test;

class WebhooksBenchIT {

  @Test
  void a_burst_of_webhooks_is_answered_kept_and_applied_once() throws Exception {
    BenchRun run = BenchRun.of("webhooks", "--webhooks=150", "--connections=3");

    assertThat(run.table())
        .as(run.all())
        .contains("bare inserts, turn 2", "webhooks, processing stopped, turn 2")
        .contains("webhooks, the burst, while processed", "webhooks, processing hindered")
        .contains("reached: every webhook answered 200")
        .contains("reached: nothing lost, nothing applied twice")
        .containsPattern("payouts paid +100 of 100");
  }
}
