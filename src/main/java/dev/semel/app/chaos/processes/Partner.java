// One of the simulated partners.
package dev.semel.app.chaos.processes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.app.rig.FreePort;
import dev.semel.app.rig.SimulatorFile;
import dev.semel.simulator.Duplicates;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * One of the simulated partners, and what its provider file says of it.
 *
 * @param name the provider's name
 * @param port where the servers call it
 * @param controlPort where the run tells it what to do, and asks for the truth
 * @param duplicates what it does with a repeated submission
 * @param promises whether it promises that an accepted payout shows in a lookup soon
 */
record Partner(String name, int port, int controlPort, Duplicates duplicates, boolean promises) {

  private static final String[] MANY_LOOKUPS = {
    "PT0.5S", "PT1S", "PT1S", "PT1S", "PT2S", "PT2S", "PT2S", "PT3S", "PT3S", "PT3S", "PT4S",
    "PT5S", "PT5S", "PT5S", "PT5S", "PT10S"
  };

  /** Without a promise no lookup proves that it has nothing: a person is asked soon. */
  private static final String[] FEW_LOOKUPS = {"PT0.5S", "PT1S", "PT2S", "PT3S", "PT3S"};

  /** On free ports. */
  static Partner named(String name, Duplicates duplicates, boolean promises) throws IOException {
    return new Partner(name, FreePort.find(), FreePort.find(), duplicates, promises);
  }

  URI control(String path) {
    return URI.create("http://127.0.0.1:" + controlPort).resolve(path);
  }

  /** What a server has to be told of it. */
  Map<String, String> environment(String apiKey, String webhookSecret) {
    String prefix = "SEMEL_PROVIDER_" + name.toUpperCase(Locale.ROOT).replace('-', '_') + "_";
    return Map.of(
        prefix + "BASE_URL", "http://127.0.0.1:" + port,
        prefix + "API_KEY", apiKey,
        prefix + "WEBHOOK_SECRET", webhookSecret);
  }

  /** Writes its provider file: the shipped one in a hurry, every time-out shorter than a lease. */
  void writeFile(Path directory) {
    SimulatorFile.write(
        directory, "Written by ./semel chaos --processes: simulator.yaml in a hurry.", this::hurry);
  }

  private void hurry(ObjectNode file) {
    file.put("provider", name).put("title", name);
    file.withObject("/idempotency").put("kind", kind());
    file.withObject("/visibility").put("within", "PT1.5S").put("promised", promises);
    file.withObject("/limits")
        .put("in_flight", 4)
        .put("connect_timeout", "PT0.5S")
        .put("timeout", "PT1S");
    file.withObject("/retry").put("base", "PT0.1S").put("cap", "PT2S").put("attempts", 100);
    file.withObject("/breaker").put("failures", 15).put("of", 20).put("open_for", "PT1S");
    SimulatorFile.durations(file, "lookups", promises ? MANY_LOOKUPS : FEW_LOOKUPS);
    SimulatorFile.durations(file, "status_checks", "PT2S", "PT3S", "PT5S");
  }

  private String kind() {
    return duplicates == Duplicates.FORGETFUL ? "none" : duplicates.name().toLowerCase(Locale.ROOT);
  }
}
