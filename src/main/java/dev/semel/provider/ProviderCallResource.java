// The log of calls to providers, for people and their tools.
package dev.semel.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Ids;
import dev.semel.db.Tx;
import dev.semel.domain.WireNames;
import dev.semel.json.Page;
import dev.semel.json.QueryReader;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The log of calls to providers: list, read. Everything in it was masked before it was stored. */
@Path("/v1/ops/provider-calls")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class ProviderCallResource {
  private static final Pattern PAYOUT_ID = Ids.Kind.PAYOUT.form();
  private static final Pattern REQUEST_ID = Pattern.compile("[!-~]{1,128}");
  private static final List<String> OUTCOMES =
      List.of(
          "accepted",
          "refused",
          "not_sent",
          "unknown",
          "busy",
          "duplicate",
          "platform_fault",
          "found",
          "absent",
          "unclear",
          "answered");

  private final ProviderCallStore calls;

  ProviderCallResource(ProviderCallStore calls) {
    this.calls = calls;
  }

  /** {@code listProviderCalls}. */
  @GET
  @RequiresPermission(Permission.CALLS_READ)
  public Response list(@Context ContainerRequestContext request, @Context UriInfo uri) {
    Caller caller = Caller.of(request);
    QueryReader query = new QueryReader(uri);
    int limit = query.limit();
    CallFilter filter =
        new CallFilter(
            caller.tenantId(),
            caller.operator(),
            query.provider(),
            query.match("payout", PAYOUT_ID, "Send a payout's id, or leave it out."),
            query.match(
                "request_id", REQUEST_ID, "Send the request_id of a call, or leave it out."),
            query.choice("outcome", OUTCOMES),
            query.flag("failed"),
            query.cursor());
    query.throwIfInvalid();
    List<ProviderCall> rows = Tx.call(() -> calls.page(filter, limit + 1));
    return ok(Page.of(rows, limit, ProviderCall::id, ProviderCallResource::head));
  }

  /** {@code getProviderCall}. */
  @GET
  @Path("/{id}")
  @RequiresPermission(Permission.CALLS_READ)
  public Response get(@PathParam("id") String id, @Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    ProviderCall call =
        Tx.call(() -> calls.find(caller.tenantId(), caller.operator(), id))
            .orElseThrow(
                () ->
                    new ProblemException(
                        ProblemType.NOT_FOUND,
                        "There is no call with this id. Check the id, and whose credential you use."));
    return ok(whole(call));
  }

  private static Response ok(JsonNode json) {
    return Response.ok(json.toString().getBytes(StandardCharsets.UTF_8)).build();
  }

  private static ObjectNode head(ProviderCall call) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", call.id())
        .put("provider", call.provider())
        .put("payout_id", call.payoutId().orElse(null))
        .put("attempt", call.attempt().orElse(null))
        .put("operation", WireNames.of(call.operation()))
        .put("method", call.method())
        .put("url", call.url())
        .put("phase", WireNames.of(call.phase()))
        .put("status", call.status().orElse(null))
        .put("outcome", call.outcome())
        .put("error", call.error().orElse(null))
        .put("started_at", call.startedAt().toString())
        .put("duration_micros", call.duration().toNanos() / 1000);
  }

  private static ObjectNode whole(ProviderCall call) {
    ObjectNode json = head(call).put("request_id", call.correlationId());
    json.set("request", message(call.requestHeaders(), call.requestBody()));
    json.set(
        "response",
        call.status().isPresent()
            ? message(call.responseHeaders(), call.responseBody())
            : JsonNodeFactory.instance.nullNode());
    return json;
  }

  private static ObjectNode message(Map<String, List<String>> headers, Optional<String> body) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode all = json.putArray("headers");
    new TreeMap<>(headers)
        .forEach(
            (name, values) ->
                values.forEach(value -> all.addObject().put("name", name).put("value", value)));
    json.put("body", body.orElse(null));
    // One character less where the next would have been half of one.
    boolean full = body.filter(text -> text.length() >= ProviderCall.LONGEST_BODY - 1).isPresent();
    json.put("truncated", full);
    return json;
  }
}
