// Re-applications of all failed messages of a span, for people and their tools.
package dev.semel.webhook;

import dev.semel.json.Page;
import dev.semel.json.QueryReader;
import dev.semel.security.Caller;
import dev.semel.security.Permission;
import dev.semel.security.RequiresPermission;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Re-applications of all failed messages of a span, with their progress. */
@Path("/v1/ops/webhook-reapplications")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class ReapplicationResource {
  private final ReapplyWebhooks reapplyWebhooks;

  ReapplicationResource(ReapplyWebhooks reapplyWebhooks) {
    this.reapplyWebhooks = reapplyWebhooks;
  }

  /** {@code listWebhookReapplications}. */
  @GET
  @RequiresPermission(Permission.WEBHOOKS_READ)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    Optional<String> olderThan = query.cursor();
    query.throwIfInvalid();
    List<Reapplication> rows = reapplyWebhooks.page(Caller.of(request), olderThan, limit + 1);
    return Response.ok(
            Page.of(rows, limit, Reapplication::id, WebhookJson::reapplication)
                .toString()
                .getBytes(StandardCharsets.UTF_8))
        .build();
  }

  /** {@code getWebhookReapplication}. */
  @GET
  @Path("/{id}")
  @RequiresPermission(Permission.WEBHOOKS_READ)
  public Response get(@PathParam("id") String id, @Context ContainerRequestContext request) {
    return Response.ok(
            WebhookJson.reapplication(reapplyWebhooks.read(Caller.of(request), id))
                .toString()
                .getBytes(StandardCharsets.UTF_8))
        .build();
  }
}
