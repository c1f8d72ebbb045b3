// The event feed over HTTP.
package dev.semel.notification;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Ids;
import dev.semel.domain.EventType;
import dev.semel.json.QueryReader;
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
import jakarta.ws.rs.core.UriInfo;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The event feed, for clients that poll. */
@Path("/v1/events")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class EventResource {
  private static final List<String> TYPES =
      Arrays.stream(EventType.values()).map(EventType::wireName).toList();
  private static final Pattern ID = Ids.Kind.PAYOUT_EVENT.form();

  private final ReadEvents readEvents;

  EventResource(ReadEvents readEvents) {
    this.readEvents = readEvents;
  }

  /** {@code listEvents}. */
  @GET
  @RequiresPermission(Permission.EVENTS_READ)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    Optional<String> after =
        query.match("after", ID, "Send the id of an event that this feed gave you.");
    Optional<String> type = query.choice("type", TYPES);
    query.throwIfInvalid();
    ReadEvents.Part part =
        readEvents.read(new ReadEvents.Query(Caller.of(request).tenantId(), after, type, limit));
    return Response.ok(json(part).toString().getBytes(StandardCharsets.UTF_8)).build();
  }

  private static ObjectNode json(ReadEvents.Part part) {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode data = page.putArray("data");
    part.events().forEach(event -> data.add(EventJson.full(event)));
    return page.put("next_cursor", part.more() ? part.lookedAtUpTo().orElse(null) : null)
        .put("resume_after", part.lookedAtUpTo().orElse(null));
  }
}
