// How each example of the contract is run against a server. A new operation or example needs a row
// here.
package dev.semel.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables: examples that succeed, problems that are provoked, and what can't be run. */
final class ContractRuns {

  /** A request about to be sent: preparations change what an example can't know. */
  static final class Asked {
    private final ObjectNode body;
    private final Map<String, String> headers = new HashMap<>();
    private @Nullable Tenant who;

    Asked(ObjectNode body, Tenant who) {
      this.body = body;
      this.who = who;
    }

    /** The body of the example; changes to it are sent. Empty where the operation takes none. */
    ObjectNode body() {
      return body;
    }

    /** Headers beside the usual ones. */
    Map<String, String> headers() {
      return headers;
    }

    /** Who sends it: the client unless it is said otherwise; nobody with null. */
    @Nullable Tenant who() {
      return who;
    }

    void by(@Nullable Tenant somebody) {
      who = somebody;
    }
  }

  /** Makes what the example speaks of, and returns the path to send it to. */
  interface Preparation {
    String path(ContractWorld world, Asked asked) throws Exception;
  }

  /** Makes a server answer with a problem. */
  interface Provocation {
    Response answer(ContractWorld world) throws Exception;
  }

  /**
   * One example that is run.
   *
   * @param operation the operationId
   * @param request the example that is sent, or "-" where there is no body
   * @param answer the example that the answer is compared with: the name of the component, or, for
   *     one that stands in the operation, operationId.name
   */
  record Run(String operation, String request, String answer, Preparation preparation) {
    @Override
    public String toString() {
      return operation + " " + request + " -> " + answer;
    }
  }

  private static final String REASON = "{\"reason\": \"a person decided so\"}";
  private static final String STATEMENT =
      "{\"reason\": \"a person decided so\", \"statement\": \"The partner lacks it.\"}";

  private ContractRuns() {}

