// A client of one tenant that asks for payouts, and asks again.
package dev.semel.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.security.CreateCredential;
import dev.semel.simulator.Truth;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * A tenant, and a reference that nobody else uses.
 *
 * @param tenant who asks
 * @param reference of the payout that is asked for
 */
record Asker(Tenant tenant, String reference) {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A new tenant. */
  static Asker anew(CreateCredential credentials, DataSource database) {
    return new Asker(Tenant.create(credentials, database), UUID.randomUUID().toString());
  }

  /** Asks under a key. */
  Response post(String key, String body) {
    return tenant.request(key, body).post("/v1/payouts");
  }

  /** Asks under a key, and returns the id of what was made. */
  String create(String key, String body) {
    Response created = post(key, body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return created.path("id");
  }

  /** The same tenant's plain client. */
  ApiClient client() {
    return new ApiClient(server(), tenant.token());
  }

  /** How many payouts the tenant has. */
  int payouts() {
    return tenant.request().get("/v1/payouts?limit=100").jsonPath().getList("data").size();
  }

  /** A payout that the partner pays at once, when it is funded. */
  String payout(String amount, String funding) {
    return payout("quick", "0001", amount, funding);
  }

  /**
   * A payout.
   *
   * @param ending of the account number, which chooses what the partner does
   */
  String payout(String provider, String ending, String amount, String funding) {
    return """
    {"reference": "%s", "amount": "%s", "currency": "KES", "funding": "%s", "provider": "%s", \
    "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account", \
    "bank_account": {"account_number": "001234%s", "bank_code": "01"}}, \
    "sender": {"name": "Jon Doe", "country": "GB"}}"""
        .formatted(reference, amount, funding, provider, ending);
  }

  /** Waits for a payout's status. */
  JsonNode await(String id, String status) throws Exception {
    return Wait.until(
        status,
        PATIENCE,
        () -> client().get("/v1/payouts/" + id).json(),
        now -> now.path("status").asText().equals(status));
  }

  /** Checks that the partner got a payout once and paid it once. */
  static void isPaidOnce(JsonNode payout) throws Exception {
    Partner partner = PartnersResource.partner();
    String ours = payout.path("client_reference").textValue();
    Wait.until(
        "the payment",
        PATIENCE,
        () -> partner.truth(ours).map(Truth::timesPaid).orElse(0),
        times -> times == 1);
    assertThat(partner.submissions(ours)).hasSize(1);
  }

  /** The types of a payout's history. */
  List<String> types(String id) throws Exception {
    return client().history(id).stream().map(entry -> entry.path("type").textValue()).toList();
  }

  /** Checks that an answer is the first one again. */
  static void isReplayOf(Response first, Response again) {
    assertThat(again.statusCode()).as(again.asString()).isEqualTo(first.statusCode());
    assertThat(again.asByteArray()).isEqualTo(first.asByteArray());
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(first.header("Idempotent-Replayed")).isNull();
  }

  /** Where the server listens. */
  static URI server() {
    return URI.create(RestAssured.baseURI + ":" + RestAssured.port);
  }
}
