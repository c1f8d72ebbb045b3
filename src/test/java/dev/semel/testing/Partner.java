// The simulated partner beside a server under test, and what the server has to know of it.
package dev.semel.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.simulator.Simulator;
import dev.semel.simulator.SimulatorConfig;
import dev.semel.simulator.Truth;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A running simulator with its secrets; several may run side by side. It is asked over HTTP alone,
 * so that a test may ask one that another class loader has started.
 *
 * @param address where its clients call it
 * @param control where it is told what to do and asked for the truth
 * @param closing stops it, for whoever started it
 */
public record Partner(URI address, URI control, Runnable closing) implements AutoCloseable {

  static final String API_KEY = "partner-key";
  private static final String WEBHOOK_SECRET = "partner-webhook-secret";
  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** Starts one on free ports. */
  public static Partner start(Path directory, UnaryOperator<SimulatorConfig> settings) {
    Simulator simulator =
        Simulator.start(settings.apply(SimulatorConfig.defaults(directory, API_KEY)));
    return new Partner(simulator.partnerUri(), simulator.controlUri(), simulator::close);
  }

  /** One that runs already. */
  public static Partner at(URI address, URI control) {
    return new Partner(address, control, () -> {});
  }

  /** The variables that connect a provider file of this name to it. */
  public Map<String, String> environment(String provider) {
    return environment(provider, address);
  }

  /** The variables that connect a provider file of this name to whatever listens there. */
  public static Map<String, String> environment(String provider, URI address) {
    String prefix = "SEMEL_PROVIDER_" + provider.toUpperCase(Locale.ROOT).replace('-', '_') + "_";
    return Map.of(
        prefix + "BASE_URL", address.toString(),
        prefix + "API_KEY", API_KEY,
        prefix + "WEBHOOK_SECRET", WEBHOOK_SECRET);
  }

  /** Sends webhooks to a server from now on, the waiting ones first. */
  public void sendWebhooksTo(URI server, String provider) throws IOException, InterruptedException {
    tell(
        "/webhook-target",
        """
        {"url": "%s", "secret": "%s"}"""
            .formatted(server.resolve("/webhooks/" + provider), WEBHOOK_SECRET));
  }

  /** What it did for every payout. */
  public List<Truth> truth() throws IOException, InterruptedException {
    List<Truth> truths = new ArrayList<>();
    for (JsonNode one : control(HttpRequest.newBuilder(at("/truth")).build())) {
      truths.add(JSON.convertValue(one, Truth.class));
    }
    return truths;
  }

  /** What it did for the payout with this client reference; empty when it never heard of it. */
  public Optional<Truth> truth(String clientReference) throws IOException, InterruptedException {
    return truth().stream()
        .filter(truth -> truth.references().contains(clientReference))
        .findFirst();
  }

  /** Its own id of the payout with this client reference, asked as its clients ask. */
  public String idOf(String clientReference) throws IOException, InterruptedException {
    URI lookup = address.resolve("/v1/payouts?client_reference=" + clientReference);
    return control(
            HttpRequest.newBuilder(lookup).header("Authorization", "Bearer " + API_KEY).build())
        .at("/data/0/id")
        .textValue();
  }

  /** Whether its clients can see a payout with this client reference. */
  public boolean shows(String clientReference) throws IOException, InterruptedException {
    URI lookup = address.resolve("/v1/payouts?client_reference=" + clientReference);
    HttpRequest request =
        HttpRequest.newBuilder(lookup).header("Authorization", "Bearer " + API_KEY).build();
    return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
  }

  /** Has it take a payout as its clients do, beside the server under test. */
  public void take(String body) throws IOException, InterruptedException {
    control(
        HttpRequest.newBuilder(address.resolve("/v1/payouts"))
            .header("Authorization", "Bearer " + API_KEY)
            .header("Idempotency-Key", Integer.toHexString(body.hashCode()))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  /** Every request that it received about a client reference, in order. */
  public List<JsonNode> requests(String clientReference) throws IOException, InterruptedException {
    List<JsonNode> requests = new ArrayList<>();
    control(HttpRequest.newBuilder(at("/requests?reference=" + clientReference)).build())
        .forEach(requests::add);
    return requests;
  }

  /** The submissions among them. */
  public List<JsonNode> submissions(String clientReference)
      throws IOException, InterruptedException {
    return requests(clientReference).stream()
        .filter(request -> request.path("method").textValue().equals("POST"))
        .toList();
  }

  /** Tells its control API something. */
  public JsonNode tell(String path, String body) throws IOException, InterruptedException {
    return control(HttpRequest.newBuilder(at(path)).POST(BodyPublishers.ofString(body)).build());
  }

  private URI at(String path) {
    return control.resolve(path);
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
    closing.run();
  }
}
