// Webhook endpoints over HTTP.
package dev.semel.notification;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.WireNames;
import dev.semel.idempotency.IdempotencyKey;
import dev.semel.idempotency.IdempotentAnswers;
import dev.semel.idempotency.ShownOnce;
import dev.semel.idempotency.StoredResponse;
import dev.semel.json.BodyReader;
import dev.semel.json.Page;
import dev.semel.json.QueryReader;
import dev.semel.json.VersionedAnswer;
import dev.semel.security.Caller;
import dev.semel.security.Permission;
import dev.semel.security.RequiresPermission;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Webhook endpoints: create, list, read, change, delete, another key, a test, replays. */
@Path("/v1/webhook-endpoints")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class EndpointResource {
  private final IdempotentAnswers answers;
  private final ReadEndpoints readEndpoints;
  private final CreateEndpoint createEndpoint;
  private final UpdateEndpoint updateEndpoint;
  private final DeleteEndpoint deleteEndpoint;
  private final RotateEndpointSecret rotateEndpointSecret;
  private final TestEndpoint testEndpoint;
  private final ReplayEvents replayEvents;
  private final CheckReceiver checkReceiver;
  private final DeliverySignal signal;
  private final EndpointConfig config;

  EndpointResource(
      IdempotentAnswers answers,
      ReadEndpoints readEndpoints,
      CreateEndpoint createEndpoint,
      UpdateEndpoint updateEndpoint,
      DeleteEndpoint deleteEndpoint,
      RotateEndpointSecret rotateEndpointSecret,
      TestEndpoint testEndpoint,
      ReplayEvents replayEvents,
      CheckReceiver checkReceiver,
      DeliverySignal signal,
      EndpointConfig config) {
    this.answers = answers;
    this.readEndpoints = readEndpoints;
    this.createEndpoint = createEndpoint;
    this.updateEndpoint = updateEndpoint;
    this.deleteEndpoint = deleteEndpoint;
    this.rotateEndpointSecret = rotateEndpointSecret;
    this.testEndpoint = testEndpoint;
    this.replayEvents = replayEvents;
    this.checkReceiver = checkReceiver;
    this.signal = signal;
    this.config = config;
  }

  /** {@code createWebhookEndpoint}. */
  @POST
  @RequiresPermission(Permission.WEBHOOKS_MANAGE)
  public Response create(byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "createWebhookEndpoint");
    EndpointRequest asked = EndpointRequest.toCreate(body, config.allowPrivateAddresses());
    checkName(caller, key, asked);
    ShownOnce shown = new ShownOnce(EndpointJson.SECRET);
    return shown.in(
        answers.answer(
            request,
            key,
            asked.understood(),
            () ->
                switch (createEndpoint.create(
                    caller, asked.terms(), asked.signing().orElseThrow())) {
                  case CreateEndpoint.Outcome.Created created ->
                      answer(201, created.fresh(), shown);
                  case CreateEndpoint.Outcome.Full full ->
                      IdempotentAnswers.refusal(request, full.problem(), null);
                }));
  }

  /** {@code listWebhookEndpoints}. */
  @GET
  @RequiresPermission(Permission.WEBHOOKS_MANAGE)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    Optional<String> cursor = query.cursor();
    query.throwIfInvalid();
    List<WebhookEndpoint> rows =
        readEndpoints.page(Caller.of(request).tenantId(), cursor, limit + 1);
    return Response.ok(bytes(Page.of(rows, limit, WebhookEndpoint::id, EndpointJson::endpoint)))
        .build();
  }

  /** {@code getWebhookEndpoint}. */
  @GET
  @Path("/{id}")
  @RequiresPermission(Permission.WEBHOOKS_MANAGE)
  public Response get(
      @PathParam("id") String id,
      @HeaderParam(HttpHeaders.IF_NONE_MATCH) @Nullable String known,
      @Context ContainerRequestContext request) {
    WebhookEndpoint endpoint = readEndpoints.endpoint(Caller.of(request).tenantId(), id);
    return VersionedAnswer.of(
        endpoint.version(), known, () -> bytes(EndpointJson.endpoint(endpoint)));
  }

  /** {@code updateWebhookEndpoint}. */
  @PATCH
  @Path("/{id}")
  @RequiresPermission(Permission.WEBHOOKS_MANAGE)
  public Response update(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "updateWebhookEndpoint");
    EndpointRequest asked = EndpointRequest.toUpdate(body, config.allowPrivateAddresses());
    checkName(caller, key, asked);
    return answers.answer(
        request,
        key,
        asked.understood(),
        () ->
            IdempotentAnswers.json(
                200,
                EndpointJson.endpoint(updateEndpoint.update(caller, id, asked)),
                Map.of(),
                null));
  }

  /** {@code deleteWebhookEndpoint}. */
  @DELETE
  @Path("/{id}")
  @Consumes(MediaType.WILDCARD)
  @RequiresPermission(Permission.WEBHOOKS_MANAGE)
  public Response delete(@PathParam("id") String id, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "deleteWebhookEndpoint");
    return answers.answer(
        request,
        key,
        JsonNodeFactory.instance.objectNode(),
        () -> {
          deleteEndpoint.delete(caller, id);
          return new StoredResponse(204, Map.of(), new byte[0], null);
        });
  }

  /** {@code rotateWebhookEndpointSecret}. */
  @POST
  @Path("/{id}/rotate")
  @RequiresPermission(Permission.WEBHOOKS_MANAGE)
  public Response rotate(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "rotateWebhookEndpointSecret");
    BodyReader reader = BodyReader.of(body);
    Duration overlap =
        reader
            .optionalDuration("overlap", Duration.ZERO, RotateEndpointSecret.LONGEST_OVERLAP)
            .orElse(RotateEndpointSecret.USUAL_OVERLAP);
    Optional<SigningKey.Kind> signing = EndpointRequest.signing(reader);
    reader.throwIfInvalid();
    ObjectNode understood =
        JsonNodeFactory.instance.objectNode().put("overlap", overlap.toSeconds());
    signing.ifPresent(kind -> understood.put("signing", WireNames.of(kind)));
    ShownOnce shown = new ShownOnce(EndpointJson.SECRET);
    return shown.in(
        answers.answer(
            request,
            key,
            understood,
            () -> answer(200, rotateEndpointSecret.rotate(caller, id, overlap, signing), shown)));
  }

  /** {@code testWebhookEndpoint}. */
  @POST
  @Path("/{id}/test")
  @RequiresPermission(Permission.WEBHOOKS_MANAGE)
  public Response test(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "testWebhookEndpoint");
    BodyReader.of(body).throwIfInvalid();
    Response answer =
        answers.answer(
            request,
            key,
            JsonNodeFactory.instance.objectNode(),
            () -> {
              Delivery made = testEndpoint.test(caller, id);
              return accepted(DeliveryJson.head(made), "/v1/webhook-deliveries/" + made.id());
            });
    signal.raise();
    return answer;
  }

  /** {@code replayWebhookEvents}. */
  @POST
  @Path("/{id}/replays")
  @RequiresPermission(Permission.WEBHOOKS_MANAGE)
  public Response replay(
      @PathParam("id") String id, byte[] body, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    IdempotencyKey key = answers.key(request, caller.credentialId(), "replayWebhookEvents");
    ReplayRequest asked = ReplayRequest.read(body);
    Response answer =
        answers.answer(
            request,
            key,
            asked.understood(),
            () -> {
              Replay made = replayEvents.replay(caller, id, asked);
              return accepted(DeliveryJson.replay(made), "/v1/webhook-replays/" + made.id());
            });
    signal.raise();
    return answer;
  }

  /** A repeat is answered as the first request was, whatever the name stands for by now. */
  private void checkName(Caller caller, IdempotencyKey key, EndpointRequest asked) {
    if (asked.url().isPresent() && !answers.isAnswered(key)) {
      checkReceiver.check(caller.tenantId(), asked.url().get());
    }
  }

  private static StoredResponse accepted(ObjectNode json, String location) {
    return IdempotentAnswers.json(202, json, Map.of(HttpHeaders.LOCATION, location), null);
  }

  /** What is kept under the key: everything but the secret. */
  private static StoredResponse answer(int status, FreshEndpoint fresh, ShownOnce shown) {
    ObjectNode json = EndpointJson.endpoint(fresh.endpoint());
    fresh.key().secretText().ifPresent(secret -> shown.keep(json, secret));
    Map<String, String> headers =
        status == 201
            ? Map.of(HttpHeaders.LOCATION, "/v1/webhook-endpoints/" + fresh.endpoint().id())
            : Map.of();
    return IdempotentAnswers.json(status, json, headers, null);
  }

  private static byte[] bytes(ObjectNode json) {
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }
}
