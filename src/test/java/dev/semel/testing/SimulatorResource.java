// Gives every @QuarkusTest a partner.
package dev.semel.testing;

import dev.semel.simulator.Simulator;
import dev.semel.simulator.SimulatorConfig;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Starts the simulated partner and connects the application under test to it, so that the provider
 * {@code simulator} is active in every {@code @QuarkusTest}. It is registered as a service, and all
 * tests share it: each uses references of its own.
 *
 * <p>Its addresses are the properties {@value #PARTNER} and {@value #CONTROL}.
 */
public final class SimulatorResource implements QuarkusTestResourceLifecycleManager {
  /** The property with the address at which the partner is called. */
  public static final String PARTNER = "semel.test.simulator.partner";

  /** The property with the address at which the partner is told what to do wrong. */
  public static final String CONTROL = "semel.test.simulator.control";

  /** What the partner's clients present. */
  public static final String API_KEY = "a-key-for-tests";

  private @Nullable Simulator simulator;
  private @Nullable Path directory;

  @Override
  public Map<String, String> start() {
    try {
      Path data = Files.createTempDirectory("semel-simulator-");
      Simulator started = Simulator.start(SimulatorConfig.defaults(data, API_KEY));
      directory = data;
      simulator = started;
      return Map.of(
          "SEMEL_PROVIDER_SIMULATOR_BASE_URL",
          started.partnerUri().toString(),
          "SEMEL_PROVIDER_SIMULATOR_API_KEY",
          API_KEY,
          "SEMEL_PROVIDER_SIMULATOR_WEBHOOK_SECRET",
          "a-secret-for-tests",
          PARTNER,
          started.partnerUri().toString(),
          CONTROL,
          started.controlUri().toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void stop() {
    if (simulator != null) {
      simulator.close();
    }
    if (directory != null) {
      try {
        Directories.delete(directory);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
