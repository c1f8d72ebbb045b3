// What becomes of a payout at partners that misbehave, and how often they were asked to pay it.
package dev.semel.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.security.CreateCredential;
import dev.semel.simulator.Truth;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class SubmissionApiTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String ANSWERS =
      """
      accepts                   | 0001 | paid               | 1 | 1 | claimed accepted provider_says_paid
      never answers             | 0002 | paid               | 1 | 1 | claimed outcome_unknown lookup_found
      504 after accepting       | 0003 | paid               | 1 | 1 | claimed outcome_unknown lookup_found
      reset after accepting     | 0004 | paid               | 1 | 1 | claimed outcome_unknown lookup_found
      answers HTML              | 0005 | paid               | 1 | 1 | claimed outcome_unknown lookup_found
      answers half a body       | 0006 | paid               | 1 | 1 | claimed outcome_unknown lookup_found
      never received it         | 0007 | paid               | 1 | 1 | claimed outcome_unknown absence_confirmed claimed accepted
      answers slowly            | 0008 | paid               | 1 | 1 | claimed accepted
      duplicate under a 500     | 0009 | paid               | 1 | 1 | claimed duplicate_reference lookup_found
      account closed            | 0011 | failed             | 1 | 0 | claimed refused
      beneficiary blocked       | 0012 | failed             | 1 | 0 | claimed refused
      limit exceeded            | 0013 | failed             | 1 | 0 | claimed refused
      refused under a 500       | 0014 | failed             | 1 | 0 | claimed refused
      our balance is short      | 0015 | held               | 1 | 0 | claimed platform_fault
      our key is not taken      | 0016 | held               | 1 | 0 | claimed platform_fault
      busy twice                | 0017 | paid               | 3 | 1 | claimed busy claimed busy claimed accepted
      503, and it never had it  | 0018 | paid               | 2 | 1 | claimed outcome_unknown absence_confirmed claimed accepted
      visible late              | 0021 | paid               | 1 | 1 | claimed outcome_unknown lookup_found
      visible too late          | 0022 | paid               | 2 | 1 | claimed outcome_unknown absence_confirmed claimed duplicate_reference lookup_found
      fails later               | 0025 | failed             | 1 | 0 | claimed accepted provider_says_failed
      """;

  /** An account at which the partner is unavailable twice. */
  private static final String TWICE_AWAY = "9" + (100 + (int) (System.nanoTime() % 900));

  /** Payouts whose tests mostly wait: all of them begin with the first test. */
  private static final Map<String, JsonNode> BEGUN = new HashMap<>();

  private static @Nullable Tenant tenant;

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final Partner partner = PartnersResource.partner();
  private ApiClient client;

  @BeforeEach
  void becomeATenant() throws Exception {
    Tenant us = tenant == null ? Tenant.create(credentials, database) : tenant;
    tenant = us;
    client = new ApiClient(server(), us.token());
    if (BEGUN.isEmpty()) {
      begin();
    }
  }

  private void begin() throws Exception {
    partner.tell(
        "/faults",
        "{\"match\": {\"account\": \"001234%s\"}, \"fault\": \"unavailable\", \"times\": 2}"
            .formatted(TWICE_AWAY));
    begin("quick", TWICE_AWAY);
    for (String row : ANSWERS.lines().toList()) {
      begin("quick", row.split("\\|", -1)[1].strip());
    }
    begin("silent", "0018");
    begin("forgetful", "0018");
    begin("gone", "0001");
    begin("quick", "0023");
  }

  private void begin(String provider, String ending) throws Exception {
    BEGUN.put(provider + ending, create(provider, ending));
  }

  private static JsonNode begun(String provider, String ending) {
    return Objects.requireNonNull(BEGUN.get(provider + ending));
  }

  // The history leaves out what repeats with the speed of the machine: lookups that told nothing.
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(delimiter = '|', textBlock = ANSWERS)
  void every_answer_of_a_partner_ends_where_the_lifecycle_says(
      String name, String ending, String state, int submissions, int paid, String history)
      throws Exception {
    JsonNode payout = begun("quick", ending);

    JsonNode ended = awaitStatus(payout, state);

    assertThat(types(ended)).containsSubsequence(history.split(" "));
    assertThat(types(ended)).filteredOn("claimed"::equals).hasSize(count(history, "claimed"));
    List<JsonNode> sent = partner.submissions(reference(payout));
    assertThat(sent).hasSize(submissions);
    assertThat(sent).allMatch(request -> request.path("body").asText().contains(reference(payout)));
    assertThat(partner.truth(reference(payout)).map(Truth::timesPaid).orElse(0)).isEqualTo(paid);
    assertThat(ended.path("attempt").intValue()).isEqualTo(1);
  }

  @Test
  void i_21_every_automatic_resend_carries_the_same_reference_key_and_body() throws Exception {
    JsonNode payout = begun("quick", TWICE_AWAY);
    JsonNode paid = awaitStatus(payout, "paid");
    List<JsonNode> sent = partner.submissions(reference(payout));
    assertThat(sent).hasSize(3);
    assertThat(paid.path("client_reference")).isEqualTo(payout.path("client_reference"));
    assertThat(sent)
        .map(request -> request.path("body").textValue())
        .containsOnly(sent.getFirst().path("body").textValue());
    assertThat(sent).map(SubmissionApiTest::key).containsOnly(key(sent.getFirst()));
    assertThat(key(sent.getFirst())).isNotBlank();
  }

  @Test
  void retry_after_is_waited_for() throws Exception {
    JsonNode payout = begun("quick", "0017");
    awaitStatus(payout, "paid");
    List<Instant> at =
        partner.submissions(reference(payout)).stream()
            .map(request -> Instant.parse(request.path("at").textValue()))
            .toList();
    assertThat(Duration.between(at.get(0), at.get(1))).isGreaterThan(Duration.ofMillis(990));
    assertThat(Duration.between(at.get(1), at.get(2))).isGreaterThan(Duration.ofMillis(990));
  }

  @Test
  void a_partner_that_can_not_be_reached_is_tried_until_the_tries_are_used_up() throws Exception {
    JsonNode held = awaitStatus(begun("gone", "0001"), "held");
    assertThat(held.at("/hold/reason").textValue()).isEqualTo("retries_used_up");
    assertThat(types(held)).filteredOn("not_sent"::equals).hasSize(4);
    assertThat(alerts(held)).contains("not_sent_retries_used_up");
  }

  @Test
  void a_fault_on_our_side_holds_the_payout_and_tells_people() throws Exception {
    JsonNode held = awaitStatus(begun("quick", "0015"), "held");
    assertThat(held.at("/hold/reason").textValue()).isEqualTo("platform_fault");
    assertThat(held.path("failure").isNull()).isTrue();
    assertThat(alerts(held)).contains("not_sent_platform_fault");
  }

  @Test
  void nothing_is_resent_where_absence_is_not_promised_to_mean_anything() throws Exception {
    JsonNode payout = begun("silent", "0018");
    assertThat(awaitCase(payout)).isEqualTo("submission_unresolved");
    assertThat(status(payout)).isEqualTo("submission_unknown");
    assertThat(partner.submissions(reference(payout))).hasSize(1);
  }

  @Test
  void i_20_nothing_is_resent_once_the_partner_may_have_forgotten_the_reference() throws Exception {
    JsonNode payout = begun("forgetful", "0018");
    assertThat(awaitCase(payout)).isEqualTo("submission_unresolved");
    assertThat(status(payout)).isEqualTo("submission_unknown");
    assertThat(partner.submissions(reference(payout))).hasSize(1);
  }

  @Test
  void other_terms_at_the_partner_are_adopted_and_put_before_a_person() throws Exception {
    JsonNode payout = begun("quick", "0023");
    assertThat(awaitCase(payout)).isEqualTo("terms_differ");
    assertThat(status(payout)).isEqualTo("sent");
    assertThat(partner.submissions(reference(payout))).hasSize(1);
  }

  @Test
  void a_breaker_opens_on_time_outs_and_payouts_wait_for_the_partner() throws Exception {
    for (int i = 0; i < 6; i++) {
      awaitStatus(create("fragile", "0011"), "failed");
    }
    assertThat(breaker()).as("refusals are answers").isEqualTo("closed");
    List<JsonNode> lost =
        List.of(create("fragile", "0002"), create("fragile", "0002"), create("fragile", "0002"));
    Wait.until("the breaker opening", PATIENCE, this::breaker, "open"::equals);

    JsonNode waiting = create("fragile", "0001");

    JsonNode paid = awaitStatus(waiting, "paid");
    assertThat(types(paid)).doesNotContain("not_sent", "busy");
    assertThat(partner.submissions(reference(waiting))).hasSize(1);
    assertThat(
            Duration.between(
                Instant.parse(waiting.path("created_at").textValue()),
                Instant.parse(
                    partner.submissions(reference(waiting)).getFirst().path("at").textValue())))
        .as("it waited while the breaker was open")
        .isGreaterThan(Duration.ofMillis(300));
    for (JsonNode payout : lost) {
      awaitStatus(payout, "paid");
    }
  }

  @Test
  void a_partner_that_hangs_keeps_no_other_waiting() throws Exception {
    List<JsonNode> hanging = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      hanging.add(create("bulk", "0002"));
    }
    for (JsonNode payout : hanging) {
      awaitStatus(payout, "submitting");
    }

    JsonNode paid = awaitStatus(create("quick", "0001"), "paid");

    Instant accepted = recordedAt(paid, "accepted");
    for (JsonNode payout : hanging) {
      Wait.until(
          "the end of a call that hangs",
          PATIENCE,
          () -> types(payout),
          types -> types.contains("outcome_unknown"));
      assertThat(recordedAt(payout, "outcome_unknown")).isAfter(accepted);
    }
  }

  private Instant recordedAt(JsonNode payout, String type) throws Exception {
    return client.history(id(payout)).stream()
        .filter(one -> one.path("type").textValue().equals(type))
        .map(one -> Instant.parse(one.path("recorded_at").textValue()))
        .findFirst()
        .orElseThrow();
  }

  private String breaker() throws Exception {
    for (JsonNode provider : client.get("/v1/ops/providers").json().path("data")) {
      if (provider.path("name").textValue().equals("fragile")) {
        return provider.path("breaker").textValue();
      }
    }
    throw new AssertionError("the provider is not listed");
  }

  private JsonNode create(String provider, String ending) throws Exception {
    String key = UUID.randomUUID().toString();
    ApiClient.Answer answer =
        client.post(
            "/v1/payouts",
            key,
            """
            {"reference": "%s", "amount": "125.50", "currency": "KES", "provider": "%s",
             "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
               "bank_account": {"account_number": "001234%s", "bank_code": "01"}},
             "sender": {"name": "Jon Doe", "country": "GB"}}"""
                .formatted(key, provider, ending));
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.json();
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

  private String awaitCase(JsonNode payout) throws Exception {
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

  private List<String> alerts(JsonNode payout) throws Exception {
    return client.pages("/v1/ops/alerts?limit=100").stream()
        .filter(one -> one.path("payout_id").asText().equals(id(payout)))
        .map(one -> one.path("kind").textValue())
        .toList();
  }

  private List<String> types(JsonNode payout) throws Exception {
    return client.history(id(payout)).stream().map(one -> one.path("type").textValue()).toList();
  }

  private String status(JsonNode payout) throws Exception {
    return client.get("/v1/payouts/" + id(payout)).json().path("status").textValue();
  }

  private static String key(JsonNode request) {
    for (var header : request.path("headers").properties()) {
      if (header.getKey().equalsIgnoreCase("idempotency-key")) {
        return header.getValue().asText();
      }
    }
    return "";
  }

  private static int count(String history, String word) {
    return (int) List.of(history.split(" ")).stream().filter(word::equals).count();
  }

  private static String id(JsonNode payout) {
    return payout.path("id").textValue();
  }

  private static String reference(JsonNode payout) {
    return payout.path("client_reference").textValue();
  }

  private static URI server() {
    return URI.create(RestAssured.baseURI + ":" + RestAssured.port);
  }
}
