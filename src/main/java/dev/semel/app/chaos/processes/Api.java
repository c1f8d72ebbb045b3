// The servers' API, as a client without preferences calls it.
package dev.semel.app.chaos.processes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Calls any of the servers. A request is repeated, at another one, until it is answered; a refusal
 * to answer yet (5xx, 429, a key in use) is none.
 */
final class Api {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(6);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);
  private static final Set<Integer> LATER = Set.of(408, 429);

  private final HttpClient http;
  private final List<URI> servers;
  private final String token;
  private volatile boolean givenUp;

  Api(HttpClient http, List<URI> servers, String token) {
    this.http = http;
    this.servers = servers;
    this.token = token;
  }

  /** An answer: its status, its very bytes, and what tells a repeat from a first answer. */
  record Answer(int status, byte[] body, String location, boolean replayed) {
    JsonNode json() {
      try {
        JsonNode read = JSON.readTree(body);
        return read == null ? JsonNodeFactory.instance.nullNode() : read;
      } catch (JsonProcessingException notJson) {
        return JsonNodeFactory.instance.nullNode();
      } catch (IOException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    String text() {
      return status + " " + new String(body, StandardCharsets.UTF_8);
    }

    boolean isFinal() {
      boolean inUse =
          status == 409 && json().path("type").asText().endsWith("idempotency-key-in-use");
      return status < 500 && !LATER.contains(status) && !inUse;
    }
  }

  /** Whether a server says that it is ready. */
  boolean isReady(URI server) {
    try {
      return once(server, "GET", "/health/ready", "", "").status() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Gets something until it is answered. */
  Answer get(Random random, String path) {
    return untilAnswered(random, "GET", path, "", "");
  }

  /** Posts a body under a key until it is answered. */
  Answer post(Random random, String path, String key, String body) {
    return untilAnswered(random, "POST", path, key, body);
  }

  /** Begins no try any more: what is not answered by now never is. */
  void giveUp() {
    givenUp = true;
  }

  private Answer untilAnswered(Random random, String method, String path, String key, String body) {
    String last = "nobody listened";
    while (!givenUp && !Thread.currentThread().isInterrupted()) {
      URI server = servers.get(random.nextInt(servers.size()));
      try {
        Answer answer = once(server, method, path, key, body);
        if (answer.isFinal()) {
          return answer;
        }
        last = answer.text();
      } catch (IOException e) {
        last = String.valueOf(e);
      }
      LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
    }
    throw new UnansweredException(method + " " + path + " " + key + ": " + last);
  }

  private Answer once(URI server, String method, String path, String key, String body)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.resolve(path))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + token);
    if (method.equals("POST")) {
      request
          .header("Idempotency-Key", key)
          .header("Content-Type", "application/json")
          .POST(BodyPublishers.ofString(body));
    }
    try {
      HttpResponse<byte[]> answer = http.send(request.build(), BodyHandlers.ofByteArray());
      return new Answer(
          answer.statusCode(),
          answer.body(),
          answer.headers().firstValue("Location").orElse(""),
          answer.headers().firstValue("Idempotent-Replayed").isPresent());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** A request that was given up without an answer. */
  static final class UnansweredException extends RuntimeException {
    UnansweredException(String request) {
      super(request);
    }
  }
}
