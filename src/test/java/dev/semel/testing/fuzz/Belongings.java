// Makes for a tenant one of everything that has an id.
package dev.semel.testing.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.testing.Contract;
import dev.semel.testing.JobRow;
import dev.semel.testing.Operation;
import dev.semel.testing.ReportRow;
import dev.semel.testing.Tenant;
import dev.semel.testing.Wait;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * What a tenant has: payouts in several states and with them calls, a case, an alert and a message,
 * credentials, and two of what every other operation makes. What is there is found by the lists of
 * the contract, so that new kinds of things are found by themselves.
 */
final class Belongings {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Payouts that the partner refuses once for a fault of ours: a person has them sent again. */
  private static final int HELD = 4;

  /** Payouts that the partner pays under other terms: people settle them. */
  private static final int DIFFERING = 16;

  /** Nothing that clients send makes work fail. */
  private static final int FAILED_JOBS = 2;

  /** The simulated partner's reports are sound. */
  private static final int REPORTS = 10;

  private static final JsonMapper JSON = new JsonMapper();

  private final Contract contract;
  private final Tenant tenant;
  private final String mark;
  private final InstantSource clock;
  private final DataSource database;

  Belongings(
      Contract contract, Tenant tenant, String mark, InstantSource clock, DataSource database) {
    this.contract = contract;
    this.tenant = tenant;
    this.mark = mark;
    this.clock = clock;
    this.database = database;
  }

  /** The secret with which the quick partner signs. */
  static String webhookSecret() {
    return ConfigProvider.getConfig().getValue("SEMEL_PROVIDER_QUICK_WEBHOOK_SECRET", String.class);
  }

  /** Makes them, and waits until the partner has answered for them. */
  void make() throws Exception {
    String paid = payout("cleared", "0001");
    String differing = payout("cleared", "0023");
    for (int i = 1; i < DIFFERING; i++) {
      payout("cleared", "0023");
    }
    payPendingTwice(payout("pending", "0001"));
    cancelAndBeToldOtherwise(payout("pending", "0001"));
    for (int i = 0; i < FAILED_JOBS; i++) {
      JobRow.write(database, payout("pending", "0001"));
    }
    for (int i = 0; i < HELD; i++) {
      payout("cleared", "0015");
      heldByPerson(payout("pending", "0001"));
    }
    wishForAnother(payout("cleared", "0015"));
    for (int i = 0; i < REPORTS; i++) {
      ReportRow.quarantined(database, "quick");
    }
    credential(List.of("payouts:read"));
    reapplyTwice();
    makeWhatIsMissing();
    deliver();
    await("a payment", "/v1/payouts/" + paid, answer -> answer.path("status").equals("paid"));
    await(
        "a case about " + differing,
        "/v1/ops/cases",
        answer -> !answer.<List<?>>path("data").isEmpty());
    await(
        "a message that can be re-applied",
        "/v1/ops/webhooks?status=processed",
        answer -> !answer.<List<?>>path("data").isEmpty());
  }

  /** A credential that may do only this. */
  Party.Key credential(List<String> permissions) throws IOException {
    Response created =
        post(
            "/v1/ops/credentials",
            JSON.createObjectNode()
                .put("name", mark + " credential")
                .set("permissions", JSON.valueToTree(permissions)));
    created.then().statusCode(201);
    return new Party.Key(created.path("id"), created.path("token"), Set.copyOf(permissions));
  }

  /** Finds what the tenant has, by every list that it may read. */
  void gather(Harvest harvest) throws IOException {
    for (Operation list : lists()) {
      boolean paged = list.node().path("parameters").toString().contains("/Limit\"");
      for (String limit : paged ? List.of("", "?limit=1") : List.of("")) {
        Response page = tenant.request().get(list.template() + limit);
        if (page.statusCode() == 200) {
          harvest.learn(list.id(), JSON.readTree(page.asString()));
        }
      }
    }
  }

  /** The lists of what belongs to tenants. */
  List<Operation> lists() {
    return contract.operations().stream()
        .filter(one -> one.method().equals("get") && !one.template().contains("{"))
        .filter(one -> !one.node().has("security"))
        .toList();
  }

  /** What no chapter above makes, from the first example of the operation that makes it. */
  private void makeWhatIsMissing() throws IOException {
    for (Operation maker : contract.operations()) {
      boolean makes =
          maker.method().equals("post")
              && !maker.template().contains("{")
              && maker.node().path("responses").path("201").path("headers").has("Location")
              && !List.of(
                      "createPayout", "createCredential", "createReconciliation", "uploadReport")
                  .contains(maker.id());
      if (makes) {
        // Two of each, so that lists of them have a second page.
        for (int i = 0; i < 2; i++) {
          post(maker.template(), atQuickPartner(unique(example(maker)))).then().statusCode(201);
        }
      }
    }
  }

