// A client of the public API, as any other.
package dev.semel.app.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Calls the public API over HTTP with a credential. */
final class Client implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** An answer: its status, its JSON (or a null node), and its very text. */
  record Answer(int status, JsonNode body, String text) {
    String text(String member) {
      return body.path(member).asText();
    }
  }

  private final URI base;
  private final String token;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ObjectMapper json = new ObjectMapper();

  Client(URI base, String token) {
    this.base = base;
    this.token = token;
  }

  /** Posts a body under an idempotency key, whatever the answer. */
  Answer post(String path, String key, JsonNode body) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build());
  }

  /** Gets something that has to be there. */
  JsonNode get(String path) {
    Answer answer = send(request(path).GET().build());
    if (answer.status() != 200) {
      throw new DemoException(
          "GET %s answered %d: %s".formatted(path, answer.status(), answer.text()));
    }
    return answer.body();
  }

  /** Gets all pages of a list that has to be there. */
  List<JsonNode> all(String path) {
    List<JsonNode> entries = new ArrayList<>();
    String cursor = "";
    do {
      String separator = path.contains("?") ? "&" : "?";
      JsonNode page =
          get(path + separator + "limit=100" + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
      page.path("data").forEach(entries::add);
      cursor = page.path("next_cursor").asText("");
      if (page.path("next_cursor").isNull()) {
        cursor = "";
      }
    } while (!cursor.isEmpty());
    return entries;
  }

  /** Whether the server says that it is ready. */
  boolean isReady() {
    try {
      return send(request("/health/ready").GET().build()).status() == 200;
    } catch (DemoException notYet) {
      return false;
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(base.resolve(path))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + token);
  }

  private Answer send(HttpRequest request) {
    HttpResponse<String> answer;
    try {
      answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new DemoException("The server does not answer " + request.uri().getPath() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemoException("The demo was interrupted.", e);
    }
    return new Answer(answer.statusCode(), parse(answer.body()), answer.body());
  }

  private JsonNode parse(String text) {
    try {
      return json.readTree(text);
    } catch (JsonProcessingException notJson) {
      return JsonNodeFactory.instance.nullNode();
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
