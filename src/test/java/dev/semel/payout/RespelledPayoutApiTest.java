// The same requests and others, under one key and over HTTP.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.security.CreateCredential;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A sample of what {@link RespelledPayoutTest} tries; its seed is printed in a failure. */
@QuarkusTest
class RespelledPayoutApiTest {
  private static final int SAMPLE = 70;

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  @Test
  void other_spellings_are_replayed_and_other_meanings_are_refused() throws Exception {
    Tenant tenant = Tenant.create(credentials, database);
    long first = Long.getLong("respell.seed", System.nanoTime());
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (long seed = first; seed < first + SAMPLE; seed++) {
        try {
          one(new Random(seed), body -> post(http, tenant, body));
        } catch (AssertionError e) {
          throw new AssertionError("with -Drespell.seed=" + seed + ": " + e.getMessage(), e);
        }
      }
    }
    assertThat(tenant.request().get("/v1/payouts?limit=100").jsonPath().getList("data"))
        .hasSize(SAMPLE);
  }

  private interface Sending {
    HttpResponse<String> send(Sent sent) throws Exception;
  }

  private record Sent(String key, String body) {}

  private static void one(Random random, Sending sending) throws Exception {
    PayoutMeaning meaning = new PayoutMeaning(random);
    PayoutSpelling spelling = new PayoutSpelling(random);
    ObjectNode request = served(meaning.any());
    String key = UUID.randomUUID().toString();
    HttpResponse<String> made = sending.send(new Sent(key, spelling.spell(request)));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    HttpResponse<String> again = sending.send(new Sent(key, spelling.spell(request)));
    assertThat(again.headers().firstValue("Idempotent-Replayed")).as(again.body()).contains("true");
    assertThat(again.body()).isEqualTo(made.body());
    HttpResponse<String> other =
        sending.send(new Sent(key, spelling.spell(meaning.other(request))));
    assertThat(other.statusCode()).as(other.body()).isEqualTo(422);
    assertThat(other.body()).contains("/problems/idempotency-key-reused");
  }

  /** By a client that no contract judges: the server takes more spellings than it asks for. */
  private static HttpResponse<String> post(HttpClient http, Tenant tenant, Sent sent)
      throws Exception {
    return http.send(
        HttpRequest.newBuilder(
                URI.create(RestAssured.baseURI + ":" + RestAssured.port + "/v1/payouts"))
            .header("Authorization", "Bearer " + tenant.token())
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", sent.key())
            .POST(HttpRequest.BodyPublishers.ofString(sent.body()))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** What a provider here serves, and nothing that would be sent. */
  private static ObjectNode served(ObjectNode request) {
    request.put("reference", UUID.randomUUID().toString());
    request.put("amount", "125.50").put("currency", "KES").put("funding", "pending");
    request.put("provider", "quick");
    ObjectNode who = (ObjectNode) request.get("beneficiary");
    String account = "00" + request.get("reference").hashCode() % 10_000 + "1";
    who.remove(List.of("bank_account", "mobile_wallet", "cash_pickup", "card_token"));
    who.put("country", "KE").put("method", "bank_account");
    who.putObject("bank_account")
        .put("account_number", account.replace("-", "9"))
        .put("bank_code", "01");
    return request;
  }
}
