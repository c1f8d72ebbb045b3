// Money and names over HTTP, beside what the partner received.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.security.CreateCredential;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
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
import org.junit.jupiter.params.provider.FieldSource;

@QuarkusTest
class MoneyApiTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final String AMOUNTS =
      """
      JP, JPY, 500, 500, 500
      IS, ISK, 500, 500, 500
      KR, KRW, 500, 500, 500
      CL, CLP, 500, 500, 500
      VN, VND, 500, 500, 500
      KW, KWD, 10.500, 10.500, 10500
      KE, KES, 125.50, 125.50, 12550
      CL, CLF, 1.2345, 1.2345, 12345
      TR, TRY, 8.20, 8.20, 820
      TR, TRY, 19.99, 19.99, 1999
      TR, TRY, 1.13, 1.13, 113
      TR, TRY, 4.56, 4.56, 456
      TR, TRY, 0.29, 0.29, 29
      """;

  private static final List<String> NAMES =
      List.of(
          "ЮРИЙ",
          "Μαρία",
          "王小明",
          "محمد",
          "علی\u200Cرضا",
          "Aimée",
          "O\u2019Neil",
          "Zoë \uD83D\uDE00");

  /** Payouts whose tests mostly wait: all of them begin with the first test. */
  private static final Map<String, JsonNode> BEGUN = new HashMap<>();

  private static @Nullable Tenant us;

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final Partner partner = PartnersResource.partner();
  private Tenant tenant;
  private ApiClient client;

  @BeforeEach
  void becomeATenant() throws Exception {
    tenant = us == null ? Tenant.create(credentials, database) : us;
    us = tenant;
    client =
        new ApiClient(URI.create(RestAssured.baseURI + ":" + RestAssured.port), tenant.token());
    if (BEGUN.isEmpty()) {
      begin();
    }
  }

  private void begin() throws Exception {
    for (String row : AMOUNTS.lines().toList()) {
      String[] cells = row.split(", ", -1);
      for (String provider : List.of("plain", "coins")) {
        BEGUN.put(
            provider + " " + cells[1] + " " + cells[2],
            create(payout(provider, cells[0], cells[1], cells[2], "Amina", "0012340001")));
      }
    }
    for (String name : NAMES) {
      BEGUN.put(name, create(payout("quick", "KE", "KES", "125.50", name, "0012340001")));
    }
  }

  private static JsonNode begun(String which) {
    return Objects.requireNonNull(BEGUN.get(which), which);
  }

  private static String payout(
      String provider,
      String country,
      String currency,
      String amount,
      String name,
      String account) {
    return """
    {"reference": "%s", "amount": "%s", "currency": "%s", "provider": "%s",
     "beneficiary": {"name": "%s", "country": "%s", "method": "bank_account",
       "bank_account": {"account_number": "%s", "bank_code": "01"}},
     "sender": {"name": "Jon Doe", "country": "GB"}}"""
        .formatted(UUID.randomUUID(), amount, currency, provider, name, country, account);
  }

  private Response post(String body) {
    return tenant.request(UUID.randomUUID().toString(), body).post("/v1/payouts");
  }

  private JsonNode create(String body) throws Exception {
    Response created = post(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return client.get("/v1/payouts/" + created.path("id")).json();
  }

  private JsonNode awaitStatus(JsonNode payout, String status) throws Exception {
    return Wait.until(
        status,
        PATIENCE,
        () -> client.get("/v1/payouts/" + payout.path("id").textValue()).json(),
        now -> now.path("status").textValue().equals(status));
  }

  private String received(JsonNode payout) throws Exception {
    List<JsonNode> sent = partner.submissions(payout.path("client_reference").textValue());
    assertThat(sent).hasSize(1);
    return sent.getFirst().path("body").textValue();
  }

  @ParameterizedTest(name = "{1} {2}")
  @CsvSource(textBlock = AMOUNTS)
  void m_01_m_02_m_04_m_05_the_partner_gets_the_amount_as_it_counts_and_pays_it_once(
      String country, String currency, String asked, String decimal, String coins)
      throws Exception {
    JsonNode plain = begun("plain " + currency + " " + asked);
    JsonNode minor = begun("coins " + currency + " " + asked);
    for (JsonNode payout : List.of(plain, minor)) {
      JsonNode paid = awaitStatus(payout, "paid");
      assertThat(paid.path("amount").textValue()).isEqualTo(asked);
      assertThat(
              partner.truth(payout.path("client_reference").textValue()).orElseThrow().timesPaid())
          .isEqualTo(1);
    }
    assertThat(received(plain)).contains("\"amount\":\"" + decimal + "\"");
    assertThat(received(minor)).contains("\"amount\":\"" + coins + "\"");
  }

  @Test
  void m_01_a_fraction_that_the_currency_does_not_have_is_refused_and_nothing_is_sent() {
    post(payout("coins", "JP", "JPY", "500.5", "Amina", "0012340001"))
        .then()
        .statusCode(422)
        .body("errors.pointer", equalTo(List.of("/amount")))
        .body("errors.code", equalTo(List.of("too_many_decimals")));
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void m_09_a_name_is_kept_shown_and_sent_in_its_script(String name) throws Exception {
    JsonNode payout = begun(name);
    JsonNode paid = awaitStatus(payout, "paid");
    assertThat(paid.at("/beneficiary/name").textValue()).isEqualTo(name);
    assertThat(received(payout)).contains("\"name\":\"" + name + "\"");
  }

  @Test
  void m_09_the_partners_form_of_a_name_can_be_seen_in_the_log_of_calls() throws Exception {
    JsonNode payout = create(payout("coins", "KE", "KES", "125.50", "Aimée Würth", "0012340001"));
    JsonNode paid = awaitStatus(payout, "paid");
    assertThat(paid.at("/beneficiary/name").textValue()).isEqualTo("Aimée Würth");
    assertThat(received(payout)).contains("\"name\":\"Aimee Wurth\"");
    JsonNode calls = client.get("/v1/ops/provider-calls?payout=" + id(payout)).json().path("data");
    String call = calls.get(calls.size() - 1).path("id").textValue();
    assertThat(client.get("/v1/ops/provider-calls/" + call).text()).contains("Aimee Wurth");
  }

  @Test
  void m_09_a_name_that_a_partner_would_not_get_whole_is_refused_and_the_key_stays_free()
      throws Exception {
    List<JsonNode> corrected = new ArrayList<>();
    for (String name : List.of("ЮРИЙ", "Μαρία", "王小明", "محمد", "Anna Юрьева")) {
      corrected.add(correctedAfterRefusal(name));
    }
    for (JsonNode payout : corrected) {
      awaitStatus(payout, "paid");
      assertThat(received(payout)).contains("\"name\":\"Yuri Gagarin\"");
    }
  }

  private JsonNode correctedAfterRefusal(String name) throws Exception {
    String key = UUID.randomUUID().toString();
    String body = payout("coins", "KE", "KES", "125.50", name, "0012340001");
    Response refused = tenant.request(key, body).post("/v1/payouts");
    refused
        .then()
        .statusCode(422)
        .body("errors.pointer", equalTo(List.of("/beneficiary/name")))
        .body("errors.code", equalTo(List.of("provider_cannot_take")));
    assertThat(refused.<String>path("errors[0].detail")).contains("Simulator");
    Response corrected =
        tenant.request(key, body.replace(name, "Yuri Gagarin")).post("/v1/payouts");
    assertThat(corrected.statusCode()).isEqualTo(201);
    return client.get("/v1/payouts/" + corrected.path("id")).json();
  }

  @Test
  void m_10_a_name_that_is_too_long_for_a_partner_is_cut_between_characters_and_kept_whole_here()
      throws Exception {
    String name = "A".repeat(34) + "é Wanjiru";
    JsonNode payout = create(payout("coins", "KE", "KES", "125.50", name, "0012340001"));
    JsonNode paid = awaitStatus(payout, "paid");
    assertThat(paid.at("/beneficiary/name").textValue()).isEqualTo(name);
    assertThat(received(payout)).contains("\"name\":\"" + "A".repeat(34) + "e\"");
  }

  @Test
  void m_13_less_money_comes_back_and_the_payout_is_returned_with_the_amount_and_a_case()
      throws Exception {
    comesBack("9990000475", "returned_later", ", \"amount\": \"475.00\"");
    JsonNode payout = create(payout("quick", "KE", "KES", "500.00", "Amina", "9990000475"));
    assertThat(payout.path("returned_amount").isNull()).isTrue();

    JsonNode returned = awaitStatus(payout, "returned");
    assertThat(returned.path("returned_amount").textValue()).isEqualTo("475.00");
    assertThat(returned.path("returned_currency").textValue()).isEqualTo("KES");
    assertThat(returned.path("amount").textValue()).isEqualTo("500.00");
    assertThat(client.history(id(payout)).getLast().path("reason").textValue())
        .contains("500.00 KES", "475.00 KES came back");
    JsonNode opened = onlyCase(payout);
    assertThat(opened.path("kind").textValue()).isEqualTo("amount_differs");
    JsonNode whole = client.get("/v1/ops/cases/" + opened.path("id").textValue()).json();
    assertThat(whole.path("summary").textValue()).contains("500.00 KES", "475.00 KES");
    assertThat(whole.toString()).contains("\"475.00 KES\"", "\"25.00 KES\"");
    assertThat(partner.truth(payout.path("client_reference").textValue()).orElseThrow().timesPaid())
        .isEqualTo(1);
  }

  @Test
  void m_13_all_of_it_comes_back_without_a_case_and_a_fault_of_the_simulator_keeps_a_fee()
      throws Exception {
    comesBack("9990000024", "returned_later", "");
    comesBack("9990000026", "returned_less", "");
    JsonNode whole = create(payout("quick", "KE", "KES", "500.00", "Amina", "9990000024"));
    JsonNode less = create(payout("quick", "KE", "KES", "500.00", "Amina", "9990000026"));
    assertThat(awaitStatus(whole, "returned").path("returned_amount").textValue())
        .isEqualTo("500.00");
    assertThat(awaitStatus(less, "returned").path("returned_amount").textValue())
        .isEqualTo("499.00");
    assertThat(onlyCase(less).path("kind").textValue()).isEqualTo("amount_differs");
    assertThat(cases(whole)).isEmpty();
  }

  /** The money of the next payout to this account comes back before anybody asks about it. */
  private void comesBack(String account, String fault, String params) throws Exception {
    partner.tell(
        "/faults",
        "{\"match\": {\"account\": \"%s\"}, \"fault\": \"%s\", \"params\": {\"ms\": 1%s}}"
            .formatted(account, fault, params));
  }

  private List<JsonNode> cases(JsonNode payout) throws Exception {
    return client.pages("/v1/ops/cases?limit=100").stream()
        .filter(one -> one.path("payout_id").asText().equals(id(payout)))
        .toList();
  }

  private JsonNode onlyCase(JsonNode payout) throws Exception {
    List<JsonNode> found =
        Wait.until("a case", PATIENCE, () -> cases(payout), cases -> !cases.isEmpty());
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  @ParameterizedTest
  @CsvSource({"10.00, 201", "9.99, 422", "1000000.00, 201", "1000000.01, 422"})
  void m_14_an_amount_exactly_at_a_limit_is_taken_and_one_beyond_it_is_not(
      String amount, int status) {
    String body =
        payout("quick", "KE", "KES", amount, "Amina", "0012340001")
            .replace("\"currency\"", "\"funding\": \"pending\", \"currency\"");
    post(body).then().statusCode(status);
  }

  @Test
  void m_14_a_payment_of_exactly_the_payouts_amount_funds_it_however_it_is_written()
      throws Exception {
    JsonNode payout =
        create(
            payout("quick", "KE", "KES", "925.00", "Amina", "0012340001")
                .replace("\"currency\"", "\"funding\": \"pending\", \"currency\""));
    tenant
        .request(
            UUID.randomUUID().toString(),
            "{\"payment_reference\": \"p-1\", \"amount\": \"925\", \"currency\": \"KES\", \"captured_at\": \"2026-11-01T10:00:00Z\"}")
        .post("/v1/payouts/" + id(payout) + "/funding")
        .then()
        .statusCode(200)
        .body("failure", nullValue());
    awaitStatus(payout, "paid");
    assertThat(received(payout)).contains("\"amount\":\"925.00\"");
  }

  private static String id(JsonNode payout) {
    return payout.path("id").textValue();
  }
}
