// `./semel serve`: the server, with its own PostgreSQL when none is configured.
package dev.semel.app;

import dev.semel.db.embedded.EmbeddedPostgres;
import dev.semel.db.embedded.EmbeddedPostgresException;
import dev.semel.security.Token;
import io.quarkus.runtime.Quarkus;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;

/** Serves until the process is told to end, then stops the server before its database. */
@Command(name = "serve", description = "Runs the server until it is told to end.")
final class Serve implements Callable<Integer> {

  private static final long STOP_PATIENCE_SECONDS = 60;

  @Override
  public Integer call() {
    Optional<String> token = Environment.find(Bootstrap.VARIABLE);
    if (token.isPresent() && Token.parse(token.get()).isEmpty()) {
      System.err.println("semel: " + Bootstrap.MALFORMED);
      return 1;
    }
    if (Environment.find("SEMEL_DB_URL").isPresent()) {
      return serve();
    }
    EmbeddedPostgres database;
    try {
      database = EmbeddedPostgres.start(Environment.dataDirectory());
    } catch (EmbeddedPostgresException e) {
      System.err.println("semel: " + e.getMessage());
      return 1;
    }
    database.quarkusConfiguration().forEach(System::setProperty);
    return serveOn(database);
  }

  /**
   * On SIGTERM the JVM runs its shutdown hooks side by side: Quarkus's, which ends the call below,
   * and this one, which must not take the database away before that.
   */
  private static int serveOn(EmbeddedPostgres database) {
    var served = new CountDownLatch(1);
    var hook =
        new Thread(
            () -> {
              try {
                served.await(STOP_PATIENCE_SECONDS, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              database.close();
            },
            "stop-database");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return serve();
    } finally {
      served.countDown();
      database.close();
    }
  }

  private static int serve() {
    var status = new AtomicInteger();
    Quarkus.run(null, (code, failure) -> status.set(failure == null ? code : 1));
    return status.get();
  }
}
