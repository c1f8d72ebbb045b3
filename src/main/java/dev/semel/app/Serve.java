// `./semel serve`: the server, with its own PostgreSQL when none is configured.
package dev.semel.app;

import dev.semel.db.embedded.EmbeddedPostgres;
import dev.semel.db.embedded.EmbeddedPostgresException;
import dev.semel.security.Token;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Serves until the process is told to end, then stops the server before its database. */
@Command(name = "serve", description = "Runs the server until it is told to end.")
final class Serve implements Callable<Integer> {

  @Override
  public Integer call() {
    Optional<String> token = Environment.find(Bootstrap.VARIABLE);
    if (token.isPresent() && Token.parse(token.get()).isEmpty()) {
      System.err.println("semel: " + Bootstrap.MALFORMED);
      return 1;
    }
    if (Environment.find("SEMEL_DB_URL").isPresent()) {
      return EmbeddedServer.serve();
    }
    EmbeddedPostgres database;
    try {
      database = EmbeddedPostgres.start(Environment.dataDirectory());
    } catch (EmbeddedPostgresException e) {
      System.err.println("semel: " + e.getMessage());
      return 1;
    }
    return EmbeddedServer.serve(database);
  }
}