  // spotless:off
  /** Every request example, every operation, and every example of a success. */
  static final List<Run> RUNS =
      List.of(
          run("createPayout", "bankAccount", "PayoutReady", (world, asked) -> { world.fresh(asked.body()); return "/v1/payouts"; }),
          run("createPayout", "iban", "-", (world, asked) -> { world.fresh(asked.body()); return "/v1/payouts"; }),
          run("createPayout", "mobileWallet", "-", (world, asked) -> { world.fresh(asked.body()); return "/v1/payouts"; }),
          run("createPayout", "cashPickup", "-", (world, asked) -> { world.fresh(asked.body()); return "/v1/payouts"; }),
          run("listPayouts", "-", "PayoutPage", (world, _) -> {
            world.payout("quick", "0001", "paid");
            world.payout("quick", "0001", "paid");
            return "/v1/payouts?limit=1&status=paid";
          }),
          run("getPayout", "-", "PayoutReady", (world, _) -> "/v1/payouts/" + world.unfunded()),
          run("getPayout", "-", "PayoutSubmissionUnknown", (world, _) -> "/v1/payouts/" + world.payout("silent", "0007", "submission_unknown")),
          run("getPayout", "-", "PayoutPaid", (world, _) -> "/v1/payouts/" + world.payout("quick", "0001", "paid")),
          run("getPayout", "-", "PayoutReturned", (world, _) -> "/v1/payouts/" + world.returned()),
          run("getPayout", "-", "PayoutFailed", (world, _) -> "/v1/payouts/" + world.payout("quick", "0011", "failed")),
          run("getPayout", "-", "PayoutHeld", (world, _) -> "/v1/payouts/" + world.payout("quick", "0015", "held")),
          run("listPayoutEvents", "-", "PayoutHistory", (world, _) -> "/v1/payouts/" + world.unanswered() + "/events"),
          run("confirmFunding", "cleared", "PayoutReady", (world, _) -> "/v1/payouts/" + world.unfunded() + "/funding"),
          run("cancelPayout", "customer", "PayoutCancelled", (world, _) -> "/v1/payouts/" + world.unfunded() + "/cancel"),
          run("holdPayout", "asked", "PayoutHeld", (world, _) -> "/v1/ops/payouts/" + world.unfunded() + "/hold"),
          run("releasePayout", "asked", "PayoutReady", (world, _) -> "/v1/ops/payouts/" + world.held() + "/release"),
          run("resendPayout", "unknown", "-", (world, _) -> "/v1/ops/payouts/" + world.undecided() + "/resend"),
          run("settlePayout", "failed", "ApprovalPending", (world, _) -> "/v1/ops/payouts/" + world.undecided() + "/settle"),
          run("settlePayout", "sent", "-", (world, asked) -> { asked.body().put("provider_payout_id", ContractWorld.unique()); return "/v1/ops/payouts/" + world.undecided() + "/settle"; }),
          run("correctPayout", "asked", "ApprovalOfCorrection", (world, _) -> "/v1/ops/payouts/" + world.payout("quick", "0015", "held") + "/correct"),
          run("listApprovals", "-", "ApprovalPage", (world, _) -> { world.approval(); return "/v1/ops/approvals?status=pending"; }),
          run("getApproval", "-", "ApprovalPending", (world, _) -> "/v1/ops/approvals/" + world.approval()),
          run("approveApproval", "approved", "ApprovalApproved", (world, asked) -> { asked.by(world.colleague()); return "/v1/ops/approvals/" + world.approval() + "/approve"; }),
          run("rejectApproval", "rejected", "ApprovalRejected", (world, asked) -> { asked.by(world.colleague()); return "/v1/ops/approvals/" + world.approval() + "/reject"; }),
          run("resendPayout", "asked", "PayoutReady", (world, _) -> "/v1/ops/payouts/" + world.payout("quick", "0015", "held") + "/resend"),

          run("createPayoutBatch", "two", "BatchAccepted", (world, asked) -> { world.freshBatch(asked.body()); return "/v1/payout-batches"; }),
          run("getPayoutBatch", "-", "BatchUnderWay", (world, _) -> "/v1/payout-batches/" + world.batch()),

          run("listEvents", "-", "EventPage", (world, _) -> { world.payout("quick", "0001", "paid"); return "/v1/events?limit=2"; }),
          run("listEvents", "-", "listEvents.application/json.nothingNew", (world, _) -> { world.unfunded(); return "/v1/events?after=" + world.lastEvent(); }),
          run("createWebhookEndpoint", "outcomes", "WebhookEndpointCreated", (_, _) -> "/v1/webhook-endpoints"),
          run("createWebhookEndpoint", "everything", "-", (_, _) -> "/v1/webhook-endpoints"),
          run("createWebhookEndpoint", "pair", "WebhookEndpointWithPair", (_, _) -> "/v1/webhook-endpoints"),
          run("listWebhookEndpoints", "-", "WebhookEndpointPage", (world, _) -> { world.disabledEndpoint(); return "/v1/webhook-endpoints"; }),
          run("getWebhookEndpoint", "-", "WebhookEndpointDisabled", (world, _) -> "/v1/webhook-endpoints/" + world.disabledEndpoint()),
          run("updateWebhookEndpoint", "disable", "WebhookEndpointDisabled", (world, _) -> "/v1/webhook-endpoints/" + world.endpoint()),
          run("updateWebhookEndpoint", "all", "-", (world, _) -> "/v1/webhook-endpoints/" + world.endpoint()),
          run("deleteWebhookEndpoint", "-", "-", (world, _) -> "/v1/webhook-endpoints/" + world.endpoint()),
          run("rotateWebhookEndpointSecret", "usual", "WebhookEndpointRotated", (world, _) -> "/v1/webhook-endpoints/" + world.endpoint() + "/rotate"),
          run("rotateWebhookEndpointSecret", "leaked", "-", (world, _) -> "/v1/webhook-endpoints/" + world.endpoint() + "/rotate"),
          run("rotateWebhookEndpointSecret", "pair", "-", (world, _) -> "/v1/webhook-endpoints/" + world.endpoint() + "/rotate"),
          run("testWebhookEndpoint", "now", "WebhookDeliveryOfTest", (world, _) -> "/v1/webhook-endpoints/" + world.endpoint() + "/test"),
          run("replayWebhookEvents", "outage", "WebhookReplayRunning", (world, _) -> "/v1/webhook-endpoints/" + world.endpoint() + "/replays"),
          run("replayWebhookEvents", "everything", "-", (world, _) -> "/v1/webhook-endpoints/" + world.endpoint() + "/replays"),
          run("replayWebhookEvents", "one", "WebhookReplayOfOne", (world, asked) -> {
            world.delivery();
            asked.body().put("event_id", world.lastEvent());
            return "/v1/webhook-endpoints/" + world.endpoint() + "/replays";
          }),
          run("listWebhookDeliveries", "-", "WebhookDeliveryPage", (world, _) -> { world.delivery(); world.delivery(); return "/v1/webhook-deliveries?limit=1"; }),
          run("getWebhookDelivery", "-", "WebhookDeliveryTriedAgain", (world, _) -> "/v1/webhook-deliveries/" + world.refusedDelivery()),
          run("getWebhookDelivery", "-", "WebhookDeliveryDelivered", (world, _) -> "/v1/webhook-deliveries/" + world.arrivedDelivery()),
          run("listWebhookReplays", "-", "WebhookReplayPage", (world, _) -> { world.replay(); return "/v1/webhook-replays"; }),
          run("getWebhookReplay", "-", "WebhookReplayRunning", (world, _) -> "/v1/webhook-replays/" + world.replay()),

          run("receiveProviderWebhook", "paid", "-", ContractRuns::signedEvent),
          run("receiveProviderWebhookByPut", "paid", "-", ContractRuns::signedEvent),
          run("listWebhookMessages", "-", "WebhookMessagePage", (world, asked) -> {
            world.processedMessage();
            return byOperator(world, asked, "/v1/ops/webhooks?provider=quick&status=processed");
          }),
          run("getWebhookMessage", "-", "WebhookMessageProcessed", (world, asked) -> byOperator(world, asked, "/v1/ops/webhooks/" + world.processedMessage())),
          run("getWebhookMessage", "-", "WebhookMessageQuarantined", (world, asked) -> byOperator(world, asked, "/v1/ops/webhooks/" + world.quarantinedMessage())),
          run("reapplyWebhookMessage", "mended", "WebhookMessageReapplied", (world, asked) -> byOperator(world, asked, "/v1/ops/webhooks/" + world.refusedMessage() + "/reapply")),
          run("reapplyWebhookMessages", "mended", "WebhookReapplicationRunning", (world, asked) -> byOperator(world, asked, world.reapplyOfOne())),
          run("listWebhookReapplications", "-", "WebhookReapplicationPage", (world, asked) -> { world.reapplication(); return byOperator(world, asked, "/v1/ops/webhook-reapplications"); }),
          run("getWebhookReapplication", "-", "WebhookReapplicationFinished", (world, asked) -> byOperator(world, asked, "/v1/ops/webhook-reapplications/" + world.reapplication())),

          run("listCases", "-", "CasePage", (world, _) -> { world.differingCase(); return "/v1/ops/cases"; }),
          run("listCases", "-", "listCases.text/csv.csv", (world, _) -> { world.differingCase(); return "/v1/ops/cases"; }),
          run("getCase", "-", "CaseOpen", (world, _) -> "/v1/ops/cases/" + world.differingCase()),
          run("getCase", "-", "CaseResolved", (world, _) -> "/v1/ops/cases/" + world.resolvedCase()),
          run("assignCase", "assign", "CaseAssigned", (world, _) -> "/v1/ops/cases/" + world.differingCase() + "/assign"),
          run("commentCase", "comment", "CaseAssigned", (world, _) -> "/v1/ops/cases/" + world.assignedCase() + "/comments"),
          run("resolveCase", "resolve", "CaseResolved", (world, _) -> "/v1/ops/cases/" + world.assignedCase() + "/resolve"),
          run("reopenCase", "reopen", "CaseOpen", (world, _) -> "/v1/ops/cases/" + world.resolvedCase() + "/reopen"),

          run("uploadReport", "csv", "ReportBrought", (world, asked) -> { asked.body().put("content", ContractWorld.encoded(ContractWorld.unique())); return byOperator(world, asked, "/v1/ops/reports"); }),
          run("listReports", "-", "ReportPage", (world, asked) -> { world.report(); return byOperator(world, asked, "/v1/ops/reports?provider=quick&status=quarantined&business_date=2020-01-01"); }),
          run("getReport", "-", "ReportQuarantined", (world, asked) -> byOperator(world, asked, world.report())),
          run("downloadReport", "-", "downloadReport.application/octet-stream.bytes", (world, asked) -> byOperator(world, asked, world.report() + "/content")),
          run("verifyReport", "mended", "ReportPutBack", (world, asked) -> byOperator(world, asked, world.report() + "/verify")),
          run("releaseReport", "confirmed", "ReportProposed", (world, asked) -> byOperator(world, asked, world.report() + "/release")),
          run("releaseReport", "confirmed", "ReportReceived", (world, asked) -> byOperator(world, asked, world.proposedReport() + "/release")),
          run("rejectReport", "forged", "ReportRejected", (world, asked) -> byOperator(world, asked, world.report() + "/reject")),

          run("createReconciliation", "day", "ReconciliationRunning", (world, asked) -> {
            asked.body().put("business_date", world.today().minusDays(20).toString());
            return byOperator(world, asked, "/v1/ops/reconciliations");
          }),
          run("listReconciliations", "-", "ReconciliationPage", (world, asked) -> {
            world.payout("quick", "0001", "paid");
            world.reconciliation("quick", world.today());
            return byOperator(world, asked, "/v1/ops/reconciliations?provider=quick");
          }),
          run("getReconciliation", "-", "ReconciliationFinished", (world, asked) -> {
            world.payout("quick", "0001", "paid");
            return byOperator(world, asked, "/v1/ops/reconciliations/" + world.reconciliation("quick", world.today()));
          }),
          run("getReconciliation", "-", "ReconciliationFailed", (world, asked) -> byOperator(world, asked, "/v1/ops/reconciliations/" + world.reconciliation("gone", world.today()))),

          run("listProviderCalls", "-", "ProviderCallPage", (world, _) -> "/v1/ops/provider-calls?outcome=unknown&payout=" + world.unanswered()),
          run("getProviderCall", "-", "ProviderCallTimedOut", (world, _) -> "/v1/ops/provider-calls/" + world.unansweredCall()),

          run("createCredential", "app", "CredentialCreated", (_, asked) -> { asked.body().put("expires_at", ContractWorld.later()); return "/v1/ops/credentials"; }),
          run("listCredentials", "-", "CredentialPage", (world, _) -> { world.credential(); return "/v1/ops/credentials"; }),
          run("revokeCredential", "leaked", "CredentialRevoked", (world, _) -> "/v1/ops/credentials/" + world.credential() + "/revoke"),
          run("listJobs", "-", "JobPage", (world, _) -> { world.failedJob(); return "/v1/ops/jobs?state=failed"; }),
          run("retryJob", "mended", "JobRetried", (world, _) -> "/v1/ops/jobs/" + world.failedJob() + "/retry"),
          run("listAlerts", "-", "AlertPage", (world, _) -> { world.alert(); return "/v1/ops/alerts"; }),
          run("acknowledgeAlert", "acknowledge", "AlertAcknowledged", (world, _) -> "/v1/ops/alerts/" + world.alert() + "/acknowledge"),
          run("listProviders", "-", "ProviderPage", (world, _) -> { world.payout("silent", "0007", "submission_unknown"); return "/v1/ops/providers"; }),
          run("pauseProvider", "asked", "ProviderPaused", (world, asked) -> byOperator(world, asked, world.spareProvider() + "/pause")),
          run("resumeProvider", "asked", "ProviderResumed", (world, asked) -> byOperator(world, asked, world.spareProvider() + "/resume")),

          run("healthLive", "-", "HealthLive", (_, asked) -> byNobody(asked, "/health/live")),
          run("healthReady", "-", "HealthReady", (_, asked) -> byNobody(asked, "/health/ready")),
          run("healthStarted", "-", "HealthUp", (_, asked) -> byNobody(asked, "/health/started")),
          run("getContract", "-", "getContract.application/yaml.file", (_, asked) -> byNobody(asked, "/openapi")),
          run("getContract", "-", "getContract.application/json.file", (_, asked) -> byNobody(asked, "/openapi")),
          run("getContractAsJson", "-", "getContractAsJson.application/json.file", (_, asked) -> byNobody(asked, "/openapi.json")),
          run("listProblemTypes", "-", "listProblemTypes.text/html.page", (_, asked) -> byNobody(asked, "/problems")),
          run("listProblemTypes", "-", "ProblemTypePage", (_, asked) -> byNobody(asked, "/problems")),
          run("getProblemType", "-", "getProblemType.text/html.page", (_, asked) -> byNobody(asked, "/problems/reference-taken")),
          run("getProblemType", "-", "ProblemTypeDescription", (_, asked) -> byNobody(asked, "/problems/reference-taken")));

