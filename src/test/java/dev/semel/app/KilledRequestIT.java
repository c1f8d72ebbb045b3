// The server is killed in the middle of a request, at a chosen point: the repeat ends at one
// payout.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.app.rig.DatabaseProxy;
import dev.semel.app.rig.DatabaseProxy.Deed;
import dev.semel.testing.ApiClient;
import dev.semel.testing.ProxiedServer;
import dev.semel.testing.Replays;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KilledRequestIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static ProxiedServer server;

  private final String key = UUID.randomUUID().toString();

  @BeforeAll
  static void start() throws Exception {
    server = ProxiedServer.start();
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @Test
  void i_10_a_kill_after_the_key_was_taken_leaves_it_free() throws Exception {
    killedAt(Deed.HOLD, "INSERT INTO payout (");
    beginsAnewAndIsPaidOnce();
  }

  @Test
  void i_10_a_kill_after_the_payout_was_stored_leaves_neither() throws Exception {
    killedAt(Deed.HOLD, "UPDATE idempotency_key");
    beginsAnewAndIsPaidOnce();
  }

  @Test
  void i_10_a_kill_between_the_commit_and_the_answer_leaves_the_answer_to_the_repeat()
      throws Exception {
    killedAt(Deed.HOLD_ANSWER, "INTO idempotency_key");

    ApiClient.Answer again = server.pay(key);

    assertThat(again.status()).as(again.text()).isEqualTo(201);
    assertThat(again.header("Idempotent-Replayed")).contains("true");
    assertThat(server.paidOnce(key).path("id")).isEqualTo(again.json().path("id"));
  }

  @Test
  void i_10_a_kill_after_the_partner_accepted_sends_nothing_again_and_i_14_the_replay_is_the_same()
      throws Exception {
    DatabaseProxy.Trap trap = server.trap(Deed.HOLD, "the provider says '");
    ApiClient.Answer first = server.pay(key);
    assertThat(first.status()).as(first.text()).isEqualTo(201);
    trap.await(PATIENCE);
    server.kill();
    server.launch();

    ApiClient.Answer again = server.pay(key);

    Replays.assertReplay(first, again);
    assertThat(server.paidOnce(key).path("id")).isEqualTo(first.json().path("id"));
  }

  private void beginsAnewAndIsPaidOnce() throws Exception {
    ApiClient.Answer again = server.pay(key);
    assertThat(again.status()).as(again.text()).isEqualTo(201);
    assertThat(again.header("Idempotent-Replayed")).isEmpty();
    assertThat(server.paidOnce(key).path("id")).isEqualTo(again.json().path("id"));
    Replays.assertReplay(again, server.pay(key));
  }

  private void killedAt(Deed deed, String words) throws Exception {
    DatabaseProxy.Trap trap = server.trap(deed, words);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<ApiClient.Answer> asked = threads.submit(() -> server.pay(key));
      trap.await(PATIENCE);
      server.kill();
      assertThat(asked)
          .failsWithin(PATIENCE)
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(IOException.class);
    }
    server.launch();
  }
}
