// People are told of a provider file that is not in force, and when it is mended.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ProviderFileAlertDbTest {
  @Inject WatchProviderFiles watchProviderFiles;
  @Inject CreateCredential credentials;
  @Inject DataSource database;
  @Inject Config config;

  private Tenant operator;
  private Path file;

  @BeforeEach
  void whoRunsTheServer() {
    operator = Tenant.operator(credentials, database);
    Path directory = Path.of(config.getValue("SEMEL_PROVIDERS_DIR", String.class));
    file = directory.resolve("z-" + UUID.randomUUID() + ".yaml");
  }

  @AfterEach
  void takeItAway() throws IOException {
    Files.deleteIfExists(file);
    watchProviderFiles.watch();
  }

  @Test
  void a_file_with_faults_is_an_alert_that_ends_with_them() throws IOException {
    Files.writeString(file, "provider: broken\n");
    for (int look = 0; look < 4; look++) {
      watchProviderFiles.watch();
    }
    assertThat(alerts()).hasSize(1);
    assertThat(alerts().getFirst())
        .containsEntry("kind", "provider_file_not_in_force")
        .containsEntry("times", 1)
        .containsEntry("over_at", null);
    assertThat(String.valueOf(alerts().getFirst().get("message")))
        .contains(file.toString())
        .contains("line 1: 'title' is missing");

    Files.delete(file);
    watchProviderFiles.watch();
    assertThat(alerts().getFirst().get("over_at")).isNotNull();
  }

  private List<Map<String, Object>> alerts() {
    List<Map<String, Object>> all = operator.request().get("/v1/ops/alerts?limit=100").path("data");
    return all.stream()
        .filter(
            alert -> String.valueOf(alert.get("message")).contains(file.getFileName().toString()))
        .toList();
  }
}
