// The simulated partner of the story.
package dev.semel.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.simulator.Simulator;
import dev.semel.simulator.SimulatorConfig;
import dev.semel.simulator.Timings;
import dev.semel.simulator.Truth;
import dev.semel.simulator.WebhookTarget;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The simulated partner. Between chapters it is restarted on the same ports, with the same memory
 * and another mood.
 */
final class Partner implements AutoCloseable {

  /** How the partner is in a chapter. */
  enum Mood {
    /** Quick, and its webhooks come. */
    WELL,
    /** Slow to show and to pay a payout; its webhooks do not come until {@link #webhooksUp}. */
    SLOW,
    /** Quick, but its webhooks do not come until {@link #webhooksUp}. */
    MUTE
  }

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path directory;
  private final String apiKey;
  private final WebhookTarget webhooks;
  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private Simulator simulator;
  private boolean closed;

  private Partner(Path directory, String apiKey, WebhookTarget webhooks, Simulator simulator) {
    this.directory = directory;
    this.apiKey = apiKey;
    this.webhooks = webhooks;
    this.simulator = simulator;
  }

  /** Starts the partner on free ports; its webhooks go nowhere until its mood is set. */
  static Partner start(Path directory, String apiKey, WebhookTarget webhooks) {
    SimulatorConfig config = SimulatorConfig.defaults(directory, apiKey);
    return new Partner(directory, apiKey, webhooks, Simulator.start(config));
  }

  synchronized URI uri() {
    return simulator.partnerUri();
  }

  synchronized URI controlUri() {
    return simulator.controlUri();
  }

  /** What the partner really received, accepted and paid. */
  synchronized List<Truth> truth() {
    return simulator.truth();
  }

  /** Restarts the partner in this mood; what it knows, it knows still. */
  synchronized void become(Mood mood) {
    int port = simulator.partnerUri().getPort();
    int controlPort = simulator.controlUri().getPort();
    SimulatorConfig config =
        SimulatorConfig.defaults(directory, apiKey)
            .withPorts(port, controlPort)
            .withTimings(timings(mood));
    simulator.close();
    simulator = Simulator.start(mood == Mood.WELL ? config.withWebhooks(webhooks) : config);
  }

  /** Lets the webhooks come, those that waited first. */
  synchronized void webhooksUp() {
    simulator.sendWebhooksTo(webhooks);
  }

  /** Refuses connections for a while. */
  void away(Duration lasting) {
    control("/outage", object().put("ms", lasting.toMillis()));
  }

  /** Sends a webhook that says what was true some time ago. */
  void sendLateWebhook(String clientReference, String status, int sequence) {
    control(
        "/payouts/" + clientReference + "/webhook",
        object().put("status", status).put("sequence", sequence));
  }

  private void control(String path, JsonNode body) {
    HttpRequest request =
        HttpRequest.newBuilder(controlUri().resolve(path))
            .timeout(PATIENCE)
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
    try {
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        throw new DemoException("The simulator refused " + path + ": " + answer.body());
      }
    } catch (IOException e) {
      throw new DemoException("The simulator does not answer " + path + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemoException("The demo was interrupted.", e);
    }
  }

  private ObjectNode object() {
    return json.createObjectNode();
  }

  private static Timings timings(Mood mood) {
    Timings well =
        Timings.defaults()
            .withVisibility(
                Duration.ofMillis(200), Duration.ofMillis(2_000), Duration.ofMillis(6_000));
    return switch (mood) {
      case WELL, MUTE -> well.withSteps(Duration.ofMillis(150), Duration.ofMillis(500));
      case SLOW ->
          well.withSteps(Duration.ofMillis(200), Duration.ofMillis(5_500))
              .withVisibility(
                  Duration.ofMillis(2_700), Duration.ofMillis(2_800), Duration.ofMillis(6_000));
    };
  }

  /** Stops the partner; its memory stays on the disk. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      simulator.close();
      http.close();
    }
  }
}
