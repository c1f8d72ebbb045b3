// What a replay says, whatever has happened since, and what is said when it can't be had.
package dev.semel.idempotency;

import static dev.semel.idempotency.Asker.isReplayOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.security.CreateCredential;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.Replays;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class ReplayApiTest {

  private static final String CANCEL = "{\"reason\": \"no longer wanted\"}";

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final Partner partner = PartnersResource.partner();
  private Asker asker;

  @BeforeEach
  void becomeATenant() {
    asker = Asker.anew(credentials, database);
  }

  /** The partner never answers, or it answers what tells nothing. */
  @ParameterizedTest
  @CsvSource({"quick, 0002, paid", "silent, 0018, submission_unknown"})
  void i_11_a_payout_whose_outcome_is_unknown_is_the_same_at_every_retry_and_sent_once(
      String provider, String ending, String end) throws Exception {
    String body = asker.payout(provider, ending, "10.00", "cleared");
    ApiClient.Answer first = asker.client().post("/v1/payouts", "k", body);
    JsonNode payout = first.json();

    Replays.assertReplay(first, asker.client().post("/v1/payouts", "k", body));
    asker.await(payout.path("id").textValue(), end);
    for (int i = 0; i < 2; i++) {
      Replays.assertReplay(first, asker.client().post("/v1/payouts", "k", body));
    }

    assertThat(asker.types(payout.path("id").textValue())).contains("outcome_unknown");
    assertThat(asker.payouts()).isEqualTo(1);
    assertThat(partner.submissions(payout.path("client_reference").textValue())).hasSize(1);
  }

  @Test
  void i_14_a_replay_is_the_first_answer_header_by_header_and_byte_by_byte() throws Exception {
    String body = asker.payout("10.00", "pending");
    ApiClient.Answer first = asker.client().post("/v1/payouts", "k", body);
    ApiClient.Answer again = asker.client().post("/v1/payouts", "k", body);

    Replays.assertReplay(first, again);
    assertThat(again.header("Content-Type")).contains("application/json");
    assertThat(again.header("Location"))
        .contains("/v1/payouts/" + first.json().path("id").textValue());
    assertThat(again.header("Set-Cookie")).isEmpty();
  }

  @Test
  void i_14_a_replay_is_the_first_answer_whatever_has_happened_since() {
    Response first = asker.post("k", asker.payout("10.00", "pending"));
    String id = first.path("id");
    asker
        .tenant()
        .request("c", CANCEL)
        .post("/v1/payouts/" + id + "/cancel")
        .then()
        .statusCode(200);

    Response again = asker.post("k", asker.payout("10.00", "pending"));

    isReplayOf(first, again);
    assertThat(again.path("status").toString()).isEqualTo("awaiting_funds");
    assertThat(again.header("Idempotency-Expires")).isEqualTo(first.header("Idempotency-Expires"));
    assertThat(Instant.parse(again.header("Idempotency-Expires")))
        .isAfter(Instant.now().plus(Duration.ofDays(6)));
  }

  @Test
  void i_14_a_refusal_that_was_decided_is_replayed_too() throws Exception {
    String id = asker.create("k", asker.payout("10.00", "pending"));
    String cancel = "/v1/payouts/" + id + "/cancel";
    asker.tenant().request("c-1", CANCEL).post(cancel).then().statusCode(200);

    ApiClient.Answer refused = asker.client().post(cancel, "c-2", CANCEL);
    ApiClient.Answer again = asker.client().post(cancel, "c-2", CANCEL);

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.header("Content-Type")).contains("application/problem+json");
    Replays.assertReplay(refused, again);
    assertThat(asker.types(id)).filteredOn("cancel_asked"::equals).hasSize(2);
  }

  /** What no answer can be made of is an error, and never a free key. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "headers = '\"lost\"'",
        "headers = '[]'",
        "headers = '{\"Location\": {}}'",
        "status = NULL, headers = NULL, body = NULL"
      })
  void a_damaged_answer_is_an_error_and_nothing_is_done_again(String damage) throws Exception {
    String body = asker.payout("10.00", "cleared");
    String id = asker.create("k", body);
    damage(damage);

    Response again = asker.post("k", body);

    assertThat(again.statusCode()).as(again.asString()).isEqualTo(500);
    assertThat(again.path("type").toString()).isEqualTo("/problems/internal-error");
    assertThat(asker.payouts()).isEqualTo(1);
    Asker.isPaidOnce(asker.await(id, "paid"));
  }

  private void damage(String damage) throws SQLException {
    try (var connection = database.getConnection();
        var update =
            connection.prepareStatement(
                "UPDATE idempotency_key SET " + damage + " WHERE credential_id = ?")) {
      update.setString(1, asker.tenant().credentialId());
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
  }
}
