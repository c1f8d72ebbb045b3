// The server as a process of its own, measured from outside.
package dev.semel.app.bench;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** {@code semel serve} from the same build as this process. */
final class ChildServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Process process;
  private final URI address;
  private final Path log;
  private final long startedAt = System.nanoTime();

  private ChildServer(Process process, URI address, Path log) {
    this.process = process;
    this.address = address;
    this.log = log;
  }

  /**
   * Starts it without waiting.
   *
   * @param directory where its database is or will be, and its log
   * @param environment settings on top
   */
  static ChildServer start(Path directory, Map<String, String> environment) throws IOException {
    Files.createDirectories(directory);
    Path log = directory.resolve("server.log");
    int port = freePort();
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.quarkus.bootstrap.runner.QuarkusEntryPoint",
                "serve"));
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SEMEL_"));
    builder.environment().put("SEMEL_DATA_DIR", directory.resolve("data").toString());
    builder.environment().put("SEMEL_HTTP_HOST", "127.0.0.1");
    builder.environment().put("SEMEL_HTTP_PORT", Integer.toString(port));
    builder.environment().put("SEMEL_MANAGEMENT_PORT", "0");
    // What is measured is the server, not its limit.
    builder.environment().put("SEMEL_RATE_LIMIT_PER_SECOND", "off");
    builder.environment().putAll(environment);
    return new ChildServer(builder.start(), URI.create("http://127.0.0.1:" + port), log);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  URI address() {
    return address;
  }

  /** Waits until it is ready, and returns how many nanoseconds after its start that was. */
  long awaitReady(HttpClient client) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(address.resolve("/health/ready")).build();
    while (System.nanoTime() - startedAt < PATIENCE.toNanos()) {
      try {
        if (client.send(request, BodyHandlers.discarding()).statusCode() == 200) {
          return System.nanoTime() - startedAt;
        }
      } catch (ConnectException e) {
        // It does not listen yet.
      }
      if (process.waitFor(10, TimeUnit.MILLISECONDS)) {
        break;
      }
    }
    throw new IOException("The server did not get ready: " + Files.readString(log));
  }

  /**
   * Leaves it alone for this long.
   *
   * @throws IOException when it ends meanwhile
   */
  void rest(Duration time) throws IOException, InterruptedException {
    if (process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IOException("The server has ended: " + Files.readString(log));
    }
  }

  /** Its resident memory in KiB, where the system tells it ({@code /proc}). */
  OptionalLong residentKib() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return OptionalLong.empty();
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst();
  }

  /** Ends it in order, so that its database stops too. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
