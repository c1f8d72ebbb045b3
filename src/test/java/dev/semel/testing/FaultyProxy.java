// Stands between a client and a server, and loses what a network loses.
package dev.semel.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.semel.problem.ProblemType;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An HTTP proxy in front of one server. Its faults meet the POSTs, in the order in which they come;
 * what comes after the last fault, and every GET, goes through.
 */
public final class FaultyProxy implements AutoCloseable {

  /** What happens to a request. */
  public enum Fault {
    /** It goes through. */
    NONE,
    /** The server gets it and answers; the connection ends before the client has the answer. */
    ANSWER_LOST,
    /** The server gets it and answers; the client gets half of the answer. */
    ANSWER_CUT,
    /** The server gets it and answers; the client waits for nothing. */
    ANSWER_HELD,
    /** The server does not get it; the connection ends. */
    REQUEST_LOST,
    /** The server does not get it: 503 with a page. */
    UNAVAILABLE,
    /** The server does not get it: 429, to be tried again after a second. */
    TOO_MANY,
    /** The server does not get it: 429, to be tried again after ten minutes. */
    TOO_MANY_FOR_LONG,
    /** The server does not get it whole, and says so: 408. */
    CAME_TOO_SLOWLY,
    /** The server refuses it before it looks at the key, as after a rule has changed: 422. */
    REFUSED_EARLY,
    /** The server does not get it: 200 with a page that asks for a login. */
    CAPTIVE_PORTAL
  }

  /** A POST that came, as of the proxy's clock. */
  public record Seen(String key, String body, long nanoTime) {}

  private static final List<String> FORWARDED =
      List.of("Authorization", "Accept", "Content-Type", "Idempotency-Key", "If-None-Match");
  private static final List<String> OWN = List.of("connection", "content-length", "date");
  private static final String PAGE = "<html><body>Not what you asked for.</body></html>";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI server;
  private final HttpServer proxy;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ConcurrentLinkedQueue<Fault> faults;
  private final ConcurrentLinkedQueue<Seen> seen = new ConcurrentLinkedQueue<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  public FaultyProxy(URI server, Fault... faults) throws IOException {
    this.server = server;
    this.faults = new ConcurrentLinkedQueue<>(Arrays.asList(faults));
    this.proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.setExecutor(threads);
    proxy.createContext("/", this::handle);
    proxy.start();
  }

  /** Where it listens. */
  public String address() {
    return "http://127.0.0.1:" + proxy.getAddress().getPort();
  }

  /** The POSTs that came, whatever became of them. */
  public List<Seen> posts() {
    return List.copyOf(seen);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestMethod().equals("POST")) {
        seen.add(
            new Seen(
                exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                new String(body, StandardCharsets.UTF_8),
                System.nanoTime()));
        Fault fault = faults.poll();
        meet(exchange, body, fault == null ? Fault.NONE : fault);
      } else {
        meet(exchange, body, Fault.NONE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** An exchange that is closed before it was answered ends the connection. */
  private void meet(HttpExchange exchange, byte[] body, Fault fault)
      throws IOException, InterruptedException {
    switch (fault) {
      case NONE -> answer(exchange, forward(exchange, body));
      case ANSWER_LOST -> forward(exchange, body);
      case ANSWER_CUT -> cut(exchange, forward(exchange, body));
      case ANSWER_HELD -> {
        forward(exchange, body);
        closed.await();
      }
      case REQUEST_LOST -> {}
      case UNAVAILABLE -> page(exchange, 503);
      case TOO_MANY -> tooMany(exchange, "1");
      case TOO_MANY_FOR_LONG -> tooMany(exchange, "600");
      case CAME_TOO_SLOWLY -> problem(exchange, ProblemType.REQUEST_TIMEOUT);
      case REFUSED_EARLY -> problem(exchange, ProblemType.VALIDATION_FAILED);
      case CAPTIVE_PORTAL -> page(exchange, 200);
    }
  }

  private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.resolve(exchange.getRequestURI()))
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
    for (String name : FORWARDED) {
      List<String> values = exchange.getRequestHeaders().get(name);
      if (values != null) {
        values.forEach(value -> request.header(name, value));
      }
    }
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static void answer(HttpExchange exchange, HttpResponse<byte[]> answer)
      throws IOException {
    headers(exchange, answer);
    byte[] body = answer.body();
    exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  private static void cut(HttpExchange exchange, HttpResponse<byte[]> answer) throws IOException {
    headers(exchange, answer);
    byte[] body = answer.body();
    exchange.sendResponseHeaders(answer.statusCode(), body.length);
    OutputStream out = exchange.getResponseBody();
    out.write(body, 0, body.length / 2);
    out.flush();
  }

  private static void headers(HttpExchange exchange, HttpResponse<byte[]> answer) {
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (!OWN.contains(name) && !name.startsWith(":")) {
                exchange.getResponseHeaders().put(name, values);
              }
            });
  }

  private static void tooMany(HttpExchange exchange, String seconds) throws IOException {
    exchange.getResponseHeaders().set("Retry-After", seconds);
    page(exchange, 429);
  }

  private static void page(HttpExchange exchange, int status) throws IOException {
    own(exchange, status, "text/html", PAGE);
  }

  private static void problem(HttpExchange exchange, ProblemType type) throws IOException {
    String problem =
        "{\"type\":\"%s\",\"status\":%d,\"detail\":\"As the proxy was told.\"}"
            .formatted(type.path(), type.status());
    own(exchange, type.status(), "application/problem+json", problem);
  }

  private static void own(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    closed.countDown();
    proxy.stop(0);
    threads.shutdownNow();
    client.close();
  }
}
