// The providers and how they do, for people and their tools.
package dev.semel.app;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Tx;
import dev.semel.security.Caller;
import dev.semel.security.Permission;
import dev.semel.security.RequiresPermission;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;

/** Every provider that has a file, with its health and the payouts under way there. */
@Path("/v1/ops/providers")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class ProviderListResource {
  private final ProviderViews views;

  ProviderListResource(ProviderViews views) {
    this.views = views;
  }

  /** {@code listProviders}. */
  @GET
  @RequiresPermission(Permission.PROVIDERS_READ)
  public Response list(@Context ContainerRequestContext request) {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    page.putArray("data").addAll(Tx.call(() -> views.all(Caller.of(request))));
    page.putNull("next_cursor");
    return Response.ok(page.toString().getBytes(StandardCharsets.UTF_8)).build();
  }
}
