// Makes what the examples of the contract speak of, so that they can be run.
package dev.semel.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.provider.Providers;
import dev.semel.security.CreateCredential;
import dev.semel.security.Permission;
import dev.semel.security.RateLimits;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.enterprise.context.Dependent;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Payouts, cases, messages and runs in the states that examples show, each made over HTTP. */
@Dependent
public class ContractWorld {

  private static final Contract CONTRACT = Contract.load();
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** An endpoint with everything that one can have. */
  static final String ENDPOINT =
      """
      {"url": "https://shop.example.com/semel", "events": ["payout.paid"], "description": "The shop"}""";

  /** What re-applies the failed messages of a day on which none failed. */
  static final String REAPPLY =
      "/v1/ops/webhooks/reapply?status=failed&from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z&provider=quick";

  private static final String WEBHOOK_SECRET = "partner-webhook-secret";

  private final CreateCredential credentials;
  private final DataSource database;
  private final RateLimits limits;
  private final Providers providers;
  private final Tenant tenant;
  private final Tenant operator;

  public ContractWorld(
      CreateCredential credentials, DataSource database, RateLimits limits, Providers providers) {
    this.providers = providers;
    this.credentials = credentials;
    this.database = database;
    this.limits = limits;
    this.tenant = Tenant.create(credentials, database);
    this.operator = Tenant.operator(credentials, database);
  }

  /** A client. */
  Tenant tenant() {
    return tenant;
  }

  /** Who runs the server. */
  Tenant operator() {
    return operator;
  }

  /** Somebody who may only read payouts. */
  Tenant reader() {
    return Tenant.operator(credentials, database, List.of(Permission.PAYOUTS_READ));
  }

  /** The request of an example: new each time, with instants that lie ahead. */
  ObjectNode payoutRequest(String example) {
    return fresh(example(example));
  }

  /** The request of the example of a batch, new each time. */
  ObjectNode batchRequest() {
    return freshBatch(example("BatchOfTwo"));
  }

  private static ObjectNode example(String name) {
    return CONTRACT.document().at("/components/examples/" + name + "/value").deepCopy();
  }

  /** The same batch with references of its own. */
  ObjectNode freshBatch(ObjectNode request) {
    request.path("payouts").forEach(payout -> fresh((ObjectNode) payout));
    return request;
  }

  /** The same request with a reference of its own and instants that lie ahead. */
  ObjectNode fresh(ObjectNode request) {
    request.put("reference", unique());
    for (String instant : List.of("submit_after", "submit_before")) {
      if (request.path(instant).isTextual()) {
        request.put(instant, later());
      }
    }
    return request;
  }

  /** A payout to an account that makes the partner do something, in the state that comes of it. */
  String payout(String provider, String ending, String status) throws Exception {
    ObjectNode request = payoutRequest("PayoutToBankAccount").put("provider", provider);
    request.withObject("/beneficiary/bank_account").put("account_number", "001234" + ending);
    return await(create(request), status);
  }

  /** The provider that others leave paused, with a payout of its own; the path of it. */
  String spareProvider() throws Exception {
    String path = "/v1/ops/providers/spare";
    ok(post(operator, path + "/resume", "{\"reason\": \"a person decided so\"}"));
    payout("spare", "0001", "paid");
    return path;
  }

  /** A payout whose money came back, less a fee. */
  String returned() throws Exception {
    String id = payout("quick", "0001", "paid");
    ObjectNode event = event(new PayoutRow(id, database), "returned", 3);
    event
        .withObjectProperty("data")
        .put("amount", get(tenant, "/v1/payouts/" + id).path("amount").asText())
        .put("returned_amount", "1.00");
    deliver(event, true, "processed");
    return await(id, "returned");
  }

  private String await(String id, String status) throws Exception {
    Wait.until(
        "a payout that is " + status,
        PATIENCE,
        () -> get(tenant, "/v1/payouts/" + id).path("status").asText(),
        status::equals);
    return id;
  }

  /** A payout that waits for its funds. */
  String unfunded() {
    return create(
        payoutRequest("PayoutToBankAccount").put("provider", "quick").put("funding", "pending"));
  }

  /** A payout that a person held. */
  String held() {
    String id = unfunded();
    ok(post(tenant, "/v1/ops/payouts/" + id + "/hold", "{\"reason\": \"a person decided so\"}"));
    return id;
  }

