// SIGTERM while payouts are being sent: what is running ends or is unknown at once, what is not
// sent is ready, and nothing is lost or sent twice.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.app.rig.DatabaseProxy;
import dev.semel.app.rig.DatabaseProxy.Deed;
import dev.semel.testing.ProviderFileText;
import dev.semel.testing.ProxiedServer;
import dev.semel.testing.Wait;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("long")
class GracefulStopIT {
  /** The exit status of a process that ended as SIGTERM asked. */
  private static final int SIGTERM = 128 + 15;

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String ACCEPTS_WITHOUT_FAULT = "0001";

  /** Values travel with their length before them. */
  private static final String CLAIMED = "\0\0\0\7claimed";

  private static final ProviderFileText PATIENT = ProxiedServer.FILE.with("  timeout", "PT20S");

  private final String key = UUID.randomUUID().toString();

  @Test
  void j_09_a_call_that_ends_within_the_grace_is_recorded_before_the_process_ends()
      throws Exception {
    try (ProxiedServer server = start(PATIENT, "PT15S")) {
      slowly(server, 2_000);
      assertThat(server.pay(key, ACCEPTS_WITHOUT_FAULT).status()).isEqualTo(201);
      awaitRequest(server);

      int status = server.terminate();

      assertThat(status).as(server.output()).isEqualTo(SIGTERM);
      assertThat(history(server)).endsWith("accepted");
      assertThat(server.output()).contains("1 of 1 running calls", "0 are left unknown");
      assertThat(server.output()).doesNotContain("ERROR");
      server.launch();
      server.paidOnce(key);
    }
  }

  @Test
  void j_09_a_call_that_outlasts_the_grace_is_unknown_before_the_process_ends_and_then_found()
      throws Exception {
    try (ProxiedServer server = start(PATIENT, "PT1S")) {
      slowly(server, 10_000);
      assertThat(server.pay(key, ACCEPTS_WITHOUT_FAULT).status()).isEqualTo(201);
      awaitRequest(server);
      long began = System.nanoTime();

      int status = server.terminate();

      assertThat(status).as(server.output()).isEqualTo(SIGTERM);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(9));
      assertThat(history(server)).endsWith("outcome_unknown");
      assertThat(server.rows("SELECT state, lease_until IS NULL FROM payout"))
          .containsExactly("submission_unknown t");
      assertThat(server.output()).contains("0 of 1 running calls", "1 are left unknown");
      server.launch();
      server.paidOnce(key);
    }
  }

  @Test
  void j_09_a_stop_between_the_commit_of_a_claim_and_its_answer_loses_nothing() throws Exception {
    try (ProxiedServer server = start(PATIENT, "PT1S")) {
      DatabaseProxy.Trap trap = server.trap(Deed.HOLD_ANSWER, CLAIMED);
      assertThat(server.pay(key).status()).isEqualTo(201);
      trap.await(PATIENCE);

      server.beginToTerminate();
      Wait.until("the stop", PATIENCE, server::output, text -> text.contains("Stopped: "));
      server.kill();

      assertThat(server.rows("SELECT state FROM payout")).containsExactly("submitting");
      server.launch();
      server.paidOnce(key);
    }
  }

  @Test
  void j_07_stops_again_and_again_keep_what_was_done() throws Exception {
    ProviderFileText slow = PATIENT.with("  in_flight", "3");
    try (ProxiedServer server = start(slow, "PT10S")) {
      slowly(server, 400);
      List<String> keys = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        keys.add(key + i);
        assertThat(server.pay(key + i).status()).isEqualTo(201);
      }
      int sent = 0;
      for (int stop = 1; stop <= 3; stop++) {
        int before = sent;
        sent = Wait.until("progress", PATIENCE, () -> sent(server), count -> count > before + 1);
        assertThat(server.terminate()).as(server.output()).isEqualTo(SIGTERM);
        assertThat(sent(server)).isGreaterThanOrEqualTo(sent);
        server.launch();
      }
      for (String one : keys) {
        server.paidOnce(one);
      }
    }
  }

  @Test
  void j_08_what_was_sent_before_a_stop_is_not_sent_again() throws Exception {
    try (ProxiedServer server = start(PATIENT, "PT10S")) {
      for (int i = 0; i < 3; i++) {
        assertThat(server.pay(key + i).status()).isEqualTo(201);
      }
      Wait.until("sending", PATIENCE, () -> sent(server), count -> count == 3);

      assertThat(server.terminate()).as(server.output()).isEqualTo(SIGTERM);
      server.launch();

      assertThat(server.pay(key + 3).status()).isEqualTo(201);
      for (int i = 0; i < 4; i++) {
        server.paidOnce(key + i);
      }
    }
  }

  @Test
  void j_13_a_kill_right_after_a_payout_was_accepted_leaves_it_to_the_next_start()
      throws Exception {
    try (ProxiedServer server = start(PATIENT, "PT1S")) {
      // The table is the queue: that the claim never came to pass is all that a crash can take.
      DatabaseProxy.Trap trap = server.trap(Deed.HOLD, CLAIMED);
      assertThat(server.pay(key).status()).isEqualTo(201);
      trap.await(PATIENCE);
      server.kill();

      Wait.until(
          "the end of what the server had open",
          PATIENCE,
          () -> server.rows("SELECT state, due_at <= now() FROM payout"),
          List.of("ready t")::equals);
      server.launch();
      server.paidOnce(key);
    }
  }

  private static ProxiedServer start(ProviderFileText file, String grace) throws Exception {
    return ProxiedServer.start(file, Map.of("SEMEL_SUBMISSION_STOP_GRACE", grace));
  }

  /** Nor does the partner say by a webhook what its answer does not say yet. */
  private static void slowly(ProxiedServer server, int millis) throws Exception {
    server.partner().sendWebhooksTo(URI.create("http://127.0.0.1:1"), "simulator");
    server
        .partner()
        .tell(
            "/faults",
            "{\"match\": {\"any\": true}, \"fault\": \"slow_answer\", \"times\": 100, \"params\": {\"ms\": %d}}"
                .formatted(millis));
  }

  private void awaitRequest(ProxiedServer server) throws Exception {
    String reference = server.rows("SELECT client_reference FROM attempt").getFirst();
    Wait.until(
        "the request",
        PATIENCE,
        () -> server.partner().submissions(reference),
        requests -> !requests.isEmpty());
  }

  private static int sent(ProxiedServer server) throws Exception {
    return Integer.parseInt(
        server.rows("SELECT count(*) FROM payout WHERE sent_at IS NOT NULL").getFirst());
  }

  private static List<String> history(ProxiedServer server) throws Exception {
    return server.rows("SELECT type FROM payout_event ORDER BY sequence");
  }
}
