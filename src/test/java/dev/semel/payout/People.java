// Two people of one tenant, and what they do with a payout.
package dev.semel.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import dev.semel.testing.ContractWorld;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Two people of one tenant.
 *
 * @param first who asks
 * @param second who decides
 * @param database where the payouts stand
 * @param begun a payout of theirs that the partner never gets, begun before the test that needs it
 */
record People(Tenant first, Tenant second, DataSource database, @Nullable String begun) {
  static final String REASON = "{\"reason\": \"a person decided so\"}";
  static final String RESEND =
      "{\"reason\": \"it got lost\", \"statement\": \"ticket 4711: they never got it\"}";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int PAIRS_AHEAD = 8;
  private static final Queue<People> AHEAD = new ArrayDeque<>();

  /**
   * Two people. Several pairs are made ahead, each with a payout, so that their time-outs and
   * lookups go by at the same time.
   */
  static People of(CreateCredential credentials, DataSource database) {
    if (AHEAD.isEmpty()) {
      for (int i = 0; i < PAIRS_AHEAD; i++) {
        AHEAD.add(begin(credentials, database));
      }
    }
    return AHEAD.remove();
  }

  private static People begin(CreateCredential credentials, DataSource database) {
    Tenant tenant = Tenant.create(credentials, database);
    Tenant second = Tenant.again(tenant, credentials, database);
    String begun = new People(tenant, second, database, null).create("silent", "0007");
    return new People(tenant, second, database, begun);
  }

  static String settle(String outcome) {
    return "{\"outcome\": \"%s\", \"reason\": \"it ended\", \"statement\": \"ticket 4711: that is how it ended\"}"
        .formatted(outcome);
  }

  static String settleAsSent(String theirs) {
    return "{\"outcome\": \"sent\", \"provider_payout_id\": \"%s\", \"reason\": \"they have it\", \"statement\": \"ticket 4711: it is theirs\"}"
        .formatted(theirs);
  }

  static String correct(String account) {
    return """
    {"reason": "the client sent it anew", "beneficiary": {"name": "Amina Wanjiru", "country": "KE", \
    "method": "bank_account", "bank_account": {"account_number": "%s", "bank_code": "01"}}}"""
        .formatted(account);
  }

  /** Accepts a payout to an account that makes the partner do something. */
  String create(String provider, String ending) {
    String body =
        """
        {"reference": "%s", "amount": "125.50", "currency": "KES", "provider": "%s", \
        "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account", \
        "bank_account": {"account_number": "001234%s", "bank_code": "01"}}}"""
            .formatted(UUID.randomUUID(), provider, ending);
    Response created = first.request(key(), body).post("/v1/payouts");
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return created.path("id");
  }

  /** The same, once it stands there. */
  String create(String provider, String ending, String status) throws Exception {
    return await(create(provider, ending), status);
  }

  /**
   * A payout that only people can decide about: its planned lookups have told nothing, and its last
   * request was so long ago that a wish is not too early.
   */
  String undecided() throws Exception {
    String id = Objects.requireNonNull(begun);
    await(id, "submission_unknown");
    awaitCase(id, "submission_unresolved");
    wasAskedForLongAgo(id);
    return id;
  }

  /** Moves the requests of a payout into the past. */
  void wasAskedForLongAgo(String id) throws SQLException {
    try (var connection = database.getConnection();
        var change =
            connection.prepareStatement(
                "UPDATE attempt SET first_possible_send = first_possible_send - interval '1 hour', last_possible_send = last_possible_send - interval '1 hour' WHERE payout_id = ?")) {
      change.setString(1, id);
      change.executeUpdate();
    }
  }

  String await(String id, String status) throws Exception {
    Wait.until(status, PATIENCE, () -> this.<String>told(id, "status"), status::equals);
    return id;
  }

  /** Waits for a case about a payout and returns its id. */
  String awaitCase(String id, String kind) throws Exception {
    String found =
        Wait.until(
            "a case " + kind,
            PATIENCE,
            () ->
                first
                    .request()
                    .get("/v1/ops/cases?limit=100&kind=" + kind)
                    .path("data.find { it.payout_id == '" + id + "' }?.id"),
            one -> one != null);
    return found;
  }

  /** What the payout says of itself. */
  @SuppressWarnings("TypeParameterUnusedInFormals") // As of REST Assured's path.
  <T extends @Nullable Object> T told(String id, String member) {
    return first.request().get("/v1/payouts/" + id).path(member);
  }

  List<String> history(String id) {
    return first.request().get("/v1/payouts/" + id + "/events?limit=100").path("data.type");
  }

  /** Asks for something, once no worker is asking about the payout. */
  Response wish(Tenant who, String id, String action, String body) throws Exception {
    return whenFree(() -> post(who, "/v1/ops/payouts/" + id + "/" + action, body));
  }

  /** Asks until it is not too early any more; returns the approval's id. */
  String wishInTime(String id, String action, String body) throws Exception {
    Response waits =
        Wait.until(
            "a wish in time",
            PATIENCE,
            () -> wish(first, id, action, body),
            answer -> answer.path("try_again_at") == null);
    assertThat(waits.statusCode()).as(waits.asString()).isEqualTo(202);
    assertThat(waits.header("Location")).isEqualTo("/v1/ops/approvals/" + waits.path("id"));
    return waits.path("id");
  }

  /** Decides about a wish, once no worker is asking about its payout. */
  Response decide(Tenant who, String approval, String action) throws Exception {
    return whenFree(() -> post(who, "/v1/ops/approvals/" + approval + "/" + action, REASON));
  }

  Response approval(String id) {
    return first.request().get("/v1/ops/approvals/" + id);
  }

  static Response post(Tenant who, String path, String body) {
    return who.request(key(), body).post(path);
  }

  static String key() {
    return UUID.randomUUID().toString();
  }

  private static Response whenFree(Callable<Response> ask) throws Exception {
    return Wait.until(
        "nobody asking",
        PATIENCE,
        ask,
        answer -> !answer.asString().contains("is being asked about it just now"));
  }

  /** A signed message of the partner's, at our address for a provider. */
  void theySay(String provider, String reference, String theirs, String status) {
    String body =
        """
        {"event_id": "%s", "type": "payout.%s", "created_at": "%s", "sequence": 9, "data": {"id": "%s", \
        "client_reference": "%s", "status": "%s", "amount": "125.50", "currency": "KES"}}"""
            .formatted(key(), status, Instant.now(), theirs, reference, status);
    long at = Instant.now().getEpochSecond();
    RestAssured.given()
        .header("X-Simulator-Timestamp", Long.toString(at))
        .header("X-Simulator-Signature", ContractWorld.signature(at, body))
        .contentType("application/json")
        .body(body)
        .post("/webhooks/" + provider)
        .then()
        .statusCode(200);
  }
}
