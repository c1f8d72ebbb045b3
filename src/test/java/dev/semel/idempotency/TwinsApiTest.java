// Requests that race under one key, or under one reference.
package dev.semel.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.security.CreateCredential;
import dev.semel.testing.ApiClient;
import dev.semel.testing.AtOnce;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class TwinsApiTest {

  private static final int TWINS = 20;
  private static final String PAYMENT =
      """
      {"payment_reference": "pay-1", "amount": "125.50", "currency": "KES", "captured_at": "2026-11-01T10:00:00Z"}""";

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private Asker asker;

  @BeforeEach
  void becomeATenant() {
    asker = Asker.anew(credentials, database);
  }

  /** The partner pays at once, is slow, or never answers. */
  @ParameterizedTest
  @ValueSource(strings = {"0001", "0008", "0002"})
  void i_01_a_race_loser_gets_the_replay_and_never_a_5xx(String ending) throws Exception {
    String body = asker.payout("quick", ending, "125.50", "cleared");

    List<ApiClient.Answer> answers = twins("/v1/payouts", "twins", body);

    assertThat(answers).map(ApiClient.Answer::status).containsOnly(201);
    assertThat(answers).map(ApiClient.Answer::text).containsOnly(answers.getFirst().text());
    assertThat(answers)
        .map(answer -> answer.header("Location").orElseThrow())
        .containsOnly(answers.getFirst().header("Location").orElseThrow());
    assertThat(replays(answers)).isEqualTo(TWINS - 1);
    assertThat(asker.payouts()).isEqualTo(1);
    JsonNode payout = answers.getFirst().json();
    asker.await(payout.path("id").textValue(), "paid");
    Asker.isPaidOnce(payout);
    assertThat(breaker("quick")).isEqualTo("closed");
  }

  @Test
  void i_01_a_twin_that_has_waited_for_long_is_told_to_come_back() throws Exception {
    String body = asker.payout("125.50", "pending");
    try (Connection first = database.getConnection()) {
      first.setAutoCommit(false);
      try (PreparedStatement taken =
          first.prepareStatement(
              "INSERT INTO idempotency_key (credential_id, operation, key, fingerprint, expires_at) VALUES (?, 'createPayout', 'twins', sha256(''), now() + interval '7 d')")) {
        taken.setString(1, asker.tenant().credentialId());
        taken.executeUpdate();
        long began = System.nanoTime();

        ApiClient.Answer second = asker.client().post("/v1/payouts", "twins", body);

        assertThat(second.status()).as(second.text()).isEqualTo(409);
        assertThat(second.text()).contains("/problems/idempotency-key-in-use");
        assertThat(second.header("Retry-After")).isPresent();
        assertThat((System.nanoTime() - began) / 1_000_000).isBetween(4_000L, 15_000L);
      } finally {
        first.rollback();
      }
    }
    assertThat(asker.post("twins", body).statusCode()).isEqualTo(201);
  }

  /** A server that vanished without a word must not keep a key for hours. */
  @Test
  void no_transaction_may_hold_a_key_for_longer_than_a_minute_without_a_word() throws Exception {
    try (Connection connection = database.getConnection();
        var rows =
            connection.createStatement().executeQuery("SHOW idle_in_transaction_session_timeout")) {
      rows.next();
      assertThat(rows.getString(1)).isEqualTo("1min");
    }
  }

  @Test
  void twins_with_the_reference_alone_in_common_are_one_payout() throws Exception {
    List<ApiClient.Answer> answers =
        AtOnce.answers(
            TWINS,
            number ->
                asker
                    .client()
                    .post("/v1/payouts", "key-" + number, asker.payout("125.50", "pending")));

    assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 201)
        .hasSize(TWINS - 1)
        .allMatch(answer -> answer.status() == 409 && answer.text().contains("reference-taken"));
  }

  @Test
  void i_01_twins_that_fund_pay_once() throws Exception {
    String id = asker.create("fund-me", asker.payout("125.50", "pending"));

    List<ApiClient.Answer> answers = twins("/v1/payouts/" + id + "/funding", "twins", PAYMENT);

    areOneAnswer(answers);
    assertThat(asker.types(id)).filteredOn("funds_cleared"::equals).hasSize(1);
    Asker.isPaidOnce(asker.await(id, "paid"));
  }

  @Test
  void i_01_twins_that_cancel_change_one_payout_once() throws Exception {
    String id = asker.create("cancel-me", asker.payout("125.50", "pending"));

    List<ApiClient.Answer> answers =
        twins("/v1/payouts/" + id + "/cancel", "twins", "{\"reason\": \"changed my mind\"}");

    areOneAnswer(answers);
    assertThat(asker.types(id)).containsExactly("created", "cancel_asked");
  }

  private static void areOneAnswer(List<ApiClient.Answer> answers) {
    assertThat(answers).map(ApiClient.Answer::status).containsOnly(200);
    assertThat(answers).map(ApiClient.Answer::text).containsOnly(answers.getFirst().text());
    assertThat(replays(answers)).isEqualTo(TWINS - 1);
  }

  private String breaker(String name) throws Exception {
    for (JsonNode provider : asker.client().get("/v1/ops/providers").json().path("data")) {
      if (provider.path("name").textValue().equals(name)) {
        return provider.path("breaker").textValue();
      }
    }
    throw new AssertionError("the provider is not listed");
  }

  private List<ApiClient.Answer> twins(String path, String key, String body) throws Exception {
    return AtOnce.answers(TWINS, _ -> asker.client().post(path, key, body));
  }

  private static long replays(List<ApiClient.Answer> answers) {
    return answers.stream()
        .filter(answer -> answer.header("Idempotent-Replayed").filter("true"::equals).isPresent())
        .count();
  }
}
