// What patience costs, and who is told when it ends: busy partners, silent ones, breakers.
package dev.semel.submission;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.security.CreateCredential;
import dev.semel.testing.ApiClient;
import dev.semel.testing.ContractFilter;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class BudgetApiTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final Partner partner = PartnersResource.partner();
  private ApiClient client;

  @BeforeEach
  void becomeATenant() {
    Tenant tenant = Tenant.create(credentials, database);
    client =
        new ApiClient(URI.create(RestAssured.baseURI + ":" + RestAssured.port), tenant.token());
  }

  @Test
  void u_15_the_partners_limit_on_us_is_waited_out_and_blamed_on_nobody() throws Exception {
    List<JsonNode> payouts =
        List.of(create("quick", "0017"), create("quick", "0017"), create("quick", "0017"));
    for (JsonNode payout : payouts) {
      JsonNode paid = awaitStatus(payout, "paid");
      assertThat(paid.path("failure").isNull()).isTrue();
      assertThat(paid.path("hold").isNull()).isTrue();
      List<JsonNode> busy =
          client.history(id(payout)).stream()
              .filter(entry -> entry.path("type").textValue().equals("busy"))
              .toList();
      assertThat(busy)
          .hasSize(2)
          .allSatisfy(
              entry -> {
                assertThat(entry.path("reason").textValue()).isEqualTo("http_429");
                assertThat(entry.path("to").textValue()).isEqualTo("ready");
              });
      assertThat(partner.submissions(reference(payout))).hasSize(3);
      assertThat(partner.truth(reference(payout)).orElseThrow().timesPaid()).isEqualTo(1);
    }
  }

  @Test
  void u_17_a_closed_account_fails_the_payout_once_with_its_reason() throws Exception {
    JsonNode payout = create("quick", "0011");
    JsonNode failed = awaitStatus(payout, "failed");
    assertThat(failed.at("/failure/code").textValue()).isEqualTo("account_closed");
    assertThat(failed.at("/failure/fault").textValue()).isEqualTo("beneficiary");
    assertThat(partner.submissions(reference(payout))).hasSize(1);
  }

  @Test
  void u_17_a_refusal_that_the_file_does_not_know_ends_before_a_person_and_not_in_a_loop()
      throws Exception {
    JsonNode payout = create("terse", "0011");
    Wait.until(
        "a case",
        PATIENCE,
        () -> text("SELECT min(kind) FROM ops_case WHERE payout_id = ?", id(payout)),
        "submission_unresolved"::equals);
    assertThat(status(payout)).isEqualTo("submission_unknown");
    assertThat(partner.submissions(reference(payout))).as("as many tries as it may").hasSize(2);
  }

  @Test
  void u_18_a_payout_that_the_partner_is_silent_about_is_asked_about_for_ever_and_paid_on_day_9()
      throws Exception {
    JsonNode payout = create("quick", "0034", "pending");
    partner.tell(
        "/faults",
        "{\"match\": {\"client_reference\": \"%s\"}, \"operation\": \"status\", \"fault\": \"unavailable\", \"times\": 5}"
            .formatted(reference(payout)));
    assertThat(client.post("/v1/payouts/" + id(payout) + "/funding", id(payout), PAYMENT).status())
        .isEqualTo(200);
    awaitStatus(payout, "sent");
    // After these the next is due in an hour: from here on it is asked about when the test says so.
    awaitSilence(payout, 3);
    assertThat(alerts(payout)).as("not before its questions are used up").isEmpty();

    askNow(payout);
    awaitSilence(payout, 4);
    assertThat(alerts(payout)).containsExactly("provider_silent 1 going on");
    change(
        payout,
        "created_at = created_at - interval '9 days', sent_at = sent_at - interval '9 days'");
    askNow(payout);
    awaitSilence(payout, 5);
    assertThat(alerts(payout))
        .as("once, not each time")
        .containsExactly("provider_silent 1 going on");
    assertThat(status(payout)).isEqualTo("sent");
    assertThat(text("SELECT (due_at > now()) FROM payout WHERE id = ?", id(payout))).isEqualTo("t");
    assertThat(
            client.pages(
                "/v1/payouts?status=sent&created_to="
                    + URLEncoder.encode(
                        Instant.now()
                            .minus(Duration.ofDays(5))
                            .truncatedTo(ChronoUnit.MILLIS)
                            .toString(),
                        StandardCharsets.UTF_8)))
        .as("what is ageing is listed")
        .extracting(BudgetApiTest::id)
        .containsExactly(id(payout));

    askNow(payout);
    awaitStatus(payout, "paid");
    assertThat(alerts(payout)).containsExactly("provider_silent 1 over");
    assertThat(partner.submissions(reference(payout))).hasSize(1);
  }

  @Test
  void u_24_declines_open_no_breaker_time_outs_do_and_meanwhile_payouts_wait_and_lookups_trickle()
      throws Exception {
    for (JsonNode payout : createAtOnce("brittle", "0011", 30)) {
      awaitStatus(payout, "failed");
    }
    assertThat(breaker("brittle")).isEqualTo("closed");

    // All time out together: when the breaker opens, none has been looked up.
    List<JsonNode> lost = createAtOnce("brittle", "0002", 10);
    Wait.until("the breaker opening", PATIENCE, () -> breaker("brittle"), "open"::equals);
    // What had been claimed before it opened may still be on its way.
    Instant open = Instant.now().plusMillis(700);
    List<JsonNode> waiting =
        List.of(create("brittle", "0001"), create("brittle", "0001"), create("brittle", "0001"));
    assertThat(awaitBreakerAlert(1)).startsWith("1 ");

    for (JsonNode payout : Stream.concat(waiting.stream(), lost.stream()).toList()) {
      awaitStatus(payout, "paid");
      assertThat(partner.submissions(reference(payout))).hasSize(1);
    }
    Instant probe = at(partner.submissions(reference(waiting.getFirst())).getFirst());
    for (JsonNode payout : waiting) {
      Instant sent = at(partner.submissions(reference(payout)).getFirst());
      probe = sent.isBefore(probe) ? sent : probe;
      assertThat(client.history(id(payout)))
          .extracting(entry -> entry.path("type").textValue())
          .as("they waited, and nothing failed")
          .doesNotContain("not_sent", "outcome_unknown", "refused");
    }
    List<Instant> lookups = new ArrayList<>();
    for (JsonNode payout : lost) {
      for (JsonNode request : partner.requests(reference(payout))) {
        Instant at = at(request);
        if (request.path("method").textValue().equals("GET")
            && at.isAfter(open)
            && at.isBefore(probe)) {
          lookups.add(at);
        }
      }
    }
    assertThat(lookups)
        .as("lookups while it was open: one a second")
        .hasSizeBetween(1, (int) Duration.between(open, probe).toSeconds() + 2);
    Wait.until("the alert's end", PATIENCE, () -> text(BREAKER_ALERT, "brittle"), "1 over"::equals);
  }

  @Test
  void a_status_word_in_an_answer_that_the_file_does_not_list_is_processing_with_an_alert()
      throws Exception {
    JsonNode payout = create("wordy", "0001");
    awaitStatus(payout, "paid");
    assertThat(
            text(
                "SELECT count(*) FROM alert WHERE kind = 'unlisted_status' AND subject = ?",
                "wordy:accepted"))
        .isEqualTo("1");
  }

  @Test
  void a_signed_return_of_a_paid_payout_is_asked_about_and_then_applied() throws Exception {
    JsonNode payout = create("wary", "0034");
    awaitStatus(payout, "paid");
    partner.tell("/payouts/" + reference(payout) + "/return", "{}");
    int before = partner.requests(reference(payout)).size();

    deliver("wary", payout, "returned");

    awaitStatus(payout, "returned");
    assertThat(partner.requests(reference(payout)).size()).isGreaterThan(before);
    assertThat(client.history(id(payout)).getLast().path("evidence").textValue())
        .isEqualTo("authenticated_query");
    assertThat(text("SELECT due_at IS NULL FROM payout WHERE id = ?", id(payout))).isEqualTo("t");
    assertThat(partner.submissions(reference(payout))).hasSize(1);
  }

  @Test
  void a_signed_return_that_the_partner_does_not_confirm_changes_nothing_and_goes_to_a_person()
      throws Exception {
    JsonNode payout = create("wary", "0034");
    awaitStatus(payout, "paid");

    deliver("wary", payout, "failed");

    Wait.until(
        "a case",
        PATIENCE,
        () -> text("SELECT min(kind) FROM ops_case WHERE payout_id = ?", id(payout)),
        "contradiction"::equals);
    assertThat(status(payout)).isEqualTo("paid");
    Wait.until(
        "the end of the questions",
        PATIENCE,
        () -> text("SELECT due_at IS NULL FROM payout WHERE id = ?", id(payout)),
        "t"::equals);
    assertThat(partner.submissions(reference(payout))).hasSize(1);
  }

  private static final String PAYMENT =
      "{\"payment_reference\": \"p-1\", \"amount\": \"125.50\", \"currency\": \"KES\", \"captured_at\": \"2026-11-01T10:00:00Z\"}";

  private static final String BREAKER_ALERT =
      "SELECT max(times) || CASE WHEN bool_and(over_at IS NULL) THEN ' going on' ELSE ' over' END FROM alert WHERE kind = 'breaker_open' AND subject = ?";

  private String awaitBreakerAlert(int times) throws Exception {
    return Wait.until(
        "the alert",
        PATIENCE,
        () -> text(BREAKER_ALERT, "brittle"),
        alert -> alert.startsWith(times + " "));
  }

  private List<String> alerts(JsonNode payout) throws Exception {
    return client.pages("/v1/ops/alerts?limit=100").stream()
        .filter(one -> one.path("payout_id").asText().equals(id(payout)))
        .map(
            one ->
                one.path("kind").textValue()
                    + " "
                    + one.path("times")
                    + (one.path("over_at").isNull() ? " going on" : " over"))
        .toList();
  }

  private void awaitSilence(JsonNode payout, int checks) throws Exception {
    Wait.until(
        checks + " checks without an answer",
        PATIENCE,
        () ->
            text(
                "SELECT silent_checks || ' ' || (lease_until IS NULL) FROM payout WHERE id = ?",
                id(payout)),
        (checks + " true")::equals);
  }

  private void askNow(JsonNode payout) throws SQLException {
    change(payout, "due_at = now()");
  }

  private void change(JsonNode payout, String assignment) throws SQLException {
    try (var connection = database.getConnection();
        var statement =
            connection.prepareStatement("UPDATE payout SET " + assignment + " WHERE id = ?")) {
      statement.setString(1, id(payout));
      statement.executeUpdate();
    }
  }

  private String text(String query, String value) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(query)) {
      statement.setString(1, value);
      try (var rows = statement.executeQuery()) {
        rows.next();
        return String.valueOf(rows.getString(1));
      }
    }
  }

  private void deliver(String provider, JsonNode payout, String status) throws Exception {
    String at = Long.toString(Instant.now().getEpochSecond());
    String body =
        """
        {"event_id": "%s", "type": "payout.%s", "created_at": "%s", "sequence": 99,
         "data": {"client_reference": "%s", "id": "%s", "status": "%s", "amount": "125.50", "currency": "KES"}}"""
            .formatted(
                UUID.randomUUID(),
                status,
                Instant.now(),
                reference(payout),
                partner.idOf(reference(payout)),
                status);
    String secret =
        Partner.environment("x", URI.create("http://x"))
            .getOrDefault("SEMEL_PROVIDER_X_WEBHOOK_SECRET", "");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    given()
        .filter(new ContractFilter())
        .contentType("application/json")
        .header("X-Simulator-Timestamp", at)
        .header(
            "X-Simulator-Signature",
            HexFormat.of()
                .formatHex(mac.doFinal((at + "." + body).getBytes(StandardCharsets.UTF_8))))
        .body(body.getBytes(StandardCharsets.UTF_8))
        .post("/webhooks/" + provider)
        .then()
        .statusCode(200);
  }

  private String breaker(String name) throws Exception {
    for (JsonNode provider : client.get("/v1/ops/providers").json().path("data")) {
      if (provider.path("name").textValue().equals(name)) {
        return provider.path("breaker").textValue();
      }
    }
    throw new AssertionError("the provider is not listed");
  }

  private JsonNode create(String provider, String ending) throws Exception {
    return create(provider, ending, "cleared");
  }

  private JsonNode create(String provider, String ending, String funding) throws Exception {
    String key = UUID.randomUUID().toString();
    ApiClient.Answer answer =
        client.post("/v1/payouts", key, payout(key, provider, ending, funding));
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.json();
  }

  private List<JsonNode> createAtOnce(String provider, String ending, int count) throws Exception {
    String payouts =
        IntStream.range(0, count)
            .mapToObj(_ -> payout(UUID.randomUUID().toString(), provider, ending, "cleared"))
            .collect(Collectors.joining(", "));
    ApiClient.Answer answer =
        client.post(
            "/v1/payout-batches", UUID.randomUUID().toString(), "{\"payouts\": [" + payouts + "]}");
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    List<JsonNode> created = new ArrayList<>();
    answer.json().path("payouts").forEach(created::add);
    return created;
  }

  private static String payout(String reference, String provider, String ending, String funding) {
    return """
    {"reference": "%s", "amount": "125.50", "currency": "KES", "provider": "%s", "funding": "%s",
     "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
       "bank_account": {"account_number": "001234%s", "bank_code": "01"}},
     "sender": {"name": "Jon Doe", "country": "GB"}}"""
        .formatted(reference, provider, funding, ending);
  }

  private JsonNode awaitStatus(JsonNode payout, String status) throws Exception {
    try {
      return Wait.until(
          status,
          PATIENCE,
          () -> client.get("/v1/payouts/" + id(payout)).json(),
          now -> now.path("status").textValue().equals(status));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + client.history(id(payout)), e);
    }
  }

  private String status(JsonNode payout) throws Exception {
    return client.get("/v1/payouts/" + id(payout)).json().path("status").textValue();
  }

  private static Instant at(JsonNode request) {
    return Instant.parse(request.path("at").textValue());
  }

  private static String id(JsonNode payout) {
    return payout.path("id").textValue();
  }

  private static String reference(JsonNode payout) {
    return payout.path("client_reference").textValue();
  }
}
