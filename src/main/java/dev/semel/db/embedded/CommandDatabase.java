// The database as a command finds it: somebody's server, a running embedded one, or none yet.
package dev.semel.db.embedded;

import dev.semel.db.Sql;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The database for a command that runs without the server. A configured one is used as it is. Of an
 * embedded one that a server is using, the running PostgreSQL is shared; otherwise it is started,
 * and stopped again at the end. Where no server is at work the schema is brought up to date.
 */
public final class CommandDatabase implements AutoCloseable {
  private final DataSource dataSource;
  private final Runnable end;

  private CommandDatabase(DataSource dataSource, Runnable end) {
    this.dataSource = dataSource;
    this.end = end;
  }

  /**
   * Opens the database that the environment names.
   *
   * @param environment the value of a variable such as {@code SEMEL_DB_URL}
   * @param dataDirectory where the embedded one is when no URL is given
   */
  public static CommandDatabase open(
      Function<String, Optional<String>> environment, Path dataDirectory) {
    return environment
        .apply("SEMEL_DB_URL")
        .map(url -> configured(url, environment))
        .orElseGet(() -> embedded(dataDirectory));
  }

  /** Does work in one transaction, which commits when the work returns. */
  public <T> T inTransaction(Function<Sql, T> work) {
    return Sql.inTransaction(dataSource, work);
  }

  private static CommandDatabase configured(
      String url, Function<String, Optional<String>> environment) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url);
    environment.apply("SEMEL_DB_USER").ifPresent(source::setUser);
    environment.apply("SEMEL_DB_PASSWORD").ifPresent(source::setPassword);
    migrate(source);
    return new CommandDatabase(source, () -> {});
  }

  private static CommandDatabase embedded(Path directory) {
    Optional<DataSource> running = EmbeddedPostgres.inUse(directory);
    if (running.isPresent()) {
      return new CommandDatabase(running.get(), () -> {});
    }
    EmbeddedPostgres started = EmbeddedPostgres.start(directory);
    try {
      DataSource source = started.dataSource(EmbeddedPostgres.DATABASE);
      migrate(source);
      return new CommandDatabase(source, started::close);
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  private static void migrate(DataSource source) {
    Flyway.configure().dataSource(source).locations("classpath:db/migration").load().migrate();
  }

  @Override
  public void close() {
    end.run();
  }
}
