// The log of messages from providers, for people and their tools.
package dev.semel.webhook;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The log of messages from providers, and their re-application. */
@Path("/v1/ops/webhooks")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class WebhookLogResource {
  /** What changes something and has a query, which says of what it is. */
  public static final String REAPPLY = "/v1/ops/webhooks/reapply";

  private static final String REAPPLICATIONS = "/v1/ops/webhook-reapplications/";
  private static final List<String> FAILED = List.of(WireNames.of(MessageStatus.FAILED));
  private static final List<String> STATUSES =
      Arrays.stream(MessageStatus.values()).map(WireNames::of).toList();

  private final ReadWebhooks readWebhooks;
  private final ReapplyWebhook reapplyWebhook;
  private final ReapplyWebhooks reapplyWebhooks;
  private final IdempotentAnswers answers;
  private final WebhookSignal signal;

  WebhookLogResource(
      ReadWebhooks readWebhooks,
      ReapplyWebhook reapplyWebhook,
      ReapplyWebhooks reapplyWebhooks,
      IdempotentAnswers answers,
      WebhookSignal signal) {
    this.readWebhooks = readWebhooks;
    this.reapplyWebhook = reapplyWebhook;
    this.reapplyWebhooks = reapplyWebhooks;
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
            query.instant("from"),
            query.instant("to"),
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

  /** {@code reapplyWebhookMessages}. */
  @POST
  @Path("/reapply")
  @RequiresPermission(Permission.WEBHOOKS_REAPPLY)
  public Response reapplySpan(
      byte[] body, @Context ContainerRequestContext request, @Context UriInfo uri) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "reapplyWebhookMessages");
    BodyReader reader = BodyReader.of(body);
    String reason = reader.requiredReason();
    reader.throwIfInvalid();
    ReapplicationStore.Span span = span(new QueryReader(uri));
    Response response =
        answers.answer(
            request,
            key,
            JsonNodeFactory.instance.objectNode().put("reason", reason),
            () -> {
              ObjectNode begun =
                  WebhookJson.reapplication(reapplyWebhooks.begin(caller, span, reason));
              return IdempotentAnswers.json(
                  202,
                  begun,
                  Map.of(HttpHeaders.LOCATION, REAPPLICATIONS + begun.path("id").textValue()),
                  null);
            });
    signal.raise();
    return response;
  }

  private static ReapplicationStore.Span span(QueryReader query) {
    query.required("status", query.choice("status", FAILED));
    Instant from = query.required("from", query.instant("from")).orElse(Instant.MIN);
    Instant to = query.required("to", query.instant("to")).orElse(Instant.MAX);
    ReapplicationStore.Span span = new ReapplicationStore.Span(query.provider(), from, to);
    if (!from.isBefore(to)) {
      query.outOfRange("to", "Send a time that is later than from.");
    }
    query.throwIfInvalid();
    return span;
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
