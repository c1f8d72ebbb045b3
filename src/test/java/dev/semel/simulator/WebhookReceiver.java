// A receiver of webhooks that keeps what it got.
package dev.semel.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Listens on loopback and answers 200, or 500 as often as it was told to fail. */
final class WebhookReceiver implements AutoCloseable {

  static final String SECRET = "a-webhook-secret-for-tests";

  /** One webhook as it came. */
  record Got(String timestamp, String signature, String body) {
    JsonNode json() {
      return PartnerClient.parse(body);
    }

    String status() {
      return json().at("/data/status").asText();
    }
  }

  private final HttpServer server;
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private final AtomicInteger failures;

  WebhookReceiver(int failFirst) throws IOException {
    failures = new AtomicInteger(failFirst);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  WebhookTarget target() {
    int port = server.getAddress().getPort();
    return new WebhookTarget(URI.create("http://127.0.0.1:%d/hooks".formatted(port)), SECRET);
  }

  List<Got> got() {
    return got;
  }

  /** The statuses told about this client reference, in the order of their arrival. */
  List<String> statuses(String reference) {
    return got.stream()
        .filter(webhook -> webhook.json().at("/data/client_reference").asText().equals(reference))
        .map(Got::status)
        .toList();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      got.add(
          new Got(
              exchange.getRequestHeaders().getFirst("X-Simulator-Timestamp"),
              exchange.getRequestHeaders().getFirst("X-Simulator-Signature"),
              body));
      exchange.sendResponseHeaders(failures.getAndDecrement() > 0 ? 500 : 200, -1);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
