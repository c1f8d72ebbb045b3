// The providers and how they do, for people and their tools.
package dev.semel.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.db.Tx;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutState;
import dev.semel.payout.BacklogStore;
import dev.semel.provider.Availability;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderCallStore;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.http.ProviderRegistry;
import dev.semel.provider.http.ProviderSettings;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.microprofile.config.Config;

/**
 * Every provider that has a file, with its health as this node sees it and the payouts under way
 * there that the caller may see.
 */
@Path("/v1/ops/providers")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public final class ProviderListResource {
  private static final List<PayoutState> SHOWN =
      List.of(
          PayoutState.READY,
          PayoutState.SUBMITTING,
          PayoutState.SUBMISSION_UNKNOWN,
          PayoutState.SENT,
          PayoutState.HELD);
  private static final BacklogStore.Backlog NOTHING = new BacklogStore.Backlog(Map.of(), List.of());

  private final ProviderRegistry providers;
  private final BacklogStore backlogs;
  private final ProviderCallStore calls;
  private final Config config;

  ProviderListResource(
      ProviderRegistry providers, BacklogStore backlogs, ProviderCallStore calls, Config config) {
    this.providers = providers;
    this.backlogs = backlogs;
    this.calls = calls;
    this.config = config;
  }

  private record Figures(
      Map<String, BacklogStore.Backlog> backlogs,
      Map<String, ProviderCallStore.LastHour> lastHours) {}

  /** {@code listProviders}. */
  @GET
  @RequiresPermission(Permission.PROVIDERS_READ)
  public Response list(@Context ContainerRequestContext request) {
    Caller caller = Caller.of(request);
    Figures figures =
        Tx.call(
            () ->
                new Figures(
                    backlogs.perProvider(caller.tenantId(), caller.operator()),
                    calls.lastHour(caller.tenantId(), caller.operator())));
    Map<String, ObjectNode> byName = new TreeMap<>();
    for (Provider provider : providers.all()) {
      byName.put(provider.name(), json(provider.name(), Optional.empty(), figures));
    }
    for (ProviderFile file : providers.inactive()) {
      byName.put(file.name(), json(file.name(), Optional.of(whyInactive(file)), figures));
    }
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    ArrayNode data = page.putArray("data");
    byName.values().forEach(data::add);
    page.putNull("next_cursor");
    return Response.ok(page.toString().getBytes(StandardCharsets.UTF_8)).build();
  }

  private String whyInactive(ProviderFile file) {
    return "Not configured: "
        + String.join(
            " ",
            ProviderSettings.find(file, name -> config.getOptionalValue(name, String.class))
                .faults());
  }

  private ObjectNode json(String name, Optional<String> inactive, Figures figures) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", name)
            .put("status", inactive.isPresent() ? "inactive" : "active")
            .put("status_reason", inactive.orElse(null))
            .put("breaker", breaker(name));
    BacklogStore.Backlog backlog = figures.backlogs().getOrDefault(name, NOTHING);
    ObjectNode counts = json.putObject("backlog");
    SHOWN.forEach(state -> counts.put(state.wireName(), backlog.counts().getOrDefault(state, 0L)));
    ArrayNode exposure = json.putArray("unknown_exposure");
    backlog.unknown().forEach(sum -> exposure.add(money(sum)));
    json.set("last_hour", lastHour(Optional.ofNullable(figures.lastHours().get(name))));
    return json;
  }

  private String breaker(String name) {
    return providers
        .availability(name)
        .map(
            availability ->
                switch (availability) {
                  case Availability.Available _ -> "closed";
                  case Availability.ProbeOnly _ -> "half_open";
                  case Availability.Unavailable _ -> "open";
                })
        .orElse("closed");
  }

  private static ObjectNode money(Money sum) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("currency", sum.currency().code())
        .put("amount", sum.decimal());
  }

  private static JsonNode lastHour(Optional<ProviderCallStore.LastHour> hour) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("calls", hour.map(ProviderCallStore.LastHour::calls).orElse(0L))
        .put("accepted", hour.map(ProviderCallStore.LastHour::accepted).orElse(0L))
        .put("median_ms", hour.map(ProviderCallStore.LastHour::medianMillis).orElse(null));
  }
}
