// The log of messages from providers, for people and their tools.
package dev.semel.webhook;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.domain.WireNames;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The log of messages from providers, and their re-application. */
@Path("/v1/ops/webhooks")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class WebhookLogResource {
  private static final List<String> STATUSES =
      Arrays.stream(MessageStatus.values()).map(WireNames::of).toList();

  private final ReadWebhooks readWebhooks;
  private final ReapplyWebhook reapplyWebhook;
  private final IdempotentAnswers answers;
  private final WebhookSignal signal;

  WebhookLogResource(
      ReadWebhooks readWebhooks,
      ReapplyWebhook reapplyWebhook,
      IdempotentAnswers answers,
      WebhookSignal signal) {
    this.readWebhooks = readWebhooks;
    this.reapplyWebhook = reapplyWebhook;
    this.answers = answers;
    this.signal = signal;
  }

  /** {@code listWebhookMessages}. */
  @GET
  @RequiresPermission(Permission.WEBHOOKS_READ)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    Caller caller = Caller.of(request);
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    MessageFilter filter =
        new MessageFilter(
            caller.tenantId(),
            caller.operator(),
            query.provider(),
            query
                .choice("status", STATUSES)
                .map(word -> WireNames.parse(MessageStatus.class, word)),
            query.cursor());
    query.throwIfInvalid();
    List<MessageHead> rows = readWebhooks.page(filter, limit + 1);
    return Response.ok(
            Page.of(rows, limit, MessageHead::id, WebhookJson::head)
                .toString()
                .getBytes(StandardCharsets.UTF_8))
        .build();
  }

  /** {@code getWebhookMessage}. */
  @GET
  @Path("/{id}")
  @RequiresPermission(Permission.WEBHOOKS_READ)
  public Response get(@PathParam("id") String id, @Context ContainerRequestContext request) {
    ReadWebhooks.Found found = readWebhooks.message(Caller.of(request), id);
    return Response.ok(
            WebhookJson.message(found.message(), found.events())
                .toString()
                .getBytes(StandardCharsets.UTF_8))
        .build();
  }

  /** {@code reapplyWebhookMessage}. */
  @POST
  @Path("/{id}/reapply")
  @RequiresPermission(Permission.WEBHOOKS_REAPPLY)
  public Response reapply(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "reapplyWebhookMessage");
    BodyReader reader = BodyReader.of(body);
    String reason = reader.requiredReason();
    reader.throwIfInvalid();
    Response response =
        answers.answer(
            request,
            key,
            JsonNodeFactory.instance.objectNode().put("reason", reason),
            () ->
                switch (reapplyWebhook.reapply(caller, id, reason)) {
                  case ReapplyWebhook.Outcome.Due due ->
                      IdempotentAnswers.json(
                          200,
                          WebhookJson.message(due.found().message(), due.found().events()),
                          Map.of(),
                          null);
                  case ReapplyWebhook.Outcome.NothingToReapply nothing ->
                      IdempotentAnswers.refusal(request, nothing.problem(), null);
                });
    signal.raise();
    return response;
  }
}
