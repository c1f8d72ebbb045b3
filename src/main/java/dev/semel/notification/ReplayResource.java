// Replays over HTTP.
package dev.semel.notification;

import dev.semel.json.Page;
import dev.semel.json.QueryReader;
import dev.semel.security.Caller;
import dev.semel.security.Permission;
import dev.semel.security.RequiresPermission;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Optional;

/** What is delivered again, and how far that has come. */
@Path("/v1/webhook-replays")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class ReplayResource {
  private final ReadReplays readReplays;

  ReplayResource(ReadReplays readReplays) {
    this.readReplays = readReplays;
  }

  /** {@code listWebhookReplays}. */
  @GET
  @RequiresPermission(Permission.WEBHOOKS_MANAGE)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    Optional<String> endpoint = DeliveryResource.endpoint(query);
    Optional<String> cursor = query.cursor();
    query.throwIfInvalid();
    List<Replay> rows =
        readReplays.page(Caller.of(request).tenantId(), endpoint, cursor, limit + 1);
    return DeliveryResource.ok(Page.of(rows, limit, Replay::id, DeliveryJson::replay));
  }

  /** {@code getWebhookReplay}. */
  @GET
  @Path("/{id}")
  @RequiresPermission(Permission.WEBHOOKS_MANAGE)
  public Response get(@PathParam("id") String id, @Context ContainerRequestContext request) {
    return DeliveryResource.ok(
        DeliveryJson.replay(readReplays.replay(Caller.of(request).tenantId(), id)));
  }
}