  /** Every problem of the contract, by the name of its example. */
  static final Map<String, Provocation> PROBLEMS = problems();

  /** Problems that no client can bring about at will, and why. */
  static final Map<String, String> NOT_PROVOKED =
      Map.of(
          "internal-error", "it is a fault in the program; ProblemMapperTest has it",
          "outcome-unknown", "the connection would have to break in the midst of a commit; CommitLostIT has it",
          "unavailable", "the database would have to go away under all tests; ProblemMapperTest has it");

  /** Examples of answers that no client can bring about, and why. */
  static final Map<String, String> NOT_RUN =
      Map.of("HealthDown", "the process or its database would have to go down");

  private static Map<String, Provocation> problems() {
    Map<String, Provocation> all = new LinkedHashMap<>();
    all.put("authentication-required", _ -> anybody().get("/v1/payouts"));
    all.put("permission-denied", world -> world.post(world.reader(), "/v1/payouts", "{}"));
    all.put("not-found", world -> world.tenant().request().get("/v1/payouts/po_01jdxyz3m8q4w6t9v2b5n7k1ac"));
    all.put("method-not-allowed", world -> world.tenant().request().delete("/v1/payouts"));
    all.put("not-acceptable", world -> world.tenant().request().accept("image/png").get("/v1/payouts"));
    all.put("unsupported-media-type", world -> world.tenant().request("k", "{}").contentType("text/plain").post("/v1/payouts"));
    all.put("content-too-large", world -> world.post(world.tenant(), "/v1/payouts", " ".repeat(1_048_577)));
    all.put("malformed-request", _ -> RawRefusals.to("GET", "/v1/payouts", "Host: a\r\nHost: b\r\n\r\n"));
    all.put("request-timeout", _ -> RawRefusals.to("GET", "/v1/payouts", "Host: x\r\n"));
    all.put("uri-too-long", _ -> RawRefusals.to("GET", "/v1/payouts?reference=" + "a".repeat(9_000), "Host: x\r\n\r\n"));
    all.put("headers-too-large", _ -> RawRefusals.to("GET", "/v1/payouts", "Host: x\r\nX: " + "a".repeat(20_000) + "\r\n\r\n"));
    all.put("malformed-json", world -> world.post(world.tenant(), "/v1/payouts", "{\"reference\": \"order-7731\",\n \"amount\": \"1.00\",\n \"currency\" \"KES\"}"));
    all.put("validation-failed", world -> {
      ObjectNode request = world.payoutRequest("PayoutToBankAccount").put("currency", "JPY").put("amount", "12500.5");
      request.withObject("/beneficiary").remove("bank_account");
      return world.post(world.tenant(), "/v1/payouts", request.toString());
    });
    all.put("invalid-query", world -> world.tenant().request().get("/v1/payouts?limit=0"));
    all.put("idempotency-key-missing", world -> world.tenant().request().contentType("application/json").body("{}").post("/v1/payouts"));
    all.put("idempotency-key-invalid", world -> world.tenant().request("a b", "{}").post("/v1/payouts"));
    all.put("idempotency-key-reused", world -> {
      world.tenant().request("reused", world.payoutRequest("PayoutToIban").toString()).post("/v1/payouts");
      return world.tenant().request("reused", world.payoutRequest("PayoutToIban").toString()).post("/v1/payouts");
    });
    all.put("idempotency-key-in-use", world -> {
      String body = world.payoutRequest("PayoutToIban").toString();
      return world.whileKeyIsUsed("in-use", () -> world.tenant().request("in-use", body).post("/v1/payouts"));
    });
    all.put("reference-taken", world -> {
      String body = world.payoutRequest("PayoutToIban").toString();
      world.post(world.tenant(), "/v1/payouts", body);
      return world.post(world.tenant(), "/v1/payouts", body);
    });
    all.put("no-provider", world -> {
      ObjectNode request = world.payoutRequest("PayoutToBankAccount").put("amount", "0.01");
      request.remove("provider");
      return world.post(world.tenant(), "/v1/payouts", request.toString());
    });
    all.put("batch-reference-taken", world -> {
      String body = world.batchRequest().toString();
      world.post(world.tenant(), "/v1/payout-batches", body);
      return world.post(world.tenant(), "/v1/payout-batches", body);
    });
    all.put("batch-validation-failed", world -> {
      ObjectNode request = world.batchRequest();
      request.withObject("/payouts/0").put("amount", "1.005");
      request.withObject("/payouts/1").put("reference", request.at("/payouts/0/reference").asText());
      return world.post(world.tenant(), "/v1/payout-batches", request.toString());
    });
    all.put("batch-no-provider", world -> {
      ObjectNode request = world.batchRequest();
      request.withObject("/payouts/1").put("amount", "0.01");
      return world.post(world.tenant(), "/v1/payout-batches", request.toString());
    });
    all.put("batch-content-too-large", world -> world.post(world.tenant(), "/v1/payout-batches", " ".repeat(8_388_609)));
    all.put("payout-not-cancellable", world -> world.post(world.tenant(), "/v1/payouts/" + world.payout("silent", "0007", "submission_unknown") + "/cancel", REASON));
    all.put("payout-action-refused", world -> world.post(world.tenant(), "/v1/ops/payouts/" + world.payout("silent", "0007", "submission_unknown") + "/hold", REASON));
    all.put("payout-action-too-early", world -> world.post(world.tenant(), "/v1/ops/payouts/" + world.undecidedSince("-1 h") + "/resend", STATEMENT));
    all.put("payout-action-decided", world -> {
      String payout = world.undecided();
      world.post(world.tenant(), "/v1/ops/payouts/" + payout + "/resend", STATEMENT);
      return world.post(world.tenant(), "/v1/ops/payouts/" + payout + "/resend", STATEMENT);
    });
    all.put("funding-conflict", ContractWorld::fundTwice);
    all.put("signature-invalid", _ -> anybody().contentType("application/json").body("{}").post("/webhooks/quick"));
    all.put("message-not-reapplied", world -> world.post(world.operator(), "/v1/ops/webhooks/" + world.processedMessage() + "/reapply", REASON));
    all.put("case-conflict", world -> world.post(world.tenant(), "/v1/ops/cases/" + world.resolvedCase() + "/resolve", "{\"resolution\": \"false_alarm\", \"note\": \"Twice.\"}"));
    all.put("report-conflict", world -> {
      String report = world.report();
      world.post(world.operator(), report + "/reject", REASON);
      return world.post(world.operator(), report + "/release", REASON);
    });
    all.put("reconciliation-running", world -> {
      LocalDate day = world.today().minusDays(21);
      return world.whileReconciling(day, () -> world.post(world.operator(), "/v1/ops/reconciliations", "{\"provider\": \"simulator\", \"business_date\": \"%s\"}".formatted(day)));
    });
    all.put("webhook-endpoint-limit", world -> {
      for (int i = 0; i < 20; i++) {
        world.endpoint();
      }
      return world.post(world.tenant(), "/v1/webhook-endpoints", ContractWorld.ENDPOINT);
    });
    all.put("events-expired", ContractWorld::afterAnExpiredEvent);
    all.put("rate-limited", ContractWorld::overTheLimit);
    return all;
  }
  // spotless:on

  private static RequestSpecification anybody() {
    return RestAssured.given().filter(new ContractFilter());
  }

  private static Run run(String operation, String request, String answer, Preparation how) {
    return new Run(operation, request, answer, how);
  }

  private static String byOperator(ContractWorld world, Asked asked, String path) {
    asked.by(world.operator());
    return path;
  }

  private static String byNobody(Asked asked, String path) {
    asked.by(null);
    return path;
  }

  /** An event as the simulator signs it. */
  private static String signedEvent(ContractWorld world, Asked asked) throws Exception {
    asked.by(null);
    asked.body().setAll(world.event(world.sent(), "paid", 2));
    long now = Instant.now().getEpochSecond();
    asked.headers().put("X-Simulator-Timestamp", Long.toString(now));
    asked
        .headers()
        .put("X-Simulator-Signature", ContractWorld.signature(now, asked.body().toString()));
    return "/webhooks/quick";
  }
}
