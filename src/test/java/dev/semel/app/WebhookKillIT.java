// A message whose 200 was seen is there after the server was killed.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.testing.Directories;
import dev.semel.testing.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class WebhookKillIT {
  private static final String TOKEN = "sm_boot_0123456789abcdef0123456789abcdef";
  private static final String SECRET = "whsec-of-the-test";
  private static final int SENDERS = 8;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void every_message_that_was_answered_with_200_survives_a_kill() throws Exception {
    Path data = Files.createTempDirectory("semel-webhook-");
    Map<String, String> settings =
        Map.of(
            "SEMEL_BOOTSTRAP_TOKEN", TOKEN,
            "SEMEL_WEBHOOK_WORKERS", "0",
            "SEMEL_PROVIDER_SIMULATOR_BASE_URL", "http://127.0.0.1:1",
            "SEMEL_PROVIDER_SIMULATOR_API_KEY", "key-of-the-test",
            "SEMEL_PROVIDER_SIMULATOR_WEBHOOK_SECRET", SECRET);
    Set<String> answered = ConcurrentHashMap.newKeySet();
    try (var server = ServerProcess.launch(data, settings)) {
      sendUntilKilled(server, server.awaitReady(), answered);
    }
    try (var server = ServerProcess.launch(data, settings)) {
      assertThat(answered).isNotEmpty();
      assertThat(stored(server.awaitReady())).containsAll(answered);
    }
    Directories.delete(data);
  }

  private void sendUntilKilled(ServerProcess server, URI address, Set<String> answered)
      throws Exception {
    CountDownLatch enough = new CountDownLatch(100);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int sender = 0; sender < SENDERS; sender++) {
        String prefix = "evt-" + sender + "-";
        Future<Boolean> _ =
            threads.submit(
                () -> {
                  for (int i = 0; send(address, prefix + i) == 200; i++) {
                    answered.add(prefix + i);
                    enough.countDown();
                  }
                  return true;
                });
      }
      assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
      server.kill();
    }
  }

  private int send(URI address, String eventId) throws Exception {
    String body = "{\"event_id\":\"" + eventId + "\"}";
    long now = Instant.now().getEpochSecond();
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    String signature =
        HexFormat.of().formatHex(mac.doFinal((now + "." + body).getBytes(StandardCharsets.UTF_8)));
    try {
      return client
          .send(
              HttpRequest.newBuilder(address.resolve("/webhooks/simulator"))
                  .header("X-Simulator-Timestamp", Long.toString(now))
                  .header("X-Simulator-Signature", signature)
                  .POST(HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException killed) {
      return 0;
    }
  }

  /** The event ids of all messages, from the log over HTTP. */
  private Set<String> stored(URI address) throws Exception {
    Set<String> found = new HashSet<>();
    String cursor = "";
    do {
      JsonNode page = get(address.resolve("/v1/ops/webhooks?limit=100" + cursor));
      for (JsonNode message : page.path("data")) {
        JsonNode whole = get(address.resolve("/v1/ops/webhooks/" + message.path("id").asText()));
        found.add(JSON.readTree(whole.path("body").asText()).path("event_id").asText());
      }
      cursor =
          page.path("next_cursor").isNull() ? "" : "&cursor=" + page.path("next_cursor").asText();
    } while (!cursor.isEmpty());
    return found;
  }

  private JsonNode get(URI address) throws Exception {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(address).header("Authorization", "Bearer " + TOKEN).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    return JSON.readTree(response.body());
  }
}