  /** A batch of payouts. */
  String batch() {
    return ok(post(tenant, "/v1/payout-batches", batchRequest().toString())).path("id").asText();
  }

  /** A webhook endpoint. */
  String endpoint() {
    return ok(post(tenant, "/v1/webhook-endpoints", ENDPOINT)).path("id").asText();
  }

  /** A webhook endpoint that its owner has disabled. */
  String disabledEndpoint() {
    String id = endpoint();
    ok(tenant.request(unique(), "{\"status\": \"disabled\"}").patch("/v1/webhook-endpoints/" + id));
    return id;
  }

  /** A delivery to an endpoint that wants no data, of an event that has just happened. */
  String delivery() {
    String body = "{\"url\": \"https://shop.example.com/semel\", \"mode\": \"thin\"}";
    String endpoint = ok(post(tenant, "/v1/webhook-endpoints", body)).path("id").asText();
    unfunded();
    lastEvent();
    return first(tenant, "/v1/webhook-deliveries?limit=1&endpoint=" + endpoint);
  }

  /** A delivery whose receiver was not well: nothing is delivered by the server of the tests. */
  String refusedDelivery() {
    String id = delivery();
    attempt(id, "refused", "The receiver answered 503 instead of 2xx.", 503);
    return id;
  }

  /** A delivery that has arrived. */
  String arrivedDelivery() {
    String id = delivery();
    attempt(id, "delivered", null, 200);
    execute("UPDATE webhook_delivery SET status = 'delivered', ended_at = now() WHERE id = ?", id);
    return id;
  }

  private void attempt(String delivery, String outcome, @Nullable String reason, int status) {
    execute(
        "INSERT INTO webhook_attempt (delivery_id, number, outcome, reason, started_at, duration_ms, url, address, request_headers,"
            + " response_status, response_headers, response_body, response_truncated) SELECT ?, 1, '"
            + outcome
            + "', "
            + (reason == null ? "NULL" : "'" + reason + "'")
            + ", now(), 84, 'https://shop.example.com/semel', '203.0.113.9', '[{\"name\": \"webhook-id\", \"value\": \"x\"}]', "
            + status
            + ", '[{\"name\": \"content-type\", \"value\": \"text/plain\"}]', 'A text', false",
        delivery);
    execute("UPDATE webhook_delivery SET attempts = 1 WHERE id = ?", delivery);
  }

  /** A replay of a span. */
  String replay() {
    delivery();
    String path = "/v1/webhook-endpoints/" + endpoint() + "/replays";
    return ok(post(tenant, path, "{\"from\": \"2026-01-01T00:00:00Z\"}")).path("id").asText();
  }

  /** The end of the event feed. */
  String lastEvent() {
    return get(tenant, "/v1/events?limit=100").path("resume_after").asText();
  }

  /** The answer to a reader whose last event is no longer kept. */
  Response afterAnExpiredEvent() {
    unfunded();
    String event = lastEvent();
    execute("DELETE FROM notification WHERE id = ?", event);
    return tenant.request().get("/v1/events?after=" + event);
  }

  /** The answer to a request over the limit. A token may come back before it is sent. */
  Response overTheLimit() throws Exception {
    return Wait.until(
        "a refusal",
        PATIENCE,
        () -> {
          while (limits.spend(tenant.credentialId()).orElseThrow().allowed()) {
            // Each round spends a token.
          }
          return tenant.request().get("/v1/payouts");
        },
        response -> response.statusCode() == 429);
  }

  private String create(ObjectNode request) {
    return ok(post(tenant, "/v1/payouts", request.toString())).path("id").asText();
  }

  /** A call to the partner that was never answered. */
  String unansweredCall() throws Exception {
    return first(tenant, "/v1/ops/provider-calls?outcome=unknown&payout=" + unanswered());
  }

  /** A payout whose submission was never answered. */
  String unanswered() throws Exception {
    return payout("quick", "0002", "paid");
  }

  /** A case in which the partner's report has another amount than we asked for. */
  String differingCase() throws Exception {
    String payout = payout("quick", "0042", "paid");
    reconciliation("quick", today());
    return get(tenant, "/v1/ops/cases?kind=amount_differs&limit=100")
        .path("data")
        .valueStream()
        .filter(one -> one.path("payout_id").asText().equals(payout))
        .map(one -> one.path("id").asText())
        .findFirst()
        .orElseThrow();
  }

