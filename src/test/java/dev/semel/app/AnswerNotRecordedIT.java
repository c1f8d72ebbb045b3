// The partner did it, and the database is away just when that is to be recorded.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.app.rig.DatabaseProxy;
import dev.semel.app.rig.DatabaseProxy.Deed;
import dev.semel.testing.ProxiedServer;
import dev.semel.testing.Wait;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class AnswerNotRecordedIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String ACCEPTED = "the provider says '";
  private static final String REPEATED = "could not be recorded";

  private static ProxiedServer server;

  private final String key = UUID.randomUUID().toString();

  @BeforeAll
  static void start() throws Exception {
    server = ProxiedServer.start();
    // What is recorded shall be what the answer says, not what a webhook says meanwhile.
    server.partner().sendWebhooksTo(URI.create("http://127.0.0.1:1"), "simulator");
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @Test
  void u_20_a_commit_that_failed_or_whose_answer_was_lost_is_made_again_and_stands_once()
      throws Exception {
    for (Deed deed : List.of(Deed.LOSE_STATEMENT, Deed.LOSE_COMMIT, Deed.LOSE_ANSWER)) {
      String one = key + deed;
      DatabaseProxy.Trap trap = server.trap(deed, ACCEPTED);
      assertThat(server.pay(one).status()).isEqualTo(201);
      trap.await(PATIENCE);

      assertThat(history(server.paidOnce(one)))
          .as(deed.name())
          .startsWith("created", "claimed", "accepted")
          .doesNotContain("lease_expired", "lookup_found")
          .containsOnlyOnce("accepted");
    }
  }

  @Test
  void u_20_a_database_that_is_back_while_the_lease_lasts_gets_what_the_partner_said()
      throws Exception {
    int before = repeats();
    DatabaseProxy.Trap trap = server.trap(Deed.LOSE_DATABASE, ACCEPTED);
    assertThat(server.pay(key).status()).isEqualTo(201);
    trap.await(PATIENCE);
    Wait.until("a repeat", PATIENCE, AnswerNotRecordedIT::repeats, count -> count > before);
    server.bringDatabaseBack();

    assertThat(history(server.paidOnce(key)))
        .startsWith("created", "claimed", "accepted")
        .doesNotContain("lease_expired", "lookup_found");
  }

  @Test
  void u_20_a_database_that_is_away_for_longer_leaves_an_unknown_that_is_found_and_adopted()
      throws Exception {
    DatabaseProxy.Trap trap = server.trap(Deed.LOSE_DATABASE, ACCEPTED);
    assertThat(server.pay(key).status()).isEqualTo(201);
    trap.await(PATIENCE);
    Wait.until(
        "the end of the lease",
        PATIENCE,
        () -> server.rows("SELECT lease_until < now() FROM payout WHERE reference = '" + key + "'"),
        List.of("t")::equals);
    Wait.until("giving up", PATIENCE, server::output, text -> text.contains("taken up again when"));
    server.bringDatabaseBack();

    assertThat(history(server.paidOnce(key)))
        .startsWith("created", "claimed", "lease_expired")
        .containsOnlyOnce("lookup_found");
    assertThat(server.rows("SELECT state FROM job WHERE state = 'failed'")).isEmpty();
  }

  private static int repeats() throws Exception {
    return server.output().split(REPEATED, -1).length;
  }

  private static List<String> history(JsonNode payout) throws Exception {
    return server.client().history(payout.path("id").textValue()).stream()
        .peek(entry -> assertThat(entry.path("applied").booleanValue()).as("%s", entry).isTrue())
        .map(entry -> entry.path("type").textValue())
        .toList();
  }
}
