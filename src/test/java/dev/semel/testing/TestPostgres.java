// The one PostgreSQL of a test run.
package dev.semel.testing;

import dev.semel.db.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Objects;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server on a directory in the temp folder, started at the first use and gone with the
 * JVM. Quarkus loads test classes in class loaders of its own, so the address travels in system
 * properties: every loader finds the same server.
 */
final class TestPostgres {

  private static final String ADDRESS = "semel.test.postgres.address";
  private static final String PASSWORD = "semel.test.postgres.password";
  private static final String TEMPLATE = "semel_template";
  private static final String DATABASES = "semel.test.postgres.databases";

  private final String address;
  private final String password;

  private TestPostgres(String address, String password) {
    this.address = address;
    this.password = password;
  }

  /** Test classes run one after the other, so that the loaders do not race for the first start. */
  static synchronized TestPostgres running() {
    @Nullable String address = System.getProperty(ADDRESS);
    if (address == null) {
      address = start();
    }
    return new TestPostgres(address, Objects.requireNonNull(System.getProperty(PASSWORD)));
  }

  private static String start() {
    try {
      var directory = Files.createTempDirectory("semel-test-");
      var server = EmbeddedPostgres.start(directory, Path.of("target", "postgres"));
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> stop(server, directory), "stop-test-database"));
      String address = server.jdbcUrl("");
      System.setProperty(ADDRESS, address);
      System.setProperty(PASSWORD, server.password());
      return address;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void stop(EmbeddedPostgres server, Path directory) {
    server.close();
    try {
      Directories.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Creates a database with the migrations applied and nothing in it, and returns its name. */
  String createDatabase() throws SQLException {
    int number = Integer.getInteger(DATABASES, 0) + 1;
    System.setProperty(DATABASES, Integer.toString(number));
    if (number == 1) {
      execute("CREATE DATABASE " + TEMPLATE);
      Flyway.configure()
          .dataSource(jdbcUrl(TEMPLATE), EmbeddedPostgres.USER, password)
          .locations("classpath:db/migration")
          .load()
          .migrate();
    }
    String name = "test_" + number;
    execute("CREATE DATABASE " + name + " TEMPLATE " + TEMPLATE);
    return name;
  }

  void dropDatabase(String name) throws SQLException {
    execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
  }

  String jdbcUrl(String database) {
    return address + database;
  }

  String password() {
    return password;
  }

  private void execute(String sql) throws SQLException {
    var source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl("postgres"));
    source.setUser(EmbeddedPostgres.USER);
    source.setPassword(password);
    try (var connection = source.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
