// The simulated partners: one process, killed and started again as often as the run likes.
package dev.semel.app.chaos.processes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.app.rig.ChildProcess;
import dev.semel.simulator.Truth;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The simulated partners: one process, and what may be asked of it. */
final class Partners {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final JsonMapper JSON =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private final Children children;
  private final HttpClient http;
  private final List<Partner> all;
  private final String apiKey;
  private final String webhookSecret;
  private final Path folder;
  private @Nullable ChildProcess process;
  private int starts;

  Partners(
      Children children,
      HttpClient http,
      List<Partner> all,
      String apiKey,
      String webhookSecret,
      Path folder) {
    this.children = children;
    this.http = http;
    this.all = all;
    this.apiKey = apiKey;
    this.webhookSecret = webhookSecret;
    this.folder = folder;
  }

  List<Partner> all() {
    return all;
  }

  synchronized int starts() {
    return starts;
  }

  /** Starts the process when it does not run. */
  synchronized void keepAlive() throws IOException {
    if (process != null && process.isAlive()) {
      return;
    }
    List<String> command = new ArrayList<>(List.of("chaos-partners", "--directory"));
    command.add(folder.resolve("partners").toString());
    for (Partner one : all) {
      command.add(
          "--partner=%s:%d:%d:%s"
              .formatted(one.name(), one.port(), one.controlPort(), one.duplicates()));
    }
    process =
        children.start(
            command, Map.of("SEMEL_SIMULATOR_API_KEY", apiKey), folder.resolve("partners.log"));
    starts++;
  }

  /** Kills the process; false when it was dead. */
  synchronized boolean kill() {
    if (process == null || !process.isAlive()) {
      return false;
    }
    process.kill();
    return true;
  }

  /** Whether all of them listen to their clients. */
  boolean areReady() {
    for (Partner one : all) {
      try {
        if (!control(one, "/health", null).path("partner").asText().equals("listening")) {
          return false;
        }
      } catch (IOException e) {
        return false;
      }
    }
    return true;
  }

  /** Has the webhooks of a partner sent to this server from now on. */
  void sendWebhooksTo(Partner partner, URI server) throws IOException {
    control(
        partner,
        "/webhook-target",
        object()
            .put("url", server.resolve("/webhooks/" + partner.name()).toString())
            .put("secret", webhookSecret));
  }

  /** Has a partner refuse connections for this long. */
  void away(Partner partner, Duration lasting) throws IOException {
    control(partner, "/outage", object().put("ms", lasting.toMillis()));
  }

  /** Has the next so many lookups at a partner answered with an error that tells nothing. */
  void answerLookupsWithErrors(Partner partner, int times) throws IOException {
    ObjectNode fault = object().put("fault", "gateway_timeout").put("operation", "lookup");
    fault.put("times", times).putObject("match").put("any", true);
    control(partner, "/faults", fault);
  }

  /** Has a partner answer everything again as its accounts ask for. */
  void forgetFaults(Partner partner) throws IOException {
    send(HttpRequest.newBuilder(partner.control("/faults")).DELETE());
  }

  /** What a partner really did. */
  List<Truth> truth(Partner partner) throws IOException {
    List<Truth> truths = new ArrayList<>();
    for (JsonNode one : control(partner, "/truth", null)) {
      truths.add(JSON.convertValue(one, Truth.class));
    }
    return truths;
  }

  /** A webhook of a partner. */
  record Told(String eventId, boolean delivered) {}

  /** Every webhook that a partner ever had to send, and whether it was answered 2xx. */
  List<Told> told(Partner partner) throws IOException {
    List<Told> told = new ArrayList<>();
    for (JsonNode one : control(partner, "/webhooks", null)) {
      told.add(new Told(one.path("event_id").asText(), one.path("delivered").asBoolean()));
    }
    return told;
  }

  private JsonNode control(Partner partner, String path, @Nullable ObjectNode body)
      throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(partner.control(path));
    return send(body == null ? request : request.POST(BodyPublishers.ofString(body.toString())));
  }

  private JsonNode send(HttpRequest.Builder request) throws IOException {
    HttpRequest asked = request.timeout(PATIENCE).build();
    try {
      HttpResponse<String> answer = http.send(asked, BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        throw new IOException(asked.uri() + " was answered " + answer.body());
      }
      return JSON.readTree(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunException("The run was interrupted.", e);
    }
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
