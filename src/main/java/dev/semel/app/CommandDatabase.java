// The database as a command finds it: somebody's server, a running embedded one, or none yet.
package dev.semel.app;

import dev.semel.db.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.Optional;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The database for a command that runs without the server. A configured one is used as it is. Of an
 * embedded one that a server is using, the running PostgreSQL is shared; otherwise it is started,
 * and stopped again at the end. Where no server is at work the schema is brought up to date.
 */
record CommandDatabase(DataSource dataSource, Runnable end) implements AutoCloseable {
  /** Finds the database that the environment names. */
  static CommandDatabase open() {
    Optional<String> url = Environment.find("SEMEL_DB_URL");
    return url.isPresent() ? configured(url.get()) : embedded(Environment.dataDirectory());
  }

  private static CommandDatabase configured(String url) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url);
    Environment.find("SEMEL_DB_USER").ifPresent(source::setUser);
    Environment.find("SEMEL_DB_PASSWORD").ifPresent(source::setPassword);
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
