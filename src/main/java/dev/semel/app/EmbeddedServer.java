// The server on a PostgreSQL of its own, ended in the right order.
package dev.semel.app;

import dev.semel.db.embedded.EmbeddedPostgres;
import io.quarkus.runtime.Quarkus;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The server of this process. At its end the server stops before its database. */
public final class EmbeddedServer {

  private static final long STOP_PATIENCE_SECONDS = 60;

  private EmbeddedServer() {}

  /**
   * Serves on an embedded database until the process is told to end, or {@code Quarkus.asyncExit}
   * is called; then closes the database.
   *
   * <p>On SIGTERM the JVM runs its shutdown hooks side by side: Quarkus's, which ends the call
   * below, and this one, which must not take the database away before that.
   *
   * @return the exit status: 0 served, 1 could not start
   */
  public static int serve(EmbeddedPostgres database) {
    database.quarkusConfiguration().forEach(System::setProperty);
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
    database.keepRunning(EmbeddedServer::endWithoutDatabase);
    try {
      return serve();
    } finally {
      served.countDown();
      database.close();
    }
  }

  /** Without its database a server would only look alive: whoever watches the process must know. */
  private static void endWithoutDatabase() {
    System.err.println(
        "semel: The embedded PostgreSQL has ended and can't be started again, so the server ends too. Its log is postgres.log in the data directory; nothing that was answered is lost.");
    Quarkus.asyncExit(1);
  }

  /** Serves on the configured database until the process is told to end. */
  static int serve() {
    var status = new AtomicInteger();
    Quarkus.run(
        null,
        (code, failure) -> {
          status.set(failure == null ? code : 1);
          if (failure != null) {
            System.err.println("semel: " + StartFailure.sentence(failure));
          }
        });
    return status.get();
  }
}
