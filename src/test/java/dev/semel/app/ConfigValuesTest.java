// Where settings and secrets may come from.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.provider.file.ProviderFile;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading.Sound;
import dev.semel.provider.http.ProviderSettings;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;

class ConfigValuesTest {
  private static final Path SIMULATOR = Path.of("src/main/resources/providers/simulator.yaml");

  private static ConfigValues values(ConfigSource... sources) {
    return new ConfigValues(
        new SmallRyeConfigBuilder().addDefaultInterceptors().withSources(sources).build());
  }

  private static ConfigSource environment(Map<String, String> variables) {
    return new EnvConfigSource(variables, EnvConfigSource.ORDINAL);
  }

  @Test
  void a_value_of_the_environment_is_taken_as_it_is_written() {
    ConfigValues values =
        values(
            environment(
                Map.of("SEMEL_PROVIDER_SIMULATOR_API_KEY", "a$${b${nothing}\\c,d", "EMPTY", "")));
    assertThat(values.find("SEMEL_PROVIDER_SIMULATOR_API_KEY")).contains("a$${b${nothing}\\c,d");
    assertThat(values.find("EMPTY")).isEmpty();
    assertThat(values.find("NOTHING")).isEmpty();
  }

  @Test
  void a_value_of_another_source_may_be_an_expression() {
    ConfigValues values =
        values(
            new PropertiesConfigSource(
                Map.of("KEY", "${vault.key}", "vault.key", "from-the-vault"), "vault", 100));
    assertThat(values.find("KEY")).contains("from-the-vault");
  }

  @Test
  void a_source_that_knows_no_variables_holds_them_under_their_property() throws IOException {
    ProviderFile file = ((Sound) new ProviderFileReader().read(Files.readString(SIMULATOR))).file();
    Map<String, String> held =
        Map.of(
            "semel.provider.simulator.base-url", "http://127.0.0.1:1",
            "semel.provider.simulator.api-key", "k",
            "semel.provider.simulator.webhook-secret", "s");
    ConfigValues values = values(new PropertiesConfigSource(held, "key store", 100));
    ProviderSettings.Found found = ProviderSettings.find(file, values::find);
    assertThat(found.faults()).isEmpty();
    assertThat(found.settings().secrets()).containsEntry("webhook_secret", "s");
  }

  @Test
  void a_source_is_asked_anew_each_time() {
    Map<String, String> held = new HashMap<>(Map.of("KEY", "one"));
    ConfigValues values = values(new Changing(held));
    assertThat(values.find("KEY")).contains("one");
    held.put("KEY", "two");
    assertThat(values.find("KEY")).contains("two");
  }

  /** As a vault that is asked over the network. */
  private record Changing(Map<String, String> held) implements ConfigSource {
    @Override
    public java.util.Set<String> getPropertyNames() {
      return held.keySet();
    }

    @Override
    public @org.jspecify.annotations.Nullable String getValue(String name) {
      return held.get(name);
    }

    @Override
    public String getName() {
      return "changing";
    }
  }
}
