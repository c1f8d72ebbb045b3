// One key, one effect, one answer: over HTTP, side by side and one after the other.
package dev.semel.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class IdempotencyApiTest {

  private static final int TWINS = 20;
  private static final String PAYMENT =
      """
      {"payment_reference": "pay-1", "amount": "99.00", "currency": "EUR", "captured_at": "2026-11-01T10:00:00Z"}""";

  @Inject CreateCredential credentials;
  @Inject DataSource database;

  private final Partner partner = PartnersResource.partner();
  private final String reference = UUID.randomUUID().toString();
  private Tenant tenant;

  @BeforeEach
  void becomeATenant() {
    tenant = Tenant.create(credentials, database);
  }

  @Test
  void twenty_twins_are_one_payout_one_submission_and_twenty_equal_answers() throws Exception {
    List<ApiClient.Answer> answers = twins("/v1/payouts", "twins", payout("125.50", "cleared"));

    assertThat(answers).map(ApiClient.Answer::status).containsOnly(201);
    assertThat(answers).map(ApiClient.Answer::text).containsOnly(answers.getFirst().text());
    assertThat(answers)
        .map(answer -> answer.header("Location").orElseThrow())
        .containsOnly(answers.getFirst().header("Location").orElseThrow());
    assertThat(replays(answers)).isEqualTo(TWINS - 1);
    tenant.request().get("/v1/payouts").then().statusCode(200);
    assertThat(tenant.request().get("/v1/payouts").jsonPath().getList("data")).hasSize(1);
    String ours = answers.getFirst().json().path("client_reference").textValue();
    Wait.until(
        "the payment",
        Duration.ofSeconds(20),
        () -> partner.truth(ours),
        truth -> truth.isPresent() && truth.get().timesPaid() == 1);
    assertThat(partner.submissions(ours)).hasSize(1);
  }

  @Test
  void twenty_twins_with_the_reference_alone_in_common_are_one_payout() throws Exception {
    List<ApiClient.Answer> answers =
        atOnce(
            number -> client().post("/v1/payouts", "key-" + number, payout("125.50", "pending")));

    assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 201)
        .hasSize(TWINS - 1)
        .allMatch(answer -> answer.status() == 409 && answer.text().contains("reference-taken"));
  }

  @Test
  void twins_that_cancel_and_twins_that_fund_change_one_payout_once() throws Exception {
    String funded =
        create("fund-me", payout("125.50", "pending").replace(reference, reference + "f"));
    List<ApiClient.Answer> funding = twins("/v1/payouts/" + funded + "/funding", "twins", PAYMENT);
    assertThat(funding).map(ApiClient.Answer::status).containsOnly(200);
    assertThat(funding).map(ApiClient.Answer::text).containsOnly(funding.getFirst().text());
    assertThat(replays(funding)).isEqualTo(TWINS - 1);
    assertThat(types(funded)).filteredOn("funds_cleared"::equals).hasSize(1);

    String cancelled =
        create("cancel-me", payout("125.50", "pending").replace(reference, reference + "c"));
    List<ApiClient.Answer> cancels =
        twins(
            "/v1/payouts/" + cancelled + "/cancel",
            "twins",
            """
            {"reason": "changed my mind"}""");
    assertThat(cancels).map(ApiClient.Answer::status).containsOnly(200);
    assertThat(cancels).map(ApiClient.Answer::text).containsOnly(cancels.getFirst().text());
    assertThat(replays(cancels)).isEqualTo(TWINS - 1);
    assertThat(types(cancelled)).containsExactly("created", "cancel_asked");
  }

  @Test
  void another_amount_under_the_same_key_is_refused_and_changes_nothing() {
    Response first = post("k", payout("10.00", "pending"));
    Response other = post("k", payout("11.00", "pending"));

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(other.statusCode()).isEqualTo(422);
    assertThat(other.path("type").toString()).isEqualTo("/problems/idempotency-key-reused");
    assertThat(tenant.request().get(first.header("Location")).path("amount").toString())
        .isEqualTo("10.00");
    assertThat(tenant.request().get("/v1/payouts").jsonPath().getList("data")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10", "10.0", "10.00", "10.000"})
  void amounts_of_equal_value_are_one_request(String spelling) {
    Response first = post("k", payout("10.00", "pending"));
    isReplayOf(first, post("k", payout(spelling, "pending")));
  }

  @Test
  void spellings_of_the_same_json_are_one_request() {
    String plain = payout("10.00", "pending").replace("Amina Wanjiru", "Jos\u00e9 N/A");
    Response first = post("k", plain);
    assertThat(first.statusCode()).as(first.asString()).isEqualTo(201);
    isReplayOf(first, post("k", plain.replace("\u00e9", "\\u00e9").replace("/", "\\/")));
    isReplayOf(first, post("k", plain.replace("\u00e9", "\\u00E9").replace(", ", ",\r\n \t")));
    isReplayOf(first, post("k", plain.replace("\u00e9", "e\u0301")));
    String moved =
        plain
            .replace("\"funding\": \"pending\", ", "")
            .replaceFirst("\\{", "{\"funding\": \"pending\", ");
    assertThat(moved).isNotEqualTo(plain);
    isReplayOf(first, post("k", moved));
    isReplayOf(
        first,
        post(
            "k",
            plain.replace(
                "{\"account_number\": \"0012340001\", \"bank_code\": \"01\"}",
                "{\"bank_code\": \"01\", \"account_number\": \"0012340001\"}")));
  }

  @Test
  void a_lone_surrogate_is_refused_and_leaves_the_key_free() {
    String body = payout("10.00", "pending");
    Response refused = post("k", body.replace("Amina", "\\ud800"));
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(post("k", body).statusCode()).isEqualTo(201);
  }

  @Test
  void headers_that_change_with_every_try_do_not_count() {
    Response first = post("k", payout("10.00", "pending"));
    Response again =
        tenant
            .request("k", payout("10.00", "pending"))
            .header("Date", "Mon, 30 Nov 2026 10:00:00 GMT")
            .header("User-Agent", "another/2.0")
            .header("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
            .header("Request-Id", "second-try")
            .post("/v1/payouts");
    isReplayOf(first, again);
    assertThat(again.header("Request-Id")).isEqualTo("second-try");
  }

  @Test
  void a_refused_body_leaves_the_key_free_for_the_corrected_one() {
    String wrong = payout("10.001", "pending");
    assertThat(post("k", wrong).statusCode()).isEqualTo(422);
    Response corrected = post("k", payout("10.00", "pending"));
    assertThat(corrected.statusCode()).isEqualTo(201);
    assertThat(corrected.header("Idempotent-Replayed")).isNull();
    assertThat(post("k", wrong).statusCode()).isEqualTo(422);
  }

  @Test
  void a_replay_is_the_first_answer_whatever_has_happened_since() {
    Response first = post("k", payout("10.00", "pending"));
    String id = first.path("id");
    assertThat(
            tenant
                .request("c", "{\"reason\": \"no longer wanted\"}")
                .post("/v1/payouts/" + id + "/cancel")
                .statusCode())
        .isEqualTo(200);

    Response again = post("k", payout("10.00", "pending"));

    isReplayOf(first, again);
    assertThat(again.path("status").toString()).isEqualTo("awaiting_funds");
    assertThat(again.contentType()).isEqualTo(first.contentType());
    assertThat(again.header("Idempotency-Expires")).isEqualTo(first.header("Idempotency-Expires"));
    assertThat(Instant.parse(again.header("Idempotency-Expires")))
        .isAfter(Instant.now().plus(Duration.ofDays(6)));
  }

  @Test
  void a_refusal_that_was_decided_is_replayed_too() {
    String id = create("k", payout("10.00", "pending"));
    String cancel = "/v1/payouts/" + id + "/cancel";
    String body = "{\"reason\": \"no longer wanted\"}";
    tenant.request("c-1", body).post(cancel).then().statusCode(200);
    Response refused = tenant.request("c-2", body).post(cancel);
    assertThat(refused.statusCode()).isEqualTo(409);
    Response again = tenant.request("c-2", body).post(cancel);
    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(again.asByteArray()).isEqualTo(refused.asByteArray());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.contentType()).isEqualTo("application/problem+json");
  }

  @Test
  void tenants_and_credentials_do_not_see_each_others_keys() {
    Tenant other = Tenant.create(credentials, database);
    Response ours = post("2026-10-01-001", payout("10.00", "pending"));
    Response same = other.request("2026-10-01-001", payout("10.00", "pending")).post("/v1/payouts");
    assertThat(same.statusCode()).isEqualTo(201);
    assertThat(same.header("Idempotent-Replayed")).isNull();
    assertThat(same.path("id").toString()).isNotEqualTo(ours.path("id").toString());
    Tenant third = Tenant.create(credentials, database);
    assertThat(
            third
                .request("2026-10-01-001", payout("11.00", "pending"))
                .post("/v1/payouts")
                .statusCode())
        .isEqualTo(201);
  }

  @Test
  void a_key_means_another_thing_at_another_operation_and_is_refused_for_another_payout() {
    String first = create("k", payout("10.00", "pending"));
    String second = create("k2", payout("10.00", "pending").replace(reference, reference + "-2"));
    String body = "{\"reason\": \"no longer wanted\"}";
    tenant.request("k", body).post("/v1/payouts/" + first + "/cancel").then().statusCode(200);
    Response other = tenant.request("k", body).post("/v1/payouts/" + second + "/cancel");
    assertThat(other.statusCode()).isEqualTo(422);
    assertThat(tenant.request().get("/v1/payouts/" + second).path("status").toString())
        .isEqualTo("awaiting_funds");
  }

  @Test
  void a_bare_and_a_quoted_key_are_the_same() {
    Response first = post("abc-1", payout("10.00", "pending"));
    isReplayOf(first, post("\"abc-1\"", payout("10.00", "pending")));
    assertThat(
            post("\"a\\\"b\"", payout("10.00", "pending").replace(reference, reference + "q"))
                .statusCode())
        .isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "a b", "a, b", "a\"b", "\"a", "caf\u00e9", "a\\b", "\"a b\""})
  void a_malformed_key_is_refused(String key) {
    Response refused = post(key, payout("10.00", "pending"));
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.path("type").toString()).isEqualTo("/problems/idempotency-key-invalid");
  }

  @Test
  void a_key_of_255_characters_is_taken_and_one_of_256_is_not() {
    assertThat(post("k".repeat(255), payout("10.00", "pending")).statusCode()).isEqualTo(201);
    assertThat(post("k".repeat(256), payout("10.00", "pending")).statusCode()).isEqualTo(400);
  }

  @Test
  void a_missing_key_is_refused() {
    assertThat(
            tenant
                .request()
                .contentType("application/json")
                .body(payout("10.00", "pending"))
                .post("/v1/payouts")
                .path("type")
                .toString())
        .isEqualTo("/problems/idempotency-key-missing");
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void two_keys_are_refused_also_by_a_client_that_would_rather_speak_http_2(
      HttpClient.Version version) throws Exception {
    try (HttpClient http = HttpClient.newBuilder().version(version).build()) {
      HttpRequest two =
          HttpRequest.newBuilder(server().resolve("/v1/payouts"))
              .header("Authorization", "Bearer " + tenant.token())
              .header("Content-Type", "application/json")
              .header("Idempotency-Key", "a")
              .header("Idempotency-Key", "b")
              .POST(HttpRequest.BodyPublishers.ofString(payout("10.00", "pending")))
              .build();
      assertThat(http.send(two, BodyHandlers.ofString()).statusCode()).isEqualTo(400);
    }
  }

  private interface Call {
    ApiClient.Answer make(int number) throws Exception;
  }

  private List<ApiClient.Answer> twins(String path, String key, String body) throws Exception {
    return atOnce(_ -> client().post(path, key, body));
  }

  private static List<ApiClient.Answer> atOnce(Call call) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<ApiClient.Answer>> running = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < TWINS; i++) {
        int number = i;
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return call.make(number);
                }));
      }
      start.countDown();
      List<ApiClient.Answer> answers = new ArrayList<>();
      for (Future<ApiClient.Answer> one : running) {
        answers.add(one.get());
      }
      return answers;
    }
  }

  private static long replays(List<ApiClient.Answer> answers) {
    return answers.stream()
        .filter(answer -> answer.header("Idempotent-Replayed").filter("true"::equals).isPresent())
        .count();
  }

  private static void isReplayOf(Response first, Response again) {
    assertThat(again.statusCode()).as(again.asString()).isEqualTo(first.statusCode());
    assertThat(again.asByteArray()).isEqualTo(first.asByteArray());
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(first.header("Idempotent-Replayed")).isNull();
  }

  private List<String> types(String id) throws Exception {
    return client().history(id).stream().map(entry -> entry.path("type").textValue()).toList();
  }

  private String create(String key, String body) {
    Response created = post(key, body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return created.path("id");
  }

  private Response post(String key, String body) {
    return tenant.request(key, body).post("/v1/payouts");
  }

  private ApiClient client() {
    return new ApiClient(server(), tenant.token());
  }

  private String payout(String amount, String funding) {
    return """
    {"reference": "%s", "amount": "%s", "currency": "KES", "funding": "%s", "provider": "quick", \
    "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account", \
    "bank_account": {"account_number": "0012340001", "bank_code": "01"}}, \
    "sender": {"name": "Jon Doe", "country": "GB"}}"""
        .formatted(reference, amount, funding);
  }

  private static URI server() {
    return URI.create(RestAssured.baseURI + ":" + RestAssured.port);
  }
}
