// A PostgreSQL that another process of Semel has started.
package dev.semel.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL that another process of Semel has started and keeps. Its port is where PostgreSQL
 * itself writes it, on the fourth line of {@code postmaster.pid}; the last line says whether it is
 * ready.
 */
record RunningPostgres(Path directory) {
  private static final int PORT_LINE = 3;
  private static final int STATUS_LINE = 7;

  /** Unpooled connections to the server's database. */
  DataSource dataSource() throws IOException {
    Path pidFile = directory.resolve("pgdata").resolve("postmaster.pid");
    List<String> lines = Files.exists(pidFile) ? Files.readAllLines(pidFile) : List.of();
    if (lines.size() <= STATUS_LINE || !lines.get(STATUS_LINE).strip().equals("ready")) {
      throw new EmbeddedPostgresException(
          "The server that uses the data directory "
              + directory
              + " is just starting or stopping: try again when it is ready.");
    }
    var source = new PGSimpleDataSource();
    source.setUrl(
        "jdbc:postgresql://127.0.0.1:"
            + lines.get(PORT_LINE).strip()
            + "/"
            + EmbeddedPostgres.DATABASE);
    source.setUser(EmbeddedPostgres.USER);
    source.setPassword(Files.readString(directory.resolve("postgres.password")).strip());
    return source;
  }
}
