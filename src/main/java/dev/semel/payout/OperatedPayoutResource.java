// What a person may do with a payout alone, over HTTP.
package dev.semel.payout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.PayoutEvent;
import dev.semel.idempotency.IdempotencyKey;
import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.idempotency.StoredResponse;
import dev.semel.json.BodyReader;
import dev.semel.security.Caller;
import dev.semel.security.Permission;
import dev.semel.security.RequiresPermission;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;

/** What a person may do with a payout alone: hold and release. */
@Path("/v1/ops/payouts/{id}")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class OperatedPayoutResource {
  private final IdempotentAnswers answers;
  private final OperatePayout operatePayout;
  private final DueSignal due;

  OperatedPayoutResource(IdempotentAnswers answers, OperatePayout operatePayout, DueSignal due) {
    this.answers = answers;
    this.operatePayout = operatePayout;
    this.due = due;
  }

  /** {@code holdPayout}. */
  @POST
  @Path("/hold")
  @RequiresPermission(Permission.PAYOUTS_HOLD)
  public Response hold(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    IdempotencyKey key = key(request, "holdPayout");
    String reason = reasonAlone(BodyReader.of(body));
    return answer(request, key, id, "payout.hold", new PayoutEvent.HeldByOperator(reason), reason);
  }

  /** {@code releasePayout}. */
  @POST
  @Path("/release")
  @RequiresPermission(Permission.PAYOUTS_HOLD)
  public Response release(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    IdempotencyKey key = key(request, "releasePayout");
    String reason = reasonAlone(BodyReader.of(body));
    return answer(
        request, key, id, "payout.release", new PayoutEvent.ReleasedByOperator(reason), reason);
  }

  private IdempotencyKey key(ContainerRequestContext request, String operation) {
    return answers.key(request, Caller.of(request).credentialId(), operation);
  }

  private static String reasonAlone(BodyReader reader) {
    String reason = reader.requiredReason();
    reader.throwIfInvalid();
    return reason;
  }

  private Response answer(
      ContainerRequestContext request,
      IdempotencyKey key,
      String id,
      String action,
      PayoutEvent event,
      String reason) {
    ObjectNode understood = JsonNodeFactory.instance.objectNode().put("reason", reason);
    Response response =
        answers.answer(
            request,
            key,
            understood,
            () ->
                stored(
                    request,
                    id,
                    operatePayout.operate(Caller.of(request), id, action, event, reason)));
    due.raise();
    return response;
  }

  private static StoredResponse stored(
      ContainerRequestContext request, String id, OperatePayout.Outcome outcome) {
    return switch (outcome) {
      case OperatePayout.Outcome.Done done ->
          IdempotentAnswers.json(200, PayoutJson.payout(done.payout()), Map.of(), id);
      case OperatePayout.Outcome.NotAllowed not ->
          IdempotentAnswers.refusal(request, not.problem(), id);
    };
  }
}
