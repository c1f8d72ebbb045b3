// What people do with alerts, over HTTP.
package dev.semel.notification;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Tx;
import dev.semel.idempotency.IdempotencyKey;
import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.json.BodyReader;
import dev.semel.json.Page;
import dev.semel.json.QueryReader;
import dev.semel.security.Caller;
import dev.semel.security.Permission;
import dev.semel.security.RequiresPermission;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What people do with alerts: list, acknowledge. */
@Path("/v1/ops/alerts")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class AlertResource {
  private final IdempotentAnswers answers;
  private final AlertStore alerts;
  private final AcknowledgeAlert acknowledgeAlert;

  AlertResource(IdempotentAnswers answers, AlertStore alerts, AcknowledgeAlert acknowledgeAlert) {
    this.answers = answers;
    this.alerts = alerts;
    this.acknowledgeAlert = acknowledgeAlert;
  }

  /** {@code listAlerts}. */
  @GET
  @RequiresPermission(Permission.ALERTS_READ)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    String tenant = Caller.of(request).tenantId();
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    Optional<String> cursor = query.cursor();
    query.throwIfInvalid();
    List<Alert> rows = Tx.call(() -> alerts.page(tenant, cursor, limit + 1));
    ObjectNode page = Page.of(rows, limit, Alert::id, AlertResource::json);
    return Response.ok(page.toString().getBytes(StandardCharsets.UTF_8)).build();
  }

  /** {@code acknowledgeAlert}. */
  @POST
  @Path("/{id}/acknowledge")
  @RequiresPermission(Permission.ALERTS_MANAGE)
  public Response acknowledge(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "acknowledgeAlert");
    BodyReader reader = BodyReader.of(body);
    String reason = reader.requiredReason();
    reader.throwIfInvalid();
    return answers.answer(
        request,
        key,
        JsonNodeFactory.instance.objectNode().put("reason", reason),
        () -> {
          Alert alert = acknowledgeAlert.acknowledge(caller, id, reason);
          return IdempotentAnswers.json(200, json(alert), Map.of(), alert.payoutId());
        });
  }

  private static ObjectNode json(Alert alert) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", alert.id())
        .put("kind", alert.kind())
        .put("message", alert.message())
        .put("provider", alert.provider())
        .put("payout_id", alert.payoutId())
        .put("raised_at", alert.raisedAt().toString())
        .put("last_at", alert.lastAt().toString())
        .put("times", alert.times())
        .put("over_at", text(alert.overAt()))
        .put("acknowledged_at", text(alert.acknowledgedAt()))
        .put("acknowledged_by", alert.acknowledgedBy());
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }
}
