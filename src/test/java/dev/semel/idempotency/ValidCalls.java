// How each operation that changes something is called once, validly, and how to count what it did.
package dev.semel.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.db.Ids;
import dev.semel.testing.JobRow;
import dev.semel.testing.PayoutRow;
import dev.semel.testing.ReportRow;
import dev.semel.testing.Tenant;
import io.restassured.response.Response;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One entry for each operation of the contract that changes something. Each makes what its call
 * needs, with a tenant that may do everything and runs the server.
 */
final class ValidCalls {
  private static final String REASON = "{\"reason\": \"It has to be.\"}";
  private static final String CORRECTION =
      "{\"reason\": \"It has to be.\", \"beneficiary\": {\"name\": \"Amina Wanjiru\", \"country\": \"KE\", \"method\": \"bank_account\", \"bank_account\": {\"account_number\": \"0012340001\"}}}";
  private static final String ENDPOINTS = "/v1/webhook-endpoints";
  private static final String EVENTS =
      "SELECT count(*) FROM payout_event WHERE payout_id = ? AND type = ";
  private static final String AUDITED =
      "SELECT count(*) FROM audit_entry WHERE subject = ? AND action = ";

  private final Map<String, Callable<Call>> calls = new HashMap<>();
  private final Tenant tenant;
  private final DataSource database;

  /**
   * A call that was not made yet.
   *
   * @param path the concrete path
   * @param body what is sent, or null for nothing
   * @param effects a query that counts what the call did: 0 before it, 1 after it
   * @param subject the query's one value
   * @param secret whether the first answer alone shows a secret, so that a replay has another body
   */
  record Call(String path, @Nullable String body, String effects, String subject, boolean secret) {
    Call(String path, @Nullable String body, String effects, String subject) {
      this(path, body, effects, subject, false);
    }
  }

  ValidCalls(Tenant tenant, DataSource database) {
    this.tenant = tenant;
    this.database = database;
    payouts();
    operators();
    approvals();
    cases();
    credentials();
    endpoints();
    others();
  }

  /** The call of an operation, with everything made that it needs. */
  Optional<Call> of(String operation) throws Exception {
    Callable<Call> found = calls.get(operation);
    return found == null ? Optional.empty() : Optional.of(found.call());
  }

  private void payouts() {
    calls.put(
        "createPayout",
        () -> {
          Asker asker = new Asker(tenant, UUID.randomUUID().toString());
          return new Call(
              "/v1/payouts",
              asker.payout("10.00", "cleared"),
              "SELECT count(*) FROM payout WHERE reference = ?",
              asker.reference());
        });
    calls.put(
        "createPayoutBatch",
        () -> {
          Asker asker = new Asker(tenant, UUID.randomUUID().toString());
          Asker other = new Asker(tenant, UUID.randomUUID().toString());
          return new Call(
              "/v1/payout-batches",
              "{\"payouts\": [%s, %s]}"
                  .formatted(asker.payout("10.00", "cleared"), other.payout("20.00", "pending")),
              "SELECT count(*) FROM payout WHERE batch_id IS NOT NULL AND reference = ?",
              asker.reference());
        });
    calls.put(
        "confirmFunding",
        () -> {
          String id = unfunded();
          return new Call(
              "/v1/payouts/" + id + "/funding",
              "{\"payment_reference\": \"pay-1\", \"amount\": \"10.00\", \"currency\": \"KES\", \"captured_at\": \"2026-11-01T10:00:00Z\"}",
              EVENTS + "'funds_cleared'",
              id);
        });
    calls.put("cancelPayout", () -> onPayout("/v1/payouts/", "/cancel", "cancel_asked"));
  }

  private void operators() {
    calls.put("holdPayout", () -> onPayout("/v1/ops/payouts/", "/hold", "held_by_operator"));
    calls.put(
        "releasePayout",
        () -> {
          Call release = onPayout("/v1/ops/payouts/", "/release", "released_by_operator");
          done("/v1/ops/payouts/" + release.subject() + "/hold", REASON);
          return release;
        });
    calls.put(
        "resendPayout",
        () -> {
          String id = held();
          return new Call(
              "/v1/ops/payouts/" + id + "/resend",
              "{\"reason\": \"It has to be.\", \"statement\": \"They never had it.\"}",
              EVENTS + "'resend_by_operator'",
              id);
        });
  }

  private void approvals() {
    calls.put(
        "settlePayout",
        () -> {
          PayoutRow payout =
              PayoutRow.writeResting(database, tenant, "silent", "submission_unknown", "");
          return new Call(
              "/v1/ops/payouts/" + payout.id() + "/settle",
              "{\"outcome\": \"failed\", \"reason\": \"It has to be.\", \"statement\": \"They lack it.\"}",
              "SELECT count(*) FROM approval WHERE payout_id = ?",
              payout.id());
        });
    calls.put(
        "correctPayout",
        () -> {
          String id = held();
          return new Call(
              "/v1/ops/payouts/" + id + "/correct",
              CORRECTION,
              "SELECT count(*) FROM approval WHERE payout_id = ?",
              id);
        });
    calls.put("approveApproval", () -> onApproval("/approve", "approve"));
    calls.put("rejectApproval", () -> onApproval("/reject", "reject"));
  }

