// Payouts of one tenant at a partner, and what became of them.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Wait;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Creates payouts over HTTP and waits for what is to become of them. */
record PayoutsOfOneTenant(ApiClient client) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * The body of a payout.
   *
   * @param ending the last digits of the account number, which tell the simulated partner what to
   *     do
   * @param more further members, each with a comma before it
   */
  static String body(String reference, String provider, String ending, String more) {
    return """
    {"reference": "%s", "amount": "125.50", "currency": "KES", "provider": "%s",
     "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
       "bank_account": {"account_number": "001234%s", "bank_code": "01"}},
     "sender": {"name": "Jon Doe", "country": "GB"}%s}"""
        .formatted(reference, provider, ending, more);
  }

  JsonNode create(String provider, String ending) throws IOException, InterruptedException {
    return create(provider, ending, "");
  }

  JsonNode create(String provider, String ending, String more)
      throws IOException, InterruptedException {
    String key = UUID.randomUUID().toString();
    ApiClient.Answer answer = client.post("/v1/payouts", key, body(key, provider, ending, more));
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.json();
  }

  JsonNode read(JsonNode payout) throws IOException, InterruptedException {
    return client.get("/v1/payouts/" + id(payout)).json();
  }

  String status(JsonNode payout) throws IOException, InterruptedException {
    return read(payout).path("status").textValue();
  }

  JsonNode await(JsonNode payout, String status) throws Exception {
    try {
      return Wait.until(
          status, PATIENCE, () -> read(payout), now -> now.path("status").asText().equals(status));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + client.history(id(payout)), e);
    }
  }

  /** Waits for a case about a payout, and says its kind. */
  String awaitCase(JsonNode payout) throws Exception {
    return Wait.until(
            "a case",
            PATIENCE,
            () ->
                client.pages("/v1/ops/cases?limit=100").stream()
                    .filter(one -> one.path("payout_id").asText().equals(id(payout)))
                    .toList(),
            cases -> !cases.isEmpty())
        .getFirst()
        .path("kind")
        .textValue();
  }

  /** The types of what happened, in order. */
  List<String> types(JsonNode payout) throws IOException, InterruptedException {
    return client.history(id(payout)).stream().map(one -> one.path("type").textValue()).toList();
  }

  static String id(JsonNode payout) {
    return payout.path("id").textValue();
  }

  static String reference(JsonNode payout) {
    return payout.path("client_reference").textValue();
  }
}
