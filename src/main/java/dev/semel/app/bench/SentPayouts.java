// Payouts that a partner has, for what is measured afterwards.
package dev.semel.app.bench;

import dev.semel.app.rig.Wait;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.StringJoiner;

/** Creates payouts in batches, and waits until the partner has all of them. */
final class SentPayouts {
  private static final int BATCH = 500;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private SentPayouts() {}

  /** Makes so many. */
  static void make(HttpClient http, URI server, String token, WebhookRowsStore rows, int many)
      throws IOException, InterruptedException {
    for (int from = 0; from < many; from += BATCH) {
      create(http, server, token, from, Math.min(many, from + BATCH));
    }
    if (!Wait.until(PATIENCE, () -> rows.sentSoFar() >= many)) {
      throw new IOException("Only " + rows.sentSoFar() + " payouts were sent in " + PATIENCE + ".");
    }
  }

  private static void create(HttpClient http, URI server, String token, int from, int to)
      throws IOException, InterruptedException {
    StringJoiner payouts = new StringJoiner(",", "{\"payouts\": [", "]}");
    for (int i = from; i < to; i++) {
      payouts.add(
          """
          {"reference": "bench-%d", "amount": "125.50", "currency": "KES", "provider": "bench",
           "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
             "bank_account": {"account_number": "0012345678", "bank_code": "01"}},
           "sender": {"name": "Jon Doe", "country": "GB"}}"""
              .formatted(i));
    }
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(server.resolve("/v1/payout-batches"))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + token)
                .header("Idempotency-Key", "bench-" + from)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(payouts.toString()))
                .build(),
            BodyHandlers.ofString());
    if (answer.statusCode() != 201) {
      throw new IOException("A batch was not accepted: " + answer.body());
    }
  }
}
