// A client, the partner and people act on one payout at the same moment: one legal outcome, and no
// error.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.security.CreateCredential;
import dev.semel.testing.ApiClient;
import dev.semel.testing.AtOnce;
import dev.semel.testing.ContractWorld;
import dev.semel.testing.PaidOnceCheck;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ParallelActsApiTest {
  private static final int PAYOUTS = 200;
  private static final int AT_A_TIME = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String REASON = "{\"reason\": \"at the same moment\"}";
  private static final String STATEMENT =
      "{\"reason\": \"at the same moment\", \"statement\": \"The partner lacks it.\"}";

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private URI server;
  private Tenant tenant;
  private ApiClient client;

  @BeforeEach
  void becomeATenant() {
    tenant = Tenant.create(credentials, database);
    server = URI.create(RestAssured.baseURI + ":" + RestAssured.port);
    client = new ApiClient(server, tenant.token());
  }

  @Test
  void j_15_cancel_paid_by_webhook_resend_and_hold_at_once_have_one_legal_outcome_and_no_5xx()
      throws Exception {
    List<ApiClient.Answer> answers = new ArrayList<>();
    for (int i = 0; i < PAYOUTS; i += AT_A_TIME) {
      List<PayoutRow> held = new ArrayList<>();
      for (int j = 0; j < AT_A_TIME; j++) {
        held.add(refused());
      }
      for (PayoutRow one : held) {
        Wait.until("holding", PATIENCE, () -> one.text("state"), "held"::equals);
      }
      answers.addAll(
          AtOnce.answers(4 * AT_A_TIME, number -> act(held.get(number / 4), number % 4)));
    }

    assertThat(answers).extracting(ApiClient.Answer::status).containsOnly(200, 409);
    List<JsonNode> settled =
        Wait.until(
            "rest",
            PATIENCE,
            () -> client.pages("/v1/payouts?limit=100"),
            all -> all.stream().allMatch(one -> isAtRest(one.path("status").asText())));
    assertThat(settled).hasSize(PAYOUTS);
    new PaidOnceCheck(client, PartnersResource.partner()).histories(settled);
    for (JsonNode payout : settled) {
      List<String> applied = applied(payout);
      assertThat(applied).as("what was applied to %s", payout).doesNotHaveDuplicates();
      assertThat(Set.of("cancelled", "paid", "held")).contains(payout.path("status").asText());
    }
  }

  /** What is sent again is refused again, and held. */
  private static boolean isAtRest(String status) {
    return !Set.of("ready", "submitting", "submission_unknown").contains(status);
  }

  /** The acts of people and of the partner that changed a payout. */
  private List<String> applied(JsonNode payout) throws Exception {
    return client.history(payout.path("id").textValue()).stream()
        .filter(entry -> entry.path("applied").booleanValue())
        .map(entry -> entry.path("type").textValue())
        .filter(
            type -> type.contains("operator") || type.contains("cancel") || type.contains("says"))
        .collect(Collectors.toList());
  }

  private ApiClient.Answer act(PayoutRow payout, int act) throws Exception {
    String key = UUID.randomUUID().toString();
    return switch (act) {
      case 0 -> client.post("/v1/payouts/" + payout.id() + "/cancel", key, REASON);
      case 1 -> client.post("/v1/ops/payouts/" + payout.id() + "/resend", key, STATEMENT);
      case 2 -> client.post("/v1/ops/payouts/" + payout.id() + "/hold", key, REASON);
      default -> paidByWebhook(payout);
    };
  }

  private ApiClient.Answer paidByWebhook(PayoutRow payout) throws Exception {
    String body =
        """
        {"event_id": "%s", "type": "payout.paid", "created_at": "%s", "sequence": 3, "data": {"id": "%s", "client_reference": "%s", "status": "paid", \
        "amount": "125.50", "currency": "KES", "returned_amount": null}}"""
            .formatted(
                UUID.randomUUID(),
                Instant.now(),
                "theirs-" + payout.id(),
                payout.text("(SELECT client_reference FROM attempt WHERE payout_id = payout.id)"));
    long now = Instant.now().getEpochSecond();
    return ApiClient.send(
        HttpRequest.newBuilder(server.resolve("/webhooks/quick"))
            .header("Content-Type", "application/json")
            .header("X-Simulator-Timestamp", Long.toString(now))
            .header("X-Simulator-Signature", ContractWorld.signature(now, body))
            .POST(BodyPublishers.ofString(body))
            .build(),
        body);
  }

  /** One that the partner refused for a fault of ours: people may cancel it or send it again. */
  private PayoutRow refused() throws Exception {
    ApiClient.Answer created =
        client.post(
            "/v1/payouts",
            UUID.randomUUID().toString(),
            """
            {"reference": "%s", "amount": "125.50", "currency": "KES", "provider": "quick", \
            "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account", \
            "bank_account": {"account_number": "0012340016", "bank_code": "01"}}, "sender": {"name": "Jon Doe", "country": "GB"}}"""
                .formatted(UUID.randomUUID()));
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    return new PayoutRow(created.json().path("id").textValue(), database);
  }
}
