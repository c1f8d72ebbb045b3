// What the tests use to call a simulator: its partner port, its control port, and a bare socket.
package dev.semel.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** A client of one simulator. Closing it closes the simulator too. */
final class PartnerClient implements AutoCloseable {

  static final String API_KEY = "a-key-for-tests";

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  final Simulator simulator;

  PartnerClient(SimulatorConfig config) {
    this(config, InstantSource.system());
  }

  PartnerClient(SimulatorConfig config, InstantSource clock) {
    simulator = Simulator.start(config, clock, UUID::randomUUID);
  }

  /** An answer as it came. */
  record Answered(int status, String body, HttpResponse<String> raw) {
    JsonNode json() {
      return parse(body);
    }

    String text(String pointer) {
      return json().at(pointer).asText();
    }
  }

  static String payout(String reference, String account) {
    return payout(reference, account, "125.50", "KES");
  }

  static String payout(String reference, String account, String amount, String currency) {
    return """
        {"client_reference": "%s", "amount": "%s", "currency": "%s",
         "beneficiary": {"name": "Amina Wanjiru", "account": "%s", "bank": "01", "country": "KE"}}
        """
        .formatted(reference, amount, currency, account);
  }

  Answered submit(String reference, String account) throws IOException {
    return submitBody("key-" + reference, payout(reference, account));
  }

  Answered submitBody(String key, String body) throws IOException {
    return send(submission(key, body));
  }

  HttpRequest submission(String key, String body) {
    return HttpRequest.newBuilder(simulator.partnerUri().resolve("/v1/payouts"))
        .header("Authorization", "Bearer " + API_KEY)
        .header("Idempotency-Key", key)
        .header("Content-Type", "application/json")
        .timeout(PATIENCE)
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  Answered lookUp(String reference) throws IOException {
    return get("/v1/payouts?client_reference=" + reference);
  }

  Answered get(String path) throws IOException {
    return send(
        HttpRequest.newBuilder(simulator.partnerUri().resolve(path))
            .header("Authorization", "Bearer " + API_KEY)
            .timeout(PATIENCE)
            .build());
  }

  Answered control(String method, String path, String body) throws IOException {
    URI uri = simulator.controlUri().resolve(path);
    return send(
        HttpRequest.newBuilder(uri)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  JsonNode truth(String reference) throws IOException {
    return control("GET", "/truth/" + reference, "").json();
  }

  /** Waits until the simulator says that this payout has this status. */
  void awaitStatus(String reference, String status) {
    await(() -> uncheckedTruth(reference).at("/status").asText().equals(status));
  }

  /** Submits over a bare socket and returns all that came back before the connection ended. */
  String submitBare(String reference, String account) throws IOException {
    byte[] body = payout(reference, account).getBytes(StandardCharsets.UTF_8);
    URI partner = simulator.partnerUri();
    String head =
        "POST /v1/payouts HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(partner.getAuthority(), API_KEY, body.length);
    try (Socket socket = new Socket(partner.getHost(), partner.getPort())) {
      socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(body);
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  Answered send(HttpRequest request) throws IOException {
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      return new Answered(response.statusCode(), response.body(), response);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException(interrupted);
    }
  }

  /** Waits for a condition; fails when it does not come true in good time. */
  static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("What was waited for did not happen.");
      }
      pause();
    }
  }

  static JsonNode parse(String json) {
    try {
      return Json.MAPPER.readTree(json);
    } catch (IOException invalid) {
      throw new UncheckedIOException(invalid);
    }
  }

  @Override
  public void close() {
    http.close();
    simulator.close();
  }

  private JsonNode uncheckedTruth(String reference) {
    try {
      return truth(reference);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(Duration.ofMillis(5));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }
}