  /** A wish that somebody else asked for. */
  private Call onApproval(String path, String action) throws SQLException {
    String id = Ids.next(Ids.Kind.APPROVAL);
    run(
        "INSERT INTO approval (id, tenant_id, payout_id, action, reason, beneficiary, requested_by, expires_at, lookup_result, lookup_at, lookup_detail) SELECT ?, tenant_id, id, 'correct', 'a test', beneficiary, 'credential:key_another', now() + interval '1 h', 'not_asked', now(), 'a test' FROM payout WHERE id = '"
            + held()
            + "'",
        id);
    return new Call(
        "/v1/ops/approvals/" + id + path, REASON, AUDITED + "'approval." + action + "'", id);
  }

  /** A payout that is not sent before long and that a person held. */
  private String held() {
    Asker asker = new Asker(tenant, UUID.randomUUID().toString());
    String later =
        asker
            .payout("10.00", "cleared")
            .replaceFirst(
                "\\{",
                "{\"submit_after\": \""
                    + LocalDate.now(ZoneOffset.UTC).plusDays(9)
                    + "T00:00:00Z\", ");
    String id = asker.create(UUID.randomUUID().toString(), later);
    done("/v1/ops/payouts/" + id + "/hold", REASON);
    return id;
  }

  private void cases() {
    calls.put(
        "assignCase",
        () -> onCase("/assign", "{\"assignee\": \"amara\", \"reason\": \"Hers.\"}", "assigned"));
    calls.put("commentCase", () -> onCase("/comments", "{\"comment\": \"Seen.\"}", "commented"));
    calls.put(
        "resolveCase",
        () ->
            onCase(
                "/resolve",
                "{\"resolution\": \"false_alarm\", \"note\": \"They were late.\"}",
                "resolved"));
    calls.put(
        "reopenCase",
        () -> {
          Call reopen = onCase("/reopen", "{\"reason\": \"It came back.\"}", "reopened");
          done(
              "/v1/ops/cases/" + reopen.subject() + "/resolve",
              "{\"resolution\": \"false_alarm\", \"note\": \"They were late.\"}");
          return reopen;
        });
  }

  private void credentials() {
    calls.put(
        "createCredential",
        () -> {
          String name = UUID.randomUUID().toString();
          return new Call(
              "/v1/ops/credentials",
              credential(name),
              "SELECT count(*) FROM credential WHERE name = ?",
              name,
              true);
        });
    calls.put(
        "revokeCredential",
        () -> {
          String id = done("/v1/ops/credentials", credential("to be revoked")).path("id");
          return new Call(
              "/v1/ops/credentials/" + id + "/revoke", REASON, AUDITED + "'credential.revoke'", id);
        });
  }

  private void endpoints() {
    calls.put(
        "createWebhookEndpoint",
        () -> {
          makeRoomForEndpoints();
          String url = "https://shop.example.com/" + UUID.randomUUID();
          return new Call(
              ENDPOINTS,
              endpoint(url),
              "SELECT count(*) FROM webhook_endpoint WHERE url = ?",
              url,
              true);
        });
    calls.put(
        "updateWebhookEndpoint",
        () -> onEndpoint("", "{\"status\": \"disabled\"}", "update", false));
    calls.put("deleteWebhookEndpoint", () -> onEndpoint("", null, "delete", false));
    calls.put("rotateWebhookEndpointSecret", () -> onEndpoint("/rotate", "{}", "rotate", true));
    calls.put("testWebhookEndpoint", () -> onEndpoint("/test", "{}", "test", false));
    calls.put(
        "replayWebhookEvents",
        () -> onEndpoint("/replays", "{\"from\": \"2026-01-01T00:00:00Z\"}", "replay", false));
  }

