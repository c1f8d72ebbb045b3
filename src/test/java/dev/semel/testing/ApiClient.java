// A client of the server as an integrator writes one: plain HTTP, a token, a key for every action.
package dev.semel.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Calls one server with one token. It repeats nothing by itself, and judges every exchange by the
 * contract.
 *
 * @param server where the server listens
 * @param token the bearer token
 */
public record ApiClient(URI server, String token) {

  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private static final JsonMapper JSON = new JsonMapper();
  private static final ContractJudge CONTRACT = new ContractJudge(Contract.load());
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** An answer as it came. */
  public record Answer(int status, Map<String, List<String>> headers, byte[] body) {

    /** The body as text. */
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    /** The body as JSON. */
    public JsonNode json() {
      try {
        return JSON.readTree(text());
      } catch (JsonProcessingException e) {
        throw new AssertionError("no JSON: " + text(), e);
      }
    }

    /** The first value of a header. */
    public Optional<String> header(String name) {
      return headers.entrySet().stream()
          .filter(header -> header.getKey().equalsIgnoreCase(name))
          .map(header -> header.getValue().getFirst())
          .findFirst();
    }
  }

  /** Asks for a resource. */
  public Answer get(String path) throws IOException, InterruptedException {
    return send(request(path).GET().build(), "");
  }

  /** Asks the server to do something, under a key. */
  public Answer post(String path, String key, String body)
      throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Idempotency-Key", key)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build(),
        body);
  }

  /** Every entry of a payout's history, oldest first. */
  public List<JsonNode> history(String payoutId) throws IOException, InterruptedException {
    return pages("/v1/payouts/" + payoutId + "/events?limit=100");
  }

  /** Every entry of a list, over all its pages. */
  public List<JsonNode> pages(String path) throws IOException, InterruptedException {
    List<JsonNode> all = new ArrayList<>();
    String next = path;
    while (true) {
      Answer answer = get(next);
      if (answer.status() != 200) {
        throw new AssertionError(next + " answered " + answer.status() + ": " + answer.text());
      }
      answer.json().path("data").forEach(all::add);
      JsonNode cursor = answer.json().path("next_cursor");
      if (!cursor.isTextual()) {
        return all;
      }
      next = path + "&cursor=" + cursor.textValue();
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.resolve(path))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + token);
  }

  /**
   * Sends a request of the test's own making and judges the exchange by the contract.
   *
   * @param body what the request carries
   */
  public static Answer send(HttpRequest request, String body)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response = HTTP.send(request, BodyHandlers.ofByteArray());
    Answer answer = new Answer(response.statusCode(), response.headers().map(), response.body());
    CONTRACT.check(
        new Exchange(
            request.method(),
            request.uri().getRawPath(),
            Exchange.queryNames(request.uri()),
            firstByName(request.headers().map()),
            body,
            answer.status(),
            firstByName(answer.headers()),
            answer.text()));
    return answer;
  }

  private static Map<String, String> firstByName(Map<String, List<String>> headers) {
    return headers.entrySet().stream()
        .collect(
            Collectors.toMap(
                header -> header.getKey().toLowerCase(Locale.ROOT),
                header -> header.getValue().getFirst()));
  }
}
