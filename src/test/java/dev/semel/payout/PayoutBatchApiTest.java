// Batches of payouts over HTTP: accepted together or not at all, and each paid once.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.idempotency.PurgeIdempotencyKeys;
import dev.semel.security.CreateCredential;
import dev.semel.security.Permission;
import dev.semel.simulator.Truth;
import dev.semel.testing.ApiClient;
import dev.semel.testing.AtOnce;
import dev.semel.testing.Partner;
import dev.semel.testing.PartnersResource;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class PayoutBatchApiTest {
  private static final String BATCHES = "/v1/payout-batches";
  private static final int MOST = 1_000;

  @Inject CreateCredential credentials;
  @Inject DataSource database;
  @Inject PurgeIdempotencyKeys purgeKeys;

  private final Partner partner = PartnersResource.partner();
  private Tenant tenant;

  @BeforeEach
  void becomeATenant() {
    tenant = Tenant.create(credentials, database);
  }

  @Test
  void a_thousand_payouts_are_accepted_in_their_order_and_each_is_paid_once() throws Exception {
    BatchBody body = BatchBody.of(MOST).funded();

    ApiClient.Answer answer = client().post(BATCHES, "k", body.text());

    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    JsonNode batch = answer.json();
    String path = BATCHES + "/" + batch.path("id").textValue();
    assertThat(answer.header("Location")).hasValue(path);
    assertThat(batch.path("count").intValue()).isEqualTo(MOST);
    assertThat(all(batch, "reference")).isEqualTo(body.references());
    assertThat(all(batch, "id")).isSorted().doesNotHaveDuplicates();
    assertThat(all(batch, "batch_id")).containsOnly(batch.path("id").textValue());
    Wait.until(
        "every payout is final",
        Duration.ofMinutes(2),
        () -> client().get(path).json(),
        now -> now.path("final").booleanValue());
    assertThat(client().get(path).json().at("/by_status/paid").intValue()).isEqualTo(MOST);
    assertThat(walk(batch.path("id").textValue())).isEqualTo(all(batch, "id").reversed());
    Set<String> ours = new HashSet<>(all(batch, "client_reference"));
    List<Truth> truths =
        partner.truth().stream()
            .filter(truth -> truth.references().stream().anyMatch(ours::contains))
            .toList();
    assertThat(truths).hasSize(MOST).allMatch(truth -> truth.timesPaid() == 1);
    assertThat(truths).map(truth -> truth.references().size()).containsOnly(1);
  }

  @Test
  void one_bad_payout_of_a_thousand_stops_all_and_the_corrected_batch_is_taken_under_the_key()
      throws Exception {
    BatchBody body = BatchBody.of(MOST).withMuchMetadata();
    body.at(717).put("amount", "1.001");

    ApiClient.Answer refused = client().post(BATCHES, "k", body.text());

    assertThat(refused.status()).isEqualTo(422);
    assertThat(pointers(refused.json())).containsExactly("/payouts/717/amount");
    assertThat(tenant.request().get("/v1/payouts").jsonPath().getList("data")).isEmpty();
    body.at(717).put("amount", "1000.00");
    assertThat(body.text().getBytes(StandardCharsets.UTF_8).length).isGreaterThan(5_000_000);
    ApiClient.Answer accepted = client().post(BATCHES, "k", body.text());
    assertThat(accepted.status()).isEqualTo(201);
    assertThat(accepted.header("Idempotent-Replayed")).isEmpty();
    assertThat(count("payout")).isEqualTo(MOST);
    assertThat(count("payout_event")).isEqualTo(MOST);
  }

  @Test
  void faults_of_all_payouts_are_told_at_once() {
    BatchBody body = BatchBody.of(20);
    body.at(3).put("amount", "10.001");
    body.at(4).put("reference", body.references().get(1));
    body.at(5).put("currency", "kes").put("colour", "red");
    body.at(17)
        .withObject("/beneficiary/bank_account")
        .removeAll()
        .put("iban", "GB00BUKB20201555555555");
    body.at(19).put("reference", body.references().get(1));

    Response refused = post("k", body);

    refused.then().statusCode(422).body("type", equalTo("/problems/validation-failed"));
    assertThat(refused.<List<String>>path("errors.pointer"))
        .containsExactlyInAnyOrder(
            "/payouts/3/amount",
            "/payouts/4/reference",
            "/payouts/5/currency",
            "/payouts/5/colour",
            "/payouts/17/beneficiary/bank_account/iban",
            "/payouts/19/reference");
    assertThat(codeAt(refused, "/payouts/4/reference")).isEqualTo("conflict");
    assertThat(refused.asString()).contains("/payouts/1 has this reference");
    assertThat(post("k", BatchBody.of(2)).statusCode()).isEqualTo(201);
  }

  @Test
  void payouts_that_no_provider_serves_or_that_lack_what_theirs_needs_are_named()
      throws SQLException {
    BatchBody body = BatchBody.of(9);
    body.at(2).withObject("/beneficiary/bank_account").remove("bank_code");
    Response incomplete = post("k", body);
    incomplete.then().statusCode(422).body("type", equalTo("/problems/validation-failed"));
    assertThat(incomplete.<List<String>>path("errors.pointer"))
        .containsExactly("/payouts/2/beneficiary/bank_account/bank_code");

    body.at(5).put("amount", "5.00");
    body.at(8).put("provider", "nobody");
    Response unserved = post("k", body);
    unserved.then().statusCode(422).body("type", equalTo("/problems/no-provider"));
    assertThat(unserved.<List<String>>path("errors.pointer"))
        .containsExactly("/payouts/5", "/payouts/8");
    assertThat(codeAt(unserved, "/payouts/8")).isEqualTo("no_provider");
    assertThat(count("payout")).isZero();
    assertThat(post("k", BatchBody.of(1)).statusCode()).isEqualTo(201);
  }

  @Test
  void references_that_were_used_before_are_all_named_and_that_answer_is_kept()
      throws SQLException {
    BatchBody body = BatchBody.of(150);
    List<String> ids =
        post("k0", BatchBody.of(body.references().subList(0, 120))).path("payouts.id");

    Response refused = post("k", body);

    refused.then().statusCode(409).body("type", equalTo("/problems/reference-taken"));
    assertThat(refused.<List<String>>path("errors.payout_id")).isEqualTo(ids);
    assertThat(refused.<List<String>>path("errors.pointer"))
        .startsWith("/payouts/0/reference")
        .endsWith("/payouts/119/reference");
    assertThat(refused.<String>path("payout_id")).isEqualTo(ids.getFirst());
    assertThat(count("payout")).isEqualTo(120);
    isReplayOf(refused, post("k", body));
    BatchBody rest = BatchBody.of(body.references().subList(120, 150));
    assertThat(post("k", rest).path("type").toString())
        .isEqualTo("/problems/idempotency-key-reused");
    assertThat(post("k2", rest).statusCode()).isEqualTo(201);
  }

  @Test
  void a_repeat_is_the_first_answer_byte_for_byte_and_another_order_another_request()
      throws SQLException {
    BatchBody body = BatchBody.of(3);
    body.at(0).putObject("metadata").put("b", "1").put("a", "2");
    Response first = post("k", body);
    first.then().statusCode(201);

    isReplayOf(first, post("k", body));
    body.at(0).putObject("metadata").put("a", "2").put("b", "1");
    body.at(1).put("amount", "125.5");
    isReplayOf(first, post("k", body));
    assertThat(post("k", body.reversed()).path("type").toString())
        .isEqualTo("/problems/idempotency-key-reused");
    assertThat(count("payout")).isEqualTo(3);
  }

  @Test
  void twenty_twins_are_one_batch_and_twenty_equal_answers() throws Exception {
    String body = BatchBody.of(100).text();

    List<ApiClient.Answer> answers = AtOnce.answers(20, _ -> client().post(BATCHES, "k", body));

    assertThat(answers).map(ApiClient.Answer::status).containsOnly(201);
    assertThat(answers).map(ApiClient.Answer::text).containsOnly(answers.getFirst().text());
    assertThat(count("payout")).isEqualTo(100);
    assertThat(count("payout_batch")).isEqualTo(1);
  }

  @Test
  void of_two_batches_that_share_references_exactly_one_wins() throws Exception {
    for (int round = 0; round < 5; round++) {
      BatchBody shared = BatchBody.of(100);
      List<String> others = new ArrayList<>(shared.references());
      others.add(UUID.randomUUID().toString());
      List<String> bodies = List.of(shared.text(), BatchBody.of(others).reversed().text());
      String key = "round-" + round;

      List<ApiClient.Answer> answers =
          AtOnce.answers(2, number -> client().post(BATCHES, key + number, bodies.get(number)));

      assertThat(answers).map(ApiClient.Answer::status).containsExactlyInAnyOrder(201, 409);
      ApiClient.Answer lost =
          answers.stream().filter(answer -> answer.status() == 409).findFirst().orElseThrow();
      assertThat(lost.text()).contains("reference-taken");
      assertThat(lost.json().path("errors")).hasSize(100);
      assertThat(count("payout_batch")).isEqualTo(round + 1);
    }
  }

  @Test
  void a_payout_and_batches_that_share_its_reference_are_one_winner_and_no_5xx() throws Exception {
    String reference = UUID.randomUUID().toString();
    List<ApiClient.Answer> answers =
        AtOnce.answers(
            8,
            number ->
                number % 2 == 0
                    ? client()
                        .post("/v1/payouts", "k" + number, BatchBody.payout(reference).toString())
                    : client()
                        .post(
                            BATCHES,
                            "k" + number,
                            BatchBody.of(List.of(number + reference.substring(2), reference))
                                .text()));
    assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 409).hasSize(7);
  }

  @Test
  void what_belongs_to_another_tenant_is_not_there() {
    String id = post("k", BatchBody.of(2)).path("id");
    Tenant other = Tenant.create(credentials, database);
    Response theirs = other.request().get(BATCHES + "/" + id);
    Response none = other.request().get(BATCHES + "/bat_00000000000000000000000000");
    theirs.then().statusCode(404);
    assertThat(theirs.<String>path("detail")).isEqualTo(none.path("detail"));
    assertThat(other.request().queryParam("batch", id).get("/v1/payouts").<List<?>>path("data"))
        .isEmpty();
    tenant.request().get(BATCHES + "/" + id).then().statusCode(200);
    Tenant reader = Tenant.operator(credentials, database, List.of(Permission.PAYOUTS_READ));
    reader.request("k", BatchBody.of(1).text()).post(BATCHES).then().statusCode(403);
    Tenant writer = Tenant.operator(credentials, database, List.of(Permission.PAYOUTS_WRITE));
    writer.request().get(BATCHES + "/" + id).then().statusCode(403);
  }

  @Test
  void a_batch_says_how_far_its_payouts_are_and_its_key_outlives_them() throws Exception {
    BatchBody body = BatchBody.of(2);
    Response first = post("k", body);
    List<String> ids = first.path("payouts.id");
    String path = first.header("Location");
    run("UPDATE idempotency_key SET expires_at = now() - interval '1 day' WHERE credential_id = ?");
    cancel(ids.getFirst());
    Response half = tenant.request().get(path);
    assertThat(half.<Boolean>path("final")).isFalse();
    assertThat(half.<Integer>path("by_status.cancelled")).isEqualTo(1);
    assertThat(half.<Integer>path("by_status.awaiting_funds")).isEqualTo(1);

    purgeKeys.purge(_ -> true);
    isReplayOf(first, post("k", body));

    cancel(ids.getLast());
    assertThat(tenant.request().get(path).<Boolean>path("final")).isTrue();
    assertThat(post("k", body).path("type").toString()).isEqualTo("/problems/reference-taken");
    run("UPDATE idempotency_key SET expires_at = now() - interval '1 day' WHERE credential_id = ?");
    purgeKeys.purge(_ -> true);
    assertThat(
            number(
                "SELECT count(*) FROM idempotency_key WHERE operation = 'createPayoutBatch' AND credential_id = ?"))
        .isZero();
  }

  @Test
  void the_payouts_of_a_batch_are_filtered_further_and_walked_while_payouts_are_added()
      throws Exception {
    Response batch = post("k", BatchBody.of(5));
    String id = batch.path("id");
    List<String> ids = batch.path("payouts.id");
    String accepted = batch.path("created_at");
    cancel(ids.get(2));
    String reference = batch.path("payouts[3].reference");

    assertThat(list("batch", id, "status", "cancelled")).containsExactly(ids.get(2));
    assertThat(list("batch", id, "reference", reference)).containsExactly(ids.get(3));
    assertThat(list("batch", id, "provider", "bulk")).hasSize(5);
    assertThat(list("batch", id, "provider", "quick")).isEmpty();
    assertThat(list("batch", id, "created_from", accepted)).isEqualTo(ids.reversed());
    assertThat(list("batch", id, "created_to", accepted)).isEmpty();
    assertThat(list("batch", "bat_00000000000000000000000000")).isEmpty();

    for (String span : List.of("", "&created_from=" + accepted)) {
      List<String> walked = new ArrayList<>();
      String next = "/v1/payouts?limit=2&batch=" + id + span;
      for (String at = next; at != null; ) {
        JsonNode page = client().get(at).json();
        page.path("data").forEach(payout -> walked.add(payout.path("id").textValue()));
        assertThat(post(UUID.randomUUID().toString(), BatchBody.of(2)).statusCode()).isEqualTo(201);
        at =
            page.path("next_cursor").isNull()
                ? null
                : next + "&cursor=" + page.path("next_cursor").textValue();
      }
      assertThat(walked).isEqualTo(ids.reversed());
    }
  }

  private List<String> list(String... query) {
    var request = tenant.request();
    for (int i = 0; i < query.length; i += 2) {
      request.queryParam(query[i], query[i + 1]);
    }
    return request.get("/v1/payouts").path("data.id");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"payouts": []}                  | 422 | /payouts   | too_short
          {}                               | 422 | /payouts   | required
          {"payouts": null}                | 422 | /payouts   | required
          {"payouts": {}}                  | 422 | /payouts   | type
          {"payouts": [1]}                 | 422 | /payouts/0 | type
          {"payouts": [null]}              | 422 | /payouts/0 | type
          {"payouts": [{}]}                | 422 | /payouts/0/reference | required
          {"payouts": [{}], "id": "x"}     | 422 | /id        | unknown_member
          []                               | 422 | ''         | type
          """)
  void a_body_that_is_no_batch_is_refused(String body, int status, String pointer, String code) {
    Response refused = tenant.request("k", body).post(BATCHES);
    assertThat(refused.statusCode()).as(refused.asString()).isEqualTo(status);
    assertThat(codeAt(refused, pointer)).isEqualTo(code);
  }

  @Test
  void a_payout_too_many_is_refused_and_so_is_a_nest() {
    Response refused = post("k", BatchBody.of(MOST + 1));
    refused.then().statusCode(422);
    assertThat(codeAt(refused, "/payouts")).isEqualTo("too_many");
    String nested = "{\"payouts\": [".repeat(17) + "]}".repeat(17);
    tenant.request("k", nested).post(BATCHES).then().statusCode(400);
    String bomb = "{\"payouts\": [" + "{},".repeat(250_000) + "{}]}";
    tenant
        .request("k", bomb)
        .post(BATCHES)
        .then()
        .statusCode(413)
        .body("detail", containsString("200000"));
  }

  @Test
  void a_batch_may_have_8_mebibytes_and_every_other_body_one() throws Exception {
    String large = " ".repeat(8 * 1_048_576 - 2) + "{}";
    for (boolean pieces : new boolean[] {false, true}) {
      assertThat(send(BATCHES, large, pieces).status()).as("8 MiB").isEqualTo(422);
      isTooLarge(send(BATCHES, " " + large, pieces), "8388608");
      String usual = " ".repeat(1_048_576 - 2) + "{}";
      assertThat(send("/v1/payouts", usual, pieces).status()).as("1 MiB").isEqualTo(422);
      isTooLarge(send("/v1/payouts", " " + usual, pieces), "1048576");
      isTooLarge(send("/webhooks/quick", " " + usual, pieces), "1048576");
    }
  }

  private static void isTooLarge(ApiClient.Answer answer, String bytes) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(413);
    assertThat(answer.json().path("type").textValue()).isEqualTo("/problems/content-too-large");
    assertThat(answer.text()).contains(bytes);
  }

  /** In pieces, a request does not say how long it is. */
  private ApiClient.Answer send(String path, String body, boolean pieces) throws Exception {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return ApiClient.send(
        HttpRequest.newBuilder(server().resolve(path))
            .header("Authorization", "Bearer " + tenant.token())
            .header("Idempotency-Key", "k")
            .header("Content-Type", "application/json")
            .POST(
                pieces
                    ? HttpRequest.BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(bytes))
                    : HttpRequest.BodyPublishers.ofByteArray(bytes))
            .build(),
        body);
  }

  private List<String> walk(String batch) throws Exception {
    return client().pages("/v1/payouts?limit=100&batch=" + batch).stream()
        .map(payout -> payout.path("id").textValue())
        .toList();
  }

  private static List<String> all(JsonNode batch, String member) {
    List<String> values = new ArrayList<>();
    batch.path("payouts").forEach(payout -> values.add(payout.path(member).textValue()));
    return values;
  }

  private static List<String> pointers(JsonNode problem) {
    return problem.path("errors").findValuesAsText("pointer");
  }

  private static String codeAt(Response problem, String pointer) {
    return problem.jsonPath().getString("errors.find { it.pointer == '" + pointer + "' }.code");
  }

  private static void isReplayOf(Response first, Response again) {
    assertThat(again.statusCode()).as(again.asString()).isEqualTo(first.statusCode());
    assertThat(again.asByteArray()).isEqualTo(first.asByteArray());
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
  }

  private void cancel(String id) {
    tenant
        .request(UUID.randomUUID().toString(), "{\"reason\": \"no longer wanted\"}")
        .post("/v1/payouts/" + id + "/cancel")
        .then()
        .statusCode(200);
  }

  private Response post(String key, BatchBody body) {
    return tenant.request(key, body.text()).post(BATCHES);
  }

  private ApiClient client() {
    return new ApiClient(server(), tenant.token());
  }

  private static URI server() {
    return URI.create(RestAssured.baseURI + ":" + RestAssured.port);
  }

  private long count(String table) throws SQLException {
    try (var connection = database.getConnection();
        var statement =
            connection.prepareStatement("SELECT count(*) FROM " + table + " WHERE tenant_id = ?")) {
      statement.setString(1, tenant.id());
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  private long number(String query) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(query)) {
      statement.setString(1, tenant.credentialId());
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  private void run(String change) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(change)) {
      statement.setString(1, tenant.credentialId());
      statement.executeUpdate();
    }
  }
}
