// The simulated partner beside a server under test, and what the server has to know of it.
package dev.semel.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.simulator.Simulator;
import dev.semel.simulator.SimulatorConfig;
import dev.semel.simulator.Truth;
import dev.semel.simulator.WebhookTarget;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A running simulator with its secrets; several may run side by side. */
public final class Partner implements AutoCloseable {

  private static final String API_KEY = "partner-key";
  private static final String WEBHOOK_SECRET = "partner-webhook-secret";
  private static final JsonMapper JSON = new JsonMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Simulator simulator;

  private Partner(Simulator simulator) {
    this.simulator = simulator;
  }

  /** Starts one on free ports. */
  public static Partner start(Path directory, UnaryOperator<SimulatorConfig> settings) {
    return new Partner(
        Simulator.start(settings.apply(SimulatorConfig.defaults(directory, API_KEY))));
  }

  /** The variables that connect a provider file of this name to it. */
  public Map<String, String> environment(String provider) {
    String prefix = "SEMEL_PROVIDER_" + provider.toUpperCase(Locale.ROOT).replace('-', '_') + "_";
    return Map.of(
        prefix + "BASE_URL", simulator.partnerUri().toString(),
        prefix + "API_KEY", API_KEY,
        prefix + "WEBHOOK_SECRET", WEBHOOK_SECRET);
  }

  /** Sends webhooks to a server from now on, the waiting ones first. */
  public void sendWebhooksTo(URI server, String provider) {
    simulator.sendWebhooksTo(
        new WebhookTarget(server.resolve("/webhooks/" + provider), WEBHOOK_SECRET));
  }

  /** What it did for every payout. */
  public List<Truth> truth() {
    return simulator.truth();
  }

  /** What it did for the payout with this client reference; empty when it never heard of it. */
  public Optional<Truth> truth(String clientReference) {
    return simulator.truth().stream()
        .filter(truth -> truth.references().contains(clientReference))
        .findFirst();
  }

  /** Its own id of the payout with this client reference, asked as its clients ask. */
  public String idOf(String clientReference) throws IOException, InterruptedException {
    URI lookup = simulator.partnerUri().resolve("/v1/payouts?client_reference=" + clientReference);
    return control(
            HttpRequest.newBuilder(lookup).header("Authorization", "Bearer " + API_KEY).build())
        .at("/data/0/id")
        .textValue();
  }

  /** Every request that it received about a client reference, in order. */
  public JsonNode requests(String clientReference) throws IOException, InterruptedException {
    return control(HttpRequest.newBuilder(at("/requests?reference=" + clientReference)).build());
  }

  /** Tells its control API something. */
  public JsonNode tell(String path, String body) throws IOException, InterruptedException {
    return control(HttpRequest.newBuilder(at(path)).POST(BodyPublishers.ofString(body)).build());
  }

  private URI at(String path) {
    return simulator.controlUri().resolve(path);
  }

  private static JsonNode control(HttpRequest request) throws IOException, InterruptedException {
    var response = HTTP.send(request, BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new AssertionError(request.uri() + " answered " + response.body());
    }
    return JSON.readTree(response.body());
  }

  @Override
  public void close() {
    simulator.close();
  }
}
