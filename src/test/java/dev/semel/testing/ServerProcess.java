// The packaged server as a process of its own, for tests that kill it.
package dev.semel.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * {@code semel serve} from {@code target/quarkus-app}, on any free ports. It exists once the build
 * has packaged the application, so only {@code *IT} tests, which run after that, can use it.
 */
public final class ServerProcess implements AutoCloseable {

  private static final Path APPLICATION = Path.of("target", "quarkus-app", "quarkus-run.jar");
  private static final Pattern LISTENING = Pattern.compile("Listening on: http://[^:]+:([0-9]+)");
  private static final Duration START_PATIENCE = Duration.ofSeconds(60);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final Path log;

  private ServerProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts the server without waiting for it.
   *
   * @param environment settings on top of the data directory and free ports
   */
  public static ServerProcess launch(Path dataDirectory, Map<String, String> environment)
      throws IOException {
    Files.createDirectories(dataDirectory);
    var log = Files.createTempFile(dataDirectory, "server-", ".log");
    var builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It lives for seconds: what makes long runs fast would make it slow to start.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                APPLICATION.toAbsolutePath().toString(),
                "serve"));
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SEMEL_"));
    builder.environment().put("SEMEL_DATA_DIR", dataDirectory.toString());
    builder.environment().put("SEMEL_HTTP_PORT", "0");
    builder.environment().put("SEMEL_MANAGEMENT_PORT", "0");
    // Tests ask again and again until something has happened.
    builder.environment().put("SEMEL_RATE_LIMIT_PER_SECOND", "off");
    // Their partners fail far more often than real ones do.
    builder.environment().put("SEMEL_RETRY_BUDGET_PER_MINUTE", "100000");
    builder.environment().putAll(environment);
    return new ServerProcess(builder.start(), log);
  }

  /** Waits until the server says that it is ready, and returns its address. */
  public URI awaitReady() throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      long deadline = System.nanoTime() + START_PATIENCE.toNanos();
      while (System.nanoTime() - deadline < 0) {
        var port = port();
        if (port.isPresent()) {
          var address = URI.create("http://127.0.0.1:" + port.getAsInt());
          var request = HttpRequest.newBuilder(address.resolve("/health/ready")).build();
          if (client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200) {
            return address;
          }
        }
        if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
          break;
        }
      }
    }
    throw new IllegalStateException("The server did not get ready:\n" + output());
  }

  private OptionalInt port() throws IOException {
    var listening = LISTENING.matcher(output());
    return listening.find()
        ? OptionalInt.of(Integer.parseInt(listening.group(1)))
        : OptionalInt.empty();
  }

  /** Kills the process as {@code kill -9} does, and waits until it is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Asks the process to end as SIGTERM does, and returns its exit status. */
  public int terminate() throws InterruptedException {
    process.destroy();
    return awaitExit();
  }

  /** Asks the process to end as SIGTERM does, and does not wait for it. */
  public void beginToTerminate() {
    process.destroy();
  }

  /** Waits for the process to end by itself, and returns its exit status. */
  public int awaitExit() throws InterruptedException {
    if (!process.waitFor(STOP_PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("The server does not end.");
    }
    return process.exitValue();
  }

  public long pid() {
    return process.pid();
  }

  /** Returns what the server has printed so far. */
  public String output() throws IOException {
    return Files.readString(log);
  }

  /** Ends the server if it still runs, in order, so that its database stops too. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
