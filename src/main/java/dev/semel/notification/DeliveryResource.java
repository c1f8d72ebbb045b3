// The log of deliveries over HTTP.
package dev.semel.notification;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Ids;
import dev.semel.domain.WireNames;
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
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What was delivered to the endpoints of clients. */
@Path("/v1/webhook-deliveries")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class DeliveryResource {
  private static final List<String> STATUSES =
      Arrays.stream(DeliveryStatus.values()).map(WireNames::of).toList();

  private final ReadDeliveries readDeliveries;

  DeliveryResource(ReadDeliveries readDeliveries) {
    this.readDeliveries = readDeliveries;
  }

  /** {@code listWebhookDeliveries}. */
  @GET
  @RequiresPermission(Permission.WEBHOOKS_MANAGE)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    DeliveryFilter filter =
        new DeliveryFilter(
            Caller.of(request).tenantId(),
            endpoint(query),
            query.match("event", ReplayRequest.EVENT_ID, "Send the id of an event."),
            query.match("payout", Ids.Kind.PAYOUT.form(), "Send the id of a payout."),
            query.match("replay", Ids.Kind.WEBHOOK_REPLAY.form(), "Send the id of a replay."),
            query
                .choice("status", STATUSES)
                .map(word -> WireNames.parse(DeliveryStatus.class, word)),
            query.cursor());
    query.throwIfInvalid();
    List<Delivery> rows = readDeliveries.page(filter, limit + 1);
    return ok(Page.of(rows, limit, Delivery::id, DeliveryJson::head));
  }

  /** {@code getWebhookDelivery}. */
  @GET
  @Path("/{id}")
  @RequiresPermission(Permission.WEBHOOKS_MANAGE)
  public Response get(@PathParam("id") String id, @Context ContainerRequestContext request) {
    return ok(DeliveryJson.delivery(readDeliveries.delivery(Caller.of(request).tenantId(), id)));
  }

  /** The endpoint that a list is about. */
  static Optional<String> endpoint(QueryReader query) {
    return query.match(
        "endpoint", Ids.Kind.WEBHOOK_ENDPOINT.form(), "Send the id of a webhook endpoint.");
  }

  static Response ok(ObjectNode json) {
    return Response.ok(json.toString().getBytes(StandardCharsets.UTF_8)).build();
  }
}
