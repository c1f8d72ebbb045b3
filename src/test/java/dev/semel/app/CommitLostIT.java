// The connection to the database is lost at COMMIT: nobody knows, nobody guesses, and one payout
// comes of it.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.app.rig.DatabaseProxy;
import dev.semel.app.rig.DatabaseProxy.Deed;
import dev.semel.testing.ApiClient;
import dev.semel.testing.ProxiedServer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CommitLostIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String THE_KEY = "INTO idempotency_key";

  /** Values travel with their length before them. */
  private static final String CLAIMED = "\0\0\0\7claimed";

  private static final String ACCEPTED = "the provider says '";

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
  void a_commit_whose_answer_is_lost_is_said_to_be_unknown_and_its_repeat_gets_the_first_answer()
      throws Exception {
    server.trap(Deed.LOSE_ANSWER, THE_KEY);

    ApiClient.Answer lost = server.pay(key);
    ApiClient.Answer again = server.pay(key);

    saysThatItIsUnknown(lost);
    assertThat(again.status()).as(again.text()).isEqualTo(201);
    assertThat(again.header("Idempotent-Replayed")).contains("true");
    assertThat(server.paidOnce(key).path("id")).isEqualTo(again.json().path("id"));
  }

  @Test
  void a_commit_that_never_arrived_is_said_to_be_unknown_and_its_repeat_does_it() throws Exception {
    server.trap(Deed.LOSE_COMMIT, THE_KEY);

    ApiClient.Answer lost = server.pay(key);
    ApiClient.Answer again = server.pay(key);

    saysThatItIsUnknown(lost);
    assertThat(again.status()).as(again.text()).isEqualTo(201);
    assertThat(again.header("Idempotent-Replayed")).isEmpty();
    assertThat(server.paidOnce(key).path("id")).isEqualTo(again.json().path("id"));
  }

  @Test
  void a_connection_that_is_lost_before_the_commit_is_no_unknown_outcome() throws Exception {
    DatabaseProxy.Trap trap = server.trap(Deed.LOSE_STATEMENT, "INTO payout_event");

    ApiClient.Answer lost = server.pay(key);

    trap.await(PATIENCE);
    assertThat(lost.status()).as(lost.text()).isEqualTo(503);
    assertThat(lost.json().path("type").asText()).isEqualTo("/problems/unavailable");
    assertThat(server.pay(key).status()).isEqualTo(201);
    server.paidOnce(key);
  }

  @Test
  void a_record_of_an_answer_whose_commit_is_lost_is_found_again_and_nothing_is_sent_twice()
      throws Exception {
    for (Deed deed : List.of(Deed.LOSE_COMMIT, Deed.LOSE_ANSWER)) {
      String one = key + deed;
      DatabaseProxy.Trap trap = server.trap(deed, ACCEPTED);
      assertThat(server.pay(one).status()).isEqualTo(201);
      trap.await(PATIENCE);
      server.paidOnce(one);
    }
  }

  @Test
  void a_claim_whose_commit_is_lost_sends_nothing_until_it_is_known_that_nothing_was_sent()
      throws Exception {
    for (Deed deed : List.of(Deed.LOSE_COMMIT, Deed.LOSE_ANSWER)) {
      String one = key + deed;
      DatabaseProxy.Trap trap = server.trap(deed, CLAIMED);
      assertThat(server.pay(one).status()).isEqualTo(201);
      trap.await(PATIENCE);
      server.paidOnce(one);
    }
  }

  @Test
  void j_12_a_database_that_goes_between_a_claim_and_its_reading_back_loses_nothing()
      throws Exception {
    DatabaseProxy.Trap trap =
        server.trap(Deed.LOSE_STATEMENT, "ORDER BY p.due_at, p.id FOR UPDATE OF p");
    assertThat(server.pay(key).status()).isEqualTo(201);
    trap.await(PATIENCE);
    server.paidOnce(key);
  }

  private static void saysThatItIsUnknown(ApiClient.Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(500);
    assertThat(answer.json().path("type").asText()).isEqualTo("/problems/outcome-unknown");
    assertThat(answer.header("Retry-After")).isPresent();
    assertThat(answer.header("Idempotency-Expires")).isEmpty();
  }
}
