// Gives every @QuarkusTest its database.
package dev.semel.testing;

import dev.semel.db.embedded.EmbeddedPostgres;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.sql.SQLException;
import java.util.Map;

/**
 * Points the application under test at a fresh, migrated database. It is registered as a service
 * ({@code META-INF/services}), so a {@code @QuarkusTest} has it without saying so, and all of them
 * share one application.
 */
public final class EmbeddedPostgresResource implements QuarkusTestResourceLifecycleManager {

  @Override
  public Map<String, String> start() {
    var postgres = TestPostgres.running();
    try {
      return Map.of(
          "quarkus.datasource.jdbc.url", postgres.jdbcUrl(postgres.createDatabase()),
          "quarkus.datasource.username", EmbeddedPostgres.USER,
          "quarkus.datasource.password", postgres.password());
    } catch (SQLException e) {
      throw new IllegalStateException("The test database can't be created.", e);
    }
  }

  @Override
  public void stop() {
    // The server goes with the JVM; other tests may still use it.
  }
}
