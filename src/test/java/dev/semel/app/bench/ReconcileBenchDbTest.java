// The command that measures the reconciliation still finds exactly what it plants.
package dev.semel.app.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.security.CreateCredential;
import dev.semel.testing.Tenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@QuarkusTest
class ReconcileBenchDbTest {
  @Inject DataSource database;
  @Inject CreateCredential credentials;

  /** So small that no figure of it means anything. */
  @Test
  void exactly_the_planted_differences_are_found(@TempDir Path directory)
      throws IOException, SQLException {
    Tenant.create(credentials, database);
    ReconcilePlan plan = new ReconcilePlan(400, 24);
    PrintStream out = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      new ReconcileTurns(new ReconcileRowsStore(database), plan, directory).measure(1);
    } finally {
      System.setOut(out);
    }

    assertThat(plan.differences()).hasSize(24);
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("24 differences: " + ReconcileTurns.EXACTLY)
        .contains("read and loaded, matched");
  }
}
