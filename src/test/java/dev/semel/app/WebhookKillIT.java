// A message whose 200 was seen is there after the server was killed.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Directories;
import dev.semel.testing.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
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

  private static int send(URI address, String eventId) throws Exception {
    String body = "{\"event_id\":\"" + eventId + "\"}";
    long now = Instant.now().getEpochSecond();
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    String signature =
        HexFormat.of().formatHex(mac.doFinal((now + "." + body).getBytes(StandardCharsets.UTF_8)));
    try {
      return ApiClient.send(
              HttpRequest.newBuilder(address.resolve("/webhooks/simulator"))
                  .header("Content-Type", "application/json")
                  .header("X-Simulator-Timestamp", Long.toString(now))
                  .header("X-Simulator-Signature", signature)
                  .POST(HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              body)
          .status();
    } catch (IOException killed) {
      return 0;
    }
  }

  /** The event ids of all messages, from the log over HTTP. */
  private static Set<String> stored(URI address) throws Exception {
    ApiClient client = new ApiClient(address, TOKEN);
    Set<String> found = new HashSet<>();
    for (JsonNode message : client.pages("/v1/ops/webhooks?limit=100")) {
      JsonNode whole = client.get("/v1/ops/webhooks/" + message.path("id").asText()).json();
      found.add(JSON.readTree(whole.path("body").asText()).path("event_id").asText());
    }
    return found;
  }
}
