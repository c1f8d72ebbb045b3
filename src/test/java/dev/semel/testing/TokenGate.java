// Stands before the simulated partner and wants a token, which serves for one payout.
package dev.semel.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives tokens under {@code /token} that claim to last for an hour. A payout that is asked for with
 * a token that has served for one already is answered with 401 and goes no further; questions pass
 * with any token.
 */
final class TokenGate implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client = HttpClient.newHttpClient();
  private final URI partner;
  private final String apiKey;
  private final AtomicInteger given = new AtomicInteger();
  private final Set<String> served = ConcurrentHashMap.newKeySet();

  /**
   * @param apiKey what the partner behind it wants
   */
  TokenGate(URI partner, String apiKey) throws IOException {
    this.partner = partner;
    this.apiKey = apiKey;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/token", this::give);
    server.createContext("/", this::pass);
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void give(HttpExchange exchange) throws IOException {
    String token =
        "{\"access_token\":\"gate-token-%d\",\"expires_in\":3600}"
            .formatted(given.incrementAndGet());
    answer(exchange, 200, token.getBytes(StandardCharsets.UTF_8));
  }

  private void pass(HttpExchange exchange) throws IOException {
    String token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    byte[] body = exchange.getRequestBody().readAllBytes();
    boolean spent = exchange.getRequestMethod().equals("POST") && !served.add(token);
    if (spent || !token.startsWith("Bearer gate-token-")) {
      answer(exchange, 401, "{\"code\":\"token_expired\"}".getBytes(StandardCharsets.UTF_8));
      return;
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(partner.resolve(exchange.getRequestURI().toString()))
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body))
            .header("Authorization", "Bearer " + apiKey);
    for (String name : Set.of("Idempotency-Key", "Content-Type")) {
      if (exchange.getRequestHeaders().containsKey(name)) {
        request.header(name, exchange.getRequestHeaders().getFirst(name));
      }
    }
    try {
      HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
      answer(exchange, answer.statusCode(), answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exchange.close();
    }
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
    client.close();
  }
}