  /** The same, given to a person. */
  String assignedCase() throws Exception {
    String id = differingCase();
    work(id, "assign", "{\"assignee\": \"amara\", \"reason\": \"She knows them.\"}");
    return id;
  }

  /** The same, resolved. */
  String resolvedCase() throws Exception {
    String id = assignedCase();
    work(
        id,
        "resolve",
        "{\"resolution\": \"provider_corrected\", \"note\": \"They sent another.\"}");
    return id;
  }

  private void work(String id, String action, String body) {
    ok(post(tenant, "/v1/ops/cases/" + id + "/" + action, body));
  }

  /** A run over a day of a provider that has come to its end. */
  String reconciliation(String provider, LocalDate day) throws Exception {
    String body = "{\"provider\": \"%s\", \"business_date\": \"%s\"}".formatted(provider, day);
    String id = ok(post(operator, "/v1/ops/reconciliations", body)).path("id").asText();
    Wait.until(
        "the end of a reconciliation",
        PATIENCE,
        () -> get(operator, "/v1/ops/reconciliations/" + id).path("finished_at"),
        JsonNode::isTextual);
    return id;
  }

  /** A run that stands in the table only, until the action is done. */
  Response whileReconciling(LocalDate day, Supplier<Response> action) {
    String id = "rec_01jdxz4m3n2p1q0r9s8t7v6w5x";
    execute(
        "INSERT INTO reconciliation (id, provider, business_date, status, started_by, lease_until) VALUES (?, 'simulator', CAST(? AS date), 'running', 'system', now() + interval '1 h')",
        id,
        day.toString());
    try {
      return action.get();
    } finally {
      execute("DELETE FROM reconciliation WHERE id = ?", id);
    }
  }

  /** The path of a report in quarantine. */
  String report() {
    return "/v1/ops/reports/" + ReportRow.quarantined(database, "quick");
  }

  /** The path of one that another person than the operator of these tests wants released. */
  String proposedReport() {
    String path = report();
    Tenant other = Tenant.operator(credentials, database);
    ok(post(other, path + "/release", "{\"reason\": \"a person decided so\"}"));
    return path;
  }

  /** Background work that failed and waits for a person. */
  String failedJob() {
    return JobRow.write(database, unfunded());
  }

  /** An alert about a second payment for a payout. */
  String alert() {
    fundTwice();
    return first(tenant, "/v1/ops/alerts?limit=1");
  }

  /** The answer to the second of two payments for one payout. */
  Response fundTwice() {
    String funding = "/v1/payouts/" + unfunded() + "/funding";
    ok(post(tenant, funding, payment()));
    return post(tenant, funding, payment());
  }

  private static String payment() {
    return """
    {"payment_reference": "%s", "amount": "98.40", "currency": "GBP", "captured_at": "2026-11-30T10:00:00Z"}"""
        .formatted(unique());
  }

  /** An event about a payout that the partner has, as the partner puts it. */
  ObjectNode event(PayoutRow payout, String status, int sequence) {
    ObjectNode event = JSON.createObjectNode();
    event
        .put("event_id", unique())
        .put("type", "payout." + status)
        .put("created_at", Instant.now().plusSeconds(sequence).toString())
        .put("sequence", sequence);
    event
        .putObject("data")
        .put("id", payout.text("provider_payout_id"))
        .put("client_reference", payout.id().substring(3).toUpperCase(Locale.ROOT) + "-1")
        .put("status", status)
        .put("amount", "125.50")
        .put("currency", "KES");
    return event;
  }

  /** A payout that the partner has, by our books alone. */
  PayoutRow sent() {
    return PayoutRow.writeResting(database, tenant, "quick", "sent", "SIM-" + unique());
  }

  /** A payout of which nobody knows whether the partner has it, by our books alone. */
  String undecided() {
    return undecidedSince("1 h");
  }

  /** The same, of which a request may have been written until so long ago. */
  String undecidedSince(String ago) {
    PayoutRow payout = PayoutRow.writeResting(database, tenant, "silent", "submission_unknown", "");
    execute(
        "UPDATE attempt SET first_possible_send = now() - interval '2 h', last_possible_send = now() - CAST(? AS interval), promised_repeats = 'none', file_fingerprint = ? WHERE payout_id = ?",
        ago,
        providers.find("silent").orElseThrow().terms().fingerprint(),
        payout.id());
    return payout.id();
  }

