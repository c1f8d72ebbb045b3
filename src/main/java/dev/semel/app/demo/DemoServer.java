// The server of the demonstration, in this process.
package dev.semel.app.demo;

import dev.semel.app.EmbeddedServer;
import dev.semel.app.rig.Wait;
import dev.semel.db.embedded.EmbeddedPostgres;
import io.quarkus.runtime.Quarkus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The server, on a thread of its own while the story is told. */
final class DemoServer {
  private static final Duration START_PATIENCE = Duration.ofSeconds(90);
  private static final int DEFAULT_PORT = 8080;

  private final Thread thread;

  private DemoServer(Thread thread) {
    this.thread = thread;
  }

  /**
   * Finds the port to serve on.
   *
   * @param wish what {@code SEMEL_HTTP_PORT} says, or blank; 0 means any free one
   * @throws DemoException when it is no port or taken; it says what to do
   */
  static int port(String wish) {
    int port;
    try {
      port = wish.isBlank() ? DEFAULT_PORT : Integer.parseInt(wish.strip());
    } catch (NumberFormatException e) {
      throw new DemoException("SEMEL_HTTP_PORT is no number: set it to a port, or to 0 for any.");
    }
    if (port < 0 || port > 65_535) {
      throw new DemoException("SEMEL_HTTP_PORT has to be from 0 (any free port) to 65535.");
    }
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    } catch (IOException e) {
      throw new DemoException(
          "Port %d is taken. Choose another with SEMEL_HTTP_PORT=<port> ./semel demo, or any free one with SEMEL_HTTP_PORT=0."
              .formatted(port),
          e);
    }
  }

  /**
   * Starts the server and waits until it is ready.
   *
   * @param settings configuration by property name
   */
  static DemoServer start(
      EmbeddedPostgres database, Map<String, String> settings, Client client, Path log) {
    settings.forEach(System::setProperty);
    Thread thread = Thread.ofPlatform().name("server").start(() -> EmbeddedServer.serve(database));
    DemoServer server = new DemoServer(thread);
    boolean ready = Wait.until(START_PATIENCE, () -> client.isReady() || !thread.isAlive());
    if (!ready || !thread.isAlive()) {
      throw new DemoException("The server did not start. " + lastLines(log));
    }
    return server;
  }

  /** What the server has to be told besides its database. */
  static Map<String, String> settings(
      int port, String token, URI partner, String apiKey, String webhookSecret, DemoDirectory at) {
    return Map.ofEntries(
        Map.entry("quarkus.http.host", "127.0.0.1"),
        Map.entry("quarkus.http.port", Integer.toString(port)),
        Map.entry("quarkus.management.host", "127.0.0.1"),
        Map.entry("quarkus.management.port", "0"),
        Map.entry("quarkus.log.console.enabled", "false"),
        Map.entry("quarkus.log.file.enabled", "true"),
        Map.entry("quarkus.log.file.path", at.log().toString()),
        Map.entry("quarkus.log.level", "WARN"),
        // The partner breaks connections on purpose; the call log tells of each.
        Map.entry("quarkus.log.category.\"io.vertx.core.net.impl.ConnectionBase\".level", "OFF"),
        // A demonstration has no secrets to warn of.
        Map.entry("quarkus.log.category.\"dev.semel.security.EncryptionKeys\".level", "ERROR"),
        Map.entry("semel.submission.lease", "PT10S"),
        Map.entry("SEMEL_BOOTSTRAP_TOKEN", token),
        Map.entry("SEMEL_PROVIDERS_DIR", at.providers().toString()),
        Map.entry("SEMEL_PROVIDER_SIMULATOR_BASE_URL", partner.toString()),
        Map.entry("SEMEL_PROVIDER_SIMULATOR_API_KEY", apiKey),
        Map.entry("SEMEL_PROVIDER_SIMULATOR_WEBHOOK_SECRET", webhookSecret));
  }

  /** Ends the server and its database, in this order. */
  void stop() {
    Quarkus.asyncExit(0);
    await();
  }

  /** Waits for the end of the server. */
  void await() {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String lastLines(Path log) {
    try {
      String text = Files.readString(log);
      return "Its log, "
          + log
          + ", ends with:\n"
          + text.substring(Math.max(0, text.length() - 2000));
    } catch (IOException e) {
      return "It left no log in " + log + ".";
    }
  }
}
