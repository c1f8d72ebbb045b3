// A migrated database for a *DbTest, without Quarkus.
package dev.semel.testing;

import dev.semel.db.embedded.EmbeddedPostgres;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A fresh database with all migrations applied, one for each test class:
 *
 * <pre>{@code
 * @RegisterExtension static final TestDatabase database = new TestDatabase();
 * }</pre>
 *
 * <p>All tests of the class share it, so they use rows of their own.
 */
public final class TestDatabase implements BeforeAllCallback, AfterAllCallback {

  private static final int CONNECTIONS = 24;

  private @Nullable String name;
  private @Nullable AgroalDataSource dataSource;

  @Override
  public void beforeAll(ExtensionContext context) throws SQLException {
    var postgres = TestPostgres.running();
    String created = postgres.createDatabase();
    name = created;
    dataSource =
        AgroalDataSource.from(
            new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(
                    pool ->
                        pool.maxSize(CONNECTIONS)
                            .acquisitionTimeout(Duration.ofSeconds(20))
                            .connectionFactoryConfiguration(
                                connection ->
                                    connection
                                        .jdbcUrl(postgres.jdbcUrl(created))
                                        .principal(new NamePrincipal(EmbeddedPostgres.USER))
                                        .credential(new SimplePassword(postgres.password())))));
  }

  @Override
  public void afterAll(ExtensionContext context) throws SQLException {
    if (dataSource != null) {
      dataSource.close();
    }
    if (name != null) {
      TestPostgres.running().dropDatabase(name);
    }
  }

  /** Returns pooled connections to the database, at most {@value #CONNECTIONS} at a time. */
  public DataSource dataSource() {
    if (dataSource == null) {
      throw new IllegalStateException("The database is there from @BeforeAll on.");
    }
    return dataSource;
  }

  /** Returns connections to the database of their own, which keep nothing of earlier ones. */
  public DataSource unpooled() {
    if (name == null) {
      throw new IllegalStateException("The database is there from @BeforeAll on.");
    }
    var postgres = TestPostgres.running();
    var source = new PGSimpleDataSource();
    source.setUrl(postgres.jdbcUrl(name));
    source.setUser(EmbeddedPostgres.USER);
    source.setPassword(postgres.password());
    return source;
  }
}
