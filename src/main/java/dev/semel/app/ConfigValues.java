// The values of settings, from any config source.
package dev.semel.app;

import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.Expressions;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;

/**
 * The values of settings, from the environment or any other config source. What the environment
 * holds is taken as it is written there: a secret with <code>${</code> in it is no expression.
 */
@Singleton
final class ConfigValues {
  private final Config config;

  ConfigValues(Config config) {
    this.config = config;
  }

  /** The value of a name, asked for anew; empty where there is none or nothing in it. */
  Optional<String> find(String name) {
    ConfigValue written = Expressions.withoutExpansion(() -> config.getConfigValue(name));
    ConfigValue value = ofEnvironment(written) ? written : config.getConfigValue(name);
    return Optional.ofNullable(value.getValue()).filter(text -> !text.isEmpty());
  }

  private static boolean ofEnvironment(ConfigValue value) {
    String source = value.getSourceName();
    return source != null && source.startsWith(EnvConfigSource.NAME);
  }
}
