// Makes one payout after the other, and measures each from accepted to sent.
package dev.semel.app.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;

/** A client of one server with one token. */
final class BenchClient {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private final HttpClient http;
  private final URI server;
  private final String token;

  BenchClient(HttpClient http, URI server, String token) {
    this.http = http;
    this.server = server;
    this.token = token;
  }

  /**
   * How long one payout took, in nanoseconds.
   *
   * @param accept the answer to its creation
   * @param sent from that request until a client could read that the partner has it
   * @param byDatabase from accepted to sent, by the instants of its history
   */
  record Measured(long accept, long sent, long byDatabase) {}

  /**
   * Creates a payout whose funds have yet to clear, so that nothing is sent.
   *
   * @return how long the answer took, in nanoseconds
   */
  long create(String reference) throws IOException, InterruptedException {
    long began = System.nanoTime();
    created(reference, payout(reference).replaceFirst("\\{", "{\"funding\": \"pending\", "));
    return System.nanoTime() - began;
  }

  Measured payOne(String reference) throws IOException, InterruptedException {
    long began = System.nanoTime();
    String created = created(reference, payout(reference));
    long accepted = System.nanoTime() - began;
    String id = JSON.readTree(created).path("id").textValue();
    while (!read("/v1/payouts/" + id).path("status").asText().equals("sent")) {
      if (System.nanoTime() - began > PATIENCE.toNanos()) {
        throw new IOException("The payout " + id + " was not sent.");
      }
    }
    long sent = System.nanoTime() - began;
    return new Measured(accepted, sent, byDatabase(id));
  }

  private String created(String key, String body) throws IOException, InterruptedException {
    HttpResponse<String> created =
        http.send(
            request("/v1/payouts")
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    if (created.statusCode() != 201) {
      throw new IOException("A payout was not accepted: " + created.body());
    }
    return created.body();
  }

  private static String payout(String reference) {
    return """
        {"reference": "%s", "amount": "125.50", "currency": "KES", "provider": "simulator",
         "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
           "bank_account": {"account_number": "0012345678", "bank_code": "01"}},
         "sender": {"name": "Jon Doe", "country": "GB"}}"""
        .formatted(reference);
  }

  private long byDatabase(String id) throws IOException, InterruptedException {
    Instant first = null;
    for (JsonNode entry : read("/v1/payouts/" + id + "/events").path("data")) {
      Instant at = Instant.parse(entry.path("recorded_at").asText());
      if (first == null) {
        first = at;
      }
      if (entry.path("to").asText().equals("sent")) {
        return Duration.between(first, at).toNanos();
      }
    }
    throw new IOException("The history of " + id + " does not say when it was sent.");
  }

  private JsonNode read(String path) throws IOException, InterruptedException {
    return JSON.readTree(http.send(request(path).GET().build(), BodyHandlers.ofString()).body());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.resolve(path))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + token);
  }
}
