// The server as a process of its own, measured from outside.
package dev.semel.app.rig;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** {@code semel serve} from the same build as this process. */
public final class ChildServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

  private final ChildProcess process;
  private final URI address;
  private final long startedAt = System.nanoTime();

  private ChildServer(ChildProcess process, URI address) {
    this.process = process;
    this.address = address;
  }

  /**
   * Starts it without waiting.
   *
   * @param directory where its database is or will be, and its log
   * @param environment settings on top
   */
  public static ChildServer start(Path directory, Map<String, String> environment)
      throws IOException {
    Files.createDirectories(directory);
    Path log = directory.resolve("server.log");
    Files.deleteIfExists(log);
    int port = FreePort.find();
    Map<String, String> all = settings(port);
    all.put("SEMEL_DATA_DIR", directory.resolve("data").toString());
    all.putAll(environment);
    return new ChildServer(
        ChildProcess.start(List.of(), List.of("serve"), all, log),
        URI.create("http://127.0.0.1:" + port));
  }

  /** What every server that is a child is told: this port, loopback only, and no rate limit. */
  public static Map<String, String> settings(int port) {
    Map<String, String> settings = new HashMap<>();
    settings.put("SEMEL_HTTP_HOST", "127.0.0.1");
    settings.put("SEMEL_HTTP_PORT", Integer.toString(port));
    settings.put("SEMEL_MANAGEMENT_PORT", "0");
    // What is measured or tormented is the server, not its limit.
    settings.put("SEMEL_RATE_LIMIT_PER_SECOND", "off");
    return settings;
  }

  public URI address() {
    return address;
  }

  /** Waits until it is ready, and returns how many nanoseconds after its start that was. */
  public long awaitReady(HttpClient client) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(address.resolve("/health/ready")).build();
    while (System.nanoTime() - startedAt < PATIENCE.toNanos()) {
      try {
        if (client.send(request, BodyHandlers.discarding()).statusCode() == 200) {
          return System.nanoTime() - startedAt;
        }
      } catch (ConnectException e) {
        // It does not listen yet.
      }
      if (process.waitFor(BETWEEN_LOOKS)) {
        break;
      }
    }
    throw new IOException("The server did not get ready: " + process.output());
  }

  /**
   * Leaves it alone for this long.
   *
   * @throws IOException when it ends meanwhile
   */
  public void rest(Duration time) throws IOException, InterruptedException {
    if (process.waitFor(time)) {
      throw new IOException("The server has ended: " + process.output());
    }
  }

  /** Its resident memory in KiB, where the system tells it ({@code /proc}). */
  public OptionalLong residentKib() throws IOException {
    return process.residentKib();
  }

  /** Ends it in order, so that its database stops too. */
  @Override
  public void close() {
    process.close();
  }
}
