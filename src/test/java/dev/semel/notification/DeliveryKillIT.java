// The built server delivers what it has promised, also after it was killed in the midst of it.
package dev.semel.notification;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.semel.testing.ApiClient;
import dev.semel.testing.Directories;
import dev.semel.testing.ServerProcess;
import dev.semel.testing.Wait;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class DeliveryKillIT {
  private static final String TOKEN = "sm_boot_0123456789abcdef0123456789abcdef";
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Map<String, String> SETTINGS =
      Map.of(
          "SEMEL_BOOTSTRAP_TOKEN", TOKEN,
          "SEMEL_WEBHOOK_ALLOW_PRIVATE_ADDRESSES", "true",
          // So that the claim of a server that was killed ends soon.
          "SEMEL_WEBHOOK_DELIVERY_TIMEOUT", "PT2S",
          "SEMEL_PROVIDER_SIMULATOR_BASE_URL", "http://127.0.0.1:1",
          "SEMEL_PROVIDER_SIMULATOR_API_KEY", "key-of-the-test",
          "SEMEL_PROVIDER_SIMULATOR_WEBHOOK_SECRET", "whsec-of-the-test");

  @Test
  void w_21_a_delivery_that_a_kill_cut_comes_again_under_its_id_and_says_what_get_says()
      throws Exception {
    Path data = Files.createTempDirectory("semel-delivery-");
    CountDownLatch never = new CountDownLatch(1);
    AtomicBoolean well = new AtomicBoolean();
    try (Receiver receiver =
        new Receiver(
            InetAddress.getLoopbackAddress(),
            null,
            (connection, got) -> {
              if (!well.get()) {
                never.await();
              }
              Receiver.text("200 OK", "thanks").write(connection, got);
            })) {
      String secret;
      String payout;
      try (var server = ServerProcess.launch(data, SETTINGS)) {
        ApiClient client = new ApiClient(server.awaitReady(), TOKEN);
        JsonNode endpoint =
            post(
                client,
                "/v1/webhook-endpoints",
                "{\"url\": \"http://127.0.0.1:" + receiver.port() + "/hooks\"}");
        secret = endpoint.path("secret").textValue();
        payout = post(client, "/v1/payouts", PAYOUT).path("id").textValue();
        Wait.until("an attempt", PATIENCE, receiver::got, got -> !got.isEmpty());
        server.kill();
      }
      well.set(true);
      int before = receiver.got().size();
      try (var server = ServerProcess.launch(data, SETTINGS)) {
        ApiClient client = new ApiClient(server.awaitReady(), TOKEN);
        Wait.until("another attempt", PATIENCE, receiver::got, got -> got.size() > before);
        assertThatItSaysWhatGetSays(receiver.got(), secret, client, payout);
        JsonNode delivery =
            Wait.until(
                "its end in the log",
                PATIENCE,
                () -> only(client),
                one -> one.path("status").asText().equals("delivered"));
        assertThat(delivery.path("log").get(0).path("outcome").asText()).isEqualTo("interrupted");
        // On a busy machine the receiver may have been too slow for an attempt in between.
        JsonNode last = delivery.path("log").get(delivery.path("log").size() - 1);
        assertThat(last.path("outcome").asText()).isEqualTo("delivered");
        assertThat(last.path("response").path("body").asText()).isEqualTo("thanks");
      }
    }
    Directories.delete(data);
  }

  private static final String PAYOUT =
      """
      {"reference": "order-1", "amount": "125.50", "currency": "KES", "funding": "pending", "provider": "simulator",
       "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
         "bank_account": {"account_number": "0012340001", "bank_code": "01"}}, "sender": {"name": "Jon Doe", "country": "GB"}}""";

  private static void assertThatItSaysWhatGetSays(
      List<Receiver.Got> got, String secret, ApiClient client, String payout) throws Exception {
    assertThat(got).extracting(one -> one.header("webhook-id")).hasSizeGreaterThan(1);
    assertThat(got.stream().map(one -> one.header("webhook-id")).distinct()).hasSize(1);
    assertThat(got.stream().map(Receiver.Got::body).distinct()).hasSize(1);
    Receiver.Got last = got.getLast();
    SigningKey key =
        SigningKey.of(
            SigningKey.Kind.HMAC_SHA256,
            Base64.getDecoder().decode(secret.substring("whsec_".length())));
    Instant at = Instant.ofEpochSecond(Long.parseLong(last.header("webhook-timestamp")));
    SignedMessage expected =
        SignedMessage.of(
            last.header("webhook-id"),
            at,
            last.body().getBytes(StandardCharsets.UTF_8),
            List.of(key));
    assertThat(last.header("webhook-signature"))
        .isEqualTo(expected.headers().get("webhook-signature"));
    // As trees: the database keeps a beneficiary's members in an order of its own.
    assertThat(new ObjectMapper().readTree(last.body()).at("/data/payout"))
        .isEqualTo(client.get("/v1/payouts/" + payout).json());
    assertThat(client.get("/v1/events").text()).contains(last.body());
  }

  private static JsonNode only(ApiClient client) throws Exception {
    List<JsonNode> all = client.pages("/v1/webhook-deliveries?limit=10");
    assertThat(all).hasSize(1);
    return client.get("/v1/webhook-deliveries/" + all.getFirst().path("id").asText()).json();
  }

  private static JsonNode post(ApiClient client, String path, String body) throws Exception {
    ApiClient.Answer answer = client.post(path, UUID.randomUUID().toString(), body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.json();
  }
}