  /** Two deliveries and two replays. */
  private void deliver() throws IOException {
    List<String> endpoints = tenant.request().get("/v1/webhook-endpoints?limit=2").path("data.id");
    for (String endpoint : endpoints) {
      String path = "/v1/webhook-endpoints/" + endpoint;
      post(path + "/test", JSON.createObjectNode()).then().statusCode(202);
      post(path + "/replays", JSON.createObjectNode().put("from", "2026-01-01T00:00:00Z"))
          .then()
          .statusCode(202);
    }
  }

  /** Payouts that come to rest soon, as the partner with the quick clocks takes them. */
  private static JsonNode atQuickPartner(JsonNode body) {
    for (JsonNode payout : body.findParents("reference")) {
      ((ObjectNode) payout).put("provider", "quick");
    }
    return body;
  }

  /** The first example of what an operation takes; an empty object when it takes nothing. */
  JsonNode example(Operation operation) {
    JsonNode examples =
        contract
            .resolve(operation.node().path("requestBody"))
            .at("/content/application~1json/examples");
    return examples.isEmpty()
        ? JSON.createObjectNode()
        : contract.resolve(examples.iterator().next()).path("value");
  }

  /** The same under references that nobody has used. */
  static JsonNode unique(JsonNode example) throws IOException {
    String text = example.toString();
    for (String reference : example.findValuesAsText("reference")) {
      text = text.replace("\"" + reference + "\"", "\"" + UUID.randomUUID() + "\"");
    }
    return JSON.readTree(text);
  }

  private String payout(String funding, String ending) throws IOException {
    Response created =
        post(
            "/v1/payouts",
            JSON.readTree(
                """
                {"reference": "%s", "amount": "125.50", "currency": "KES", "funding": "%s", "provider": "quick",
                 "beneficiary": {"name": "%s", "country": "KE", "method": "bank_account",
                   "bank_account": {"account_number": "00%s%s", "bank_code": "01"}},
                 "sender": {"name": "%s", "country": "GB"}, "metadata": {"%s": "%s"}}"""
                    .formatted(
                        mark + "-" + UUID.randomUUID(),
                        funding,
                        mark + " beneficiary",
                        Hints.SECRET,
                        ending,
                        mark + " sender",
                        mark,
                        mark)));
    created.then().statusCode(201);
    return created.path("id");
  }

  /** Re-applications of spans in which nothing failed. */
  private void reapplyTwice() {
    for (int day = 1; day <= 2; day++) {
      post(
              "/v1/ops/webhooks/reapply?status=failed&from=2020-01-01T00:00:00Z&to=2020-01-0%dT12:00:00Z"
                  .formatted(day),
              JSON.createObjectNode().put("reason", mark + " re-applies"))
          .then()
          .statusCode(202);
    }
  }

  private void payPendingTwice(String payout) throws IOException {
    for (int i = 1; i <= 2; i++) {
      post(
          "/v1/payouts/" + payout + "/funding",
          JSON.createObjectNode()
              .put("payment_reference", mark + "-" + i)
              .put("amount", "99.00")
              .put("currency", "EUR")
              .put("captured_at", "2026-11-01T10:00:00Z"));
    }
  }

  /** The partner speaks of a payout that was never sent: the event is refused. */
  private void cancelAndBeToldOtherwise(String payout) throws IOException {
    post(
            "/v1/payouts/" + payout + "/cancel",
            JSON.createObjectNode().put("reason", mark + " cancels"))
        .then()
        .statusCode(200);
    String reference = tenant.request().get("/v1/payouts/" + payout).path("client_reference");
    byte[] body =
        SignedWebhooks.event(reference, new Dice(1, reference.hashCode()))
            .toString()
            .getBytes(StandardCharsets.UTF_8);
    String at = Long.toString(clock.instant().getEpochSecond());
    RestAssured.given()
        .header("X-Simulator-Timestamp", at)
        .header(
            "X-Simulator-Signature",
            new SignedWebhooks(webhookSecret(), clock.instant()).signature(at, body))
        .contentType("application/json")
        .body(body)
        .post("/webhooks/quick")
        .then()
        .statusCode(200);
  }

  /** Only what a person holds can be released; what failed for a fault is sent again instead. */
  private void heldByPerson(String payout) {
    post("/v1/ops/payouts/" + payout + "/hold", JSON.createObjectNode().put("reason", mark))
        .then()
        .statusCode(200);
  }

  /** A correction, which waits for a second person. */
  private void wishForAnother(String payout) throws Exception {
    await("a hold", "/v1/payouts/" + payout, answer -> answer.path("status").equals("held"));
    String body =
        """
        {"reason": "%s corrects", "beneficiary": {"name": "%s", "country": "KE", "method": "bank_account",
          "bank_account": {"account_number": "00%s0001", "bank_code": "01"}}}"""
            .formatted(mark, mark, Hints.SECRET);
    post("/v1/ops/payouts/" + payout + "/correct", JSON.readTree(body)).then().statusCode(202);
  }

  private Response post(String path, JsonNode body) {
    return tenant.request(UUID.randomUUID().toString(), body.toString()).post(path);
  }

  private void await(String what, String path, Predicate<Response> right) throws Exception {
    Wait.until(what, PATIENCE, () -> tenant.request().get(path), right);
  }
}