  /** A wish of the tenant's that waits for a second person. */
  String approval() {
    String settle =
        "{\"outcome\": \"failed\", \"reason\": \"They want it back.\", \"statement\": \"The partner lacks it.\"}";
    return ok(post(tenant, "/v1/ops/payouts/" + undecided() + "/settle", settle))
        .path("id")
        .asText();
  }

  /** Another person of the client. */
  Tenant colleague() {
    return Tenant.again(tenant, credentials, database);
  }

  /** A message with an event that was applied. */
  String processedMessage() throws Exception {
    return deliver(event(sent(), "paid", 2), true, "processed");
  }

  /** A message with an event that was refused, because it came too late. */
  String refusedMessage() throws Exception {
    PayoutRow payout = sent();
    deliver(event(payout, "paid", 3), true, "processed");
    return deliver(event(payout, "processing", 2), true, "processed");
  }

  /** What re-applies a message that has just failed. */
  String reapplyOfOne() throws Exception {
    ObjectNode event = event(sent(), "paid", 2);
    ((ObjectNode) event.path("data")).remove("status");
    deliver(event, true, "failed");
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    return "/v1/ops/webhooks/reapply?status=failed&provider=quick&from="
        + now.minusSeconds(60)
        + "&to="
        + now.plusSeconds(1);
  }

  /** A re-application of a span. */
  String reapplication() {
    return ok(post(operator, REAPPLY, "{\"reason\": \"The file is mended.\"}")).path("id").asText();
  }

  /** A message without a signature. */
  String quarantinedMessage() throws Exception {
    return deliver(event(sent(), "paid", 2), false, "quarantined");
  }

  private String deliver(ObjectNode event, boolean signed, String status) throws Exception {
    String body = event.toString();
    long at = Instant.now().getEpochSecond();
    var request = RestAssured.given().filter(new ContractFilter());
    if (signed) {
      request
          .header("X-Simulator-Timestamp", Long.toString(at))
          .header("X-Simulator-Signature", signature(at, body));
    }
    request.contentType("application/json").body(body).post("/webhooks/quick");
    String id = first(operator, "/v1/ops/webhooks?provider=quick&limit=1");
    Wait.until(
        "a message that is " + status,
        PATIENCE,
        () -> get(operator, "/v1/ops/webhooks/" + id).path("status").asText(),
        status::equals);
    return id;
  }

  /** The partner's signature over a body. */
  public static String signature(long at, String body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(WEBHOOK_SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of()
          .formatHex(mac.doFinal((at + "." + body).getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HMAC", e);
    }
  }

  /** A credential that may be revoked. */
  String credential() {
    String body =
        "{\"name\": \"checkout\", \"permissions\": [\"payouts:read\"], \"expires_at\": \"%s\"}"
            .formatted(later());
    return ok(post(tenant, "/v1/ops/credentials", body)).path("id").asText();
  }

  /** Asks for something while another request holds its key, in a transaction that does not end. */
  Response whileKeyIsUsed(String key, Supplier<Response> action) {
    try (var connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try (var statement =
          connection.prepareStatement(
              "INSERT INTO idempotency_key (credential_id, operation, key, fingerprint, expires_at) VALUES (?, 'createPayout', ?, ?, now() + interval '7 days')")) {
        statement.setString(1, tenant.credentialId());
        statement.setString(2, key);
        statement.setBytes(3, new byte[32]);
        statement.executeUpdate();
        return action.get();
      } finally {
        connection.rollback();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Today, where the simulated partner's days begin. */
  LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  /** An instant a day ahead. */
  static String later() {
    return Instant.now().plus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** A text as a file in a request. */
  static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  static String unique() {
    return UUID.randomUUID().toString();
  }

  /** Asks for something to be done, under a key of its own. */
  Response post(Tenant who, String path, String body) {
    return who.request(unique(), body).post(path);
  }

  private static JsonNode get(Tenant who, String path) {
    return ok(who.request().get(path));
  }

  private static String first(Tenant who, String path) {
    return get(who, path).at("/data/0/id").asText();
  }

  /** The body of an answer that is no problem. */
  static JsonNode ok(Response response) {
    assertThat(response.statusCode()).as(response.asString()).isBetween(200, 299);
    return json(response);
  }

  static JsonNode json(Response response) {
    try {
      return JSON.readTree(response.asString());
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + response.asString(), e);
    }
  }

  private void execute(String change, String... values) {
    try (var connection = database.getConnection();
        var statement = connection.prepareStatement(change)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
