// How providers do, as people and their tools are told.
package dev.semel.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.domain.Money;
import dev.semel.domain.PayoutState;
import dev.semel.domain.WireNames;
import dev.semel.payout.BacklogStore;
import dev.semel.provider.BreakerStanding;
import dev.semel.provider.Provider;
import dev.semel.provider.ProviderCallStore;
import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.http.ProviderRegistry;
import dev.semel.provider.http.ProviderSettings;
import dev.semel.security.Caller;
import dev.semel.submission.ExposureStore;
import dev.semel.submission.ProviderControlStore;
import jakarta.inject.Singleton;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How every provider that has a file does, as this node sees it, with the payouts under way there
 * that the caller may see.
 */
@Singleton
final class ProviderViews {
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
  private final ProviderControlStore controls;
  private final ExposureStore exposures;
  private final ConfigValues values;

  ProviderViews(
      ProviderRegistry providers,
      BacklogStore backlogs,
      ProviderCallStore calls,
      ProviderControlStore controls,
      ExposureStore exposures,
      ConfigValues values) {
    this.providers = providers;
    this.backlogs = backlogs;
    this.calls = calls;
    this.controls = controls;
    this.exposures = exposures;
    this.values = values;
  }

  private record Figures(
      Map<String, BacklogStore.Backlog> backlogs,
      Map<String, ProviderCallStore.LastHour> lastHours,
      Map<String, ProviderControlStore.Pause> paused) {}

  /** Whether there is a file of a provider, configured or not. */
  boolean exists(String name) {
    return providers.find(name).isPresent()
        || providers.inactive().stream().anyMatch(file -> file.name().equals(name));
  }

  /** One provider, which exists. A transaction must be open, as for {@link #all}. */
  ObjectNode one(Caller caller, String name) {
    return all(caller).stream()
        .filter(view -> view.path("name").textValue().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** All providers, by name. */
  List<ObjectNode> all(Caller caller) {
    Figures figures =
        new Figures(
            backlogs.perProvider(caller.tenantId(), caller.operator()),
            calls.lastHour(caller.tenantId(), caller.operator()),
            controls.paused());
    Map<String, ObjectNode> byName = new TreeMap<>();
    for (Provider provider : providers.all()) {
      Optional<ProviderControlStore.Pause> pause =
          Optional.ofNullable(figures.paused().get(provider.name()));
      Standing standing =
          pause
              .map(found -> new Standing("paused", whyPaused(found, caller)))
              .orElse(Standing.ACTIVE);
      byName.put(provider.name(), json(provider.name(), standing, figures));
    }
    for (ProviderFile file : providers.inactive()) {
      byName.put(
          file.name(), json(file.name(), new Standing("inactive", whyInactive(file)), figures));
    }
    return List.copyOf(byName.values());
  }

  /** Whether a provider is served, and why not. */
  private record Standing(String status, String reason) {
    static final Standing ACTIVE = new Standing("active", "");
  }

  /** Who decided it, and in which words, is for those who run the server. */
  private static String whyPaused(ProviderControlStore.Pause pause, Caller caller) {
    return caller.operator()
        ? "Paused by " + pause.by() + " at " + pause.at() + ": " + pause.reason()
        : "Paused by the operator.";
  }

  private String whyInactive(ProviderFile file) {
    return "Not configured: "
        + String.join(" ", ProviderSettings.find(file, values::find).faults());
  }

  private ObjectNode json(String name, Standing standing, Figures figures) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", name)
            .put("status", standing.status())
            .put("status_reason", standing.reason().isEmpty() ? null : standing.reason())
            .put("breaker", breaker(name));
    BacklogStore.Backlog backlog = figures.backlogs().getOrDefault(name, NOTHING);
    ObjectNode counts = json.putObject("backlog");
    SHOWN.forEach(state -> counts.put(state.wireName(), backlog.counts().getOrDefault(state, 0L)));
    ArrayNode exposure = json.putArray("unknown_exposure");
    List<String> stopped = exposures.stopped(name);
    backlog.unknown().forEach(sum -> exposure.add(exposed(name, sum, stopped)));
    json.set("file", file(name));
    json.set("last_hour", lastHour(Optional.ofNullable(figures.lastHours().get(name))));
    return json;
  }

  private JsonNode file(String name) {
    return providers
        .inForce(name)
        .<JsonNode>map(
            version ->
                JsonNodeFactory.instance
                    .objectNode()
                    .put("name", version.file())
                    .put("fingerprint", version.fingerprint())
                    .put("loaded_at", version.loadedAt().truncatedTo(ChronoUnit.MICROS).toString()))
        .orElse(JsonNodeFactory.instance.nullNode());
  }

  private String breaker(String name) {
    return WireNames.of(
        providers.find(name).map(Provider::breaker).orElse(BreakerStanding.UNTRIED).state());
  }

  private ObjectNode exposed(String name, Money sum, List<String> stopped) {
    String currency = sum.currency().code();
    return JsonNodeFactory.instance
        .objectNode()
        .put("currency", currency)
        .put("amount", sum.decimal())
        .put("cap", cap(name, sum).map(Money::decimal).orElse(null))
        .put("stopped", stopped.contains(currency));
  }

  private Optional<Money> cap(String name, Money sum) {
    return providers
        .find(name)
        .flatMap(
            provider ->
                Optional.ofNullable(
                    provider.capacity().unknownExposure().get(sum.currency().code())))
        .map(amount -> new Money(amount, sum.currency()));
  }

  private static JsonNode lastHour(Optional<ProviderCallStore.LastHour> hour) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("calls", hour.map(ProviderCallStore.LastHour::calls).orElse(0L))
        .put("accepted", hour.map(ProviderCallStore.LastHour::accepted).orElse(0L))
        .put("median_ms", hour.map(ProviderCallStore.LastHour::medianMillis).orElse(null));
  }
}