  private void others() {
    calls.put(
        "createReconciliation",
        () -> {
          String actor = "credential:" + tenant.credentialId();
          return new Call(
              "/v1/ops/reconciliations",
              "{\"provider\": \"quick\", \"business_date\": \"2026-01-15\"}",
              "SELECT count(*) FROM reconciliation WHERE started_by = ?",
              actor);
        });
    calls.put(
        "uploadReport",
        () -> {
          String name = UUID.randomUUID().toString();
          String content =
              Base64.getEncoder().encodeToString(name.getBytes(StandardCharsets.UTF_8));
          return new Call(
              "/v1/ops/reports",
              "{\"provider\": \"quick\", \"business_date\": \"2020-01-01\", \"file_name\": \"%s\", \"content\": \"%s\", \"reason\": \"It has to be.\"}"
                  .formatted(name, content),
              "SELECT count(*) FROM report_delivery WHERE label = ?",
              name);
        });
    for (String act : List.of("verify", "release", "reject")) {
      calls.put(act + "Report", () -> onReport(act));
    }
    calls.put("pauseProvider", () -> onProvider("pause"));
    calls.put("resumeProvider", () -> onProvider("resume"));
    calls.put(
        "reapplyWebhookMessage",
        () -> {
          String id = Ids.next(Ids.Kind.WEBHOOK_MESSAGE);
          run(
              "INSERT INTO webhook_message (id, provider, headers, body, verification, status, error) VALUES (?, 'quick', '{}', '{}', 'verified', 'failed', 'a test')",
              id);
          return new Call(
              "/v1/ops/webhooks/" + id + "/reapply", REASON, AUDITED + "'webhook.reapply'", id);
        });
    calls.put(
        "reapplyWebhookMessages",
        () -> {
          Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
          String from = now.minusSeconds(999).toString();
          return new Call(
              "/v1/ops/webhooks/reapply?status=failed&from=" + from + "&to=" + now,
              REASON,
              "SELECT count(*) FROM webhook_reapplication WHERE from_at = CAST(? AS timestamptz)",
              from);
        });
    calls.put(
        "retryJob",
        () -> {
          String id = JobRow.write(database, unfunded());
          return new Call("/v1/ops/jobs/" + id + "/retry", REASON, AUDITED + "'job.retry'", id);
        });
    calls.put(
        "acknowledgeAlert",
        () -> {
          String id = Ids.next(Ids.Kind.ALERT);
          run(
              "INSERT INTO alert (id, tenant_id, kind, subject, message) SELECT ?, tenant_id, 'breaker_open', id, 'A test.' FROM credential WHERE id = '"
                  + tenant.credentialId()
                  + "'",
              id);
          return new Call(
              "/v1/ops/alerts/" + id + "/acknowledge", REASON, AUDITED + "'alert.acknowledge'", id);
        });
  }

  private Call onReport(String act) {
    String id = ReportRow.quarantined(database, "quick");
    String action = act.equals("release") ? "propose_release" : act;
    return new Call(
        "/v1/ops/reports/" + id + "/" + act, REASON, AUDITED + "'report." + action + "'", id);
  }

  private Call onProvider(String act) {
    return new Call(
        "/v1/ops/providers/spare/" + act,
        REASON,
        "SELECT count(*) FROM audit_entry WHERE subject = 'spare' AND actor = ? AND action = 'provider."
            + act
            + "'",
        "credential:" + tenant.credentialId());
  }

  private Call onPayout(String before, String after, String type) {
    String id = unfunded();
    return new Call(before + id + after, REASON, EVENTS + "'" + type + "'", id);
  }

  private String unfunded() {
    Asker asker = new Asker(tenant, UUID.randomUUID().toString());
    return asker.create(UUID.randomUUID().toString(), asker.payout("10.00", "pending"));
  }

  private Call onCase(String path, String body, String action) throws SQLException {
    String id = Ids.next(Ids.Kind.CASE);
    run(
        "INSERT INTO ops_case (id, tenant_id, kind, difference, severity, summary, due_at) SELECT ?, tenant_id, 'amount_differs', id || now(), 'low', 'A test.', now() FROM credential WHERE id = '"
            + tenant.credentialId()
            + "'",
        id);
    run(
        "INSERT INTO case_entry (case_id, sequence, action, actor) VALUES (?, 1, 'opened', 'system')",
        id);
    return new Call(
        "/v1/ops/cases/" + id + path,
        body,
        "SELECT count(*) FROM case_entry WHERE case_id = ? AND action = '" + action + "'",
        id);
  }

  private Call onEndpoint(String path, @Nullable String body, String action, boolean secret) {
    makeRoomForEndpoints();
    String id = done(ENDPOINTS, endpoint("https://shop.example.com/semel")).path("id");
    return new Call(
        ENDPOINTS + "/" + id + path,
        body,
        AUDITED + "'webhook_endpoint." + action + "'",
        id,
        secret);
  }

  /** A tenant has few endpoints, and other tests may have left this one some. */
  private void makeRoomForEndpoints() {
    List<String> ids = tenant.request().get(ENDPOINTS + "?limit=100").path("data.id");
    for (String id : ids) {
      tenant
          .request()
          .header("Idempotency-Key", UUID.randomUUID().toString())
          .delete(ENDPOINTS + "/" + id)
          .then()
          .statusCode(204);
    }
  }

  private static String endpoint(String url) {
    return "{\"url\": \"%s\"}".formatted(url);
  }

  private static String credential(String name) {
    return "{\"name\": \"%s\", \"permissions\": [\"payouts:read\"], \"reason\": \"A test.\"}"
        .formatted(name);
  }

  private Response done(String path, String body) {
    Response response = tenant.request(UUID.randomUUID().toString(), body).post(path);
    assertThat(response.statusCode()).as(response.asString()).isIn(200, 201);
    return response;
  }

  /** What a call has done so far. */
  int effects(Call call) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement query = connection.prepareStatement(call.effects())) {
      query.setString(1, call.subject());
      ResultSet rows = query.executeQuery();
      rows.next();
      return rows.getInt(1);
    }
  }

  private void run(String sql, String value) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, value);
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }
}
