// The simulator's webhooks: signed, repeated until taken, and unusual on demand.
package dev.semel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebhooksApiTest {

  @TempDir Path dataDir;
  private WebhookReceiver receiver;
  private PartnerClient partner;

  @BeforeEach
  void start() throws IOException {
    receiver = new WebhookReceiver(0);
    partner = new PartnerClient(config().withWebhooks(receiver.target()));
  }

  @AfterEach
  void stop() {
    partner.close();
    receiver.close();
  }

  @Test
  void each_step_is_told_once_and_signed() throws IOException {
    String id = partner.submit("A-1", "0012340001").text("/id");
    awaitStatuses("A-1", List.of("processing", "paid"));

    WebhookReceiver.Got paid = receiver.got().getLast();
    assertThat(paid.json().at("/type").asText()).isEqualTo("payout.paid");
    assertThat(paid.json().at("/sequence").asInt()).isEqualTo(3);
    assertThat(paid.json().at("/data/id").asText()).isEqualTo(id);
    assertThat(paid.json().at("/data/amount").asText()).isEqualTo("125.50");
    assertThat(paid.json().at("/created_at").asText()).endsWith("Z").hasSize(27);
    assertThat(paid.signature())
        .isEqualTo(
            WebhookSignature.of(
                WebhookReceiver.SECRET,
                Long.parseLong(paid.timestamp()),
                paid.body().getBytes(StandardCharsets.UTF_8)));
  }

  // Computed with: printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac secret
  @Test
  void the_signature_is_what_other_programs_compute() {
    assertThat(
            WebhookSignature.of(
                "secret", 1_700_000_000L, "{\"a\":1}".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686");
  }

  @Test
  void a_webhook_is_repeated_until_it_is_taken() throws IOException {
    try (WebhookReceiver stubborn = new WebhookReceiver(3)) {
      partner.simulator.sendWebhooksTo(stubborn.target());
      partner.submit("B-1", "0012340001");
      PartnerClient.await(() -> stubborn.got().size() >= 5);

      long processing =
          stubborn.got().stream().filter(webhook -> webhook.status().equals("processing")).count();
      assertThat(processing).isGreaterThan(1);
      assertThat(stubborn.got().stream().map(got -> got.json().at("/event_id").asText()).distinct())
          .hasSize(2);
    }
  }

  @Test
  void webhooks_wait_until_someone_says_where_they_go() throws IOException {
    try (PartnerClient other =
        new PartnerClient(
            SimulatorConfig.defaults(dataDir.resolve("other"), PartnerClient.API_KEY)
                .withTimings(Timings.defaults()))) {
      other.submit("I-1", "0012340001");
      other.awaitStatus("I-1", "paid");
      String target = "{\"url\": \"%s\", \"secret\": \"s\"}".formatted(receiver.target().url());
      assertThat(other.control("POST", "/webhook-target", target).status()).isEqualTo(200);

      awaitStatuses("I-1", List.of("processing", "paid"));
    }
  }

  @Test
  void webhooks_come_three_times() throws IOException {
    partner.submit("C-1", "0012340031");
    PartnerClient.await(() -> receiver.statuses("C-1").size() == 6);

    assertThat(receiver.got().stream().map(got -> got.json().at("/event_id").asText()).distinct())
        .hasSize(2);
  }

  @Test
  void processing_comes_after_paid() throws IOException {
    partner.submit("D-1", "0012340032");
    awaitStatuses("D-1", List.of("paid", "processing"));

    assertThat(receiver.got().getFirst().json().at("/sequence").asInt()).isEqualTo(3);
    assertThat(receiver.got().getLast().json().at("/sequence").asInt()).isEqualTo(2);
  }

  @Test
  void webhooks_come_before_the_answer() throws IOException {
    assertThat(partner.submit("E-1", "0012340033").text("/status")).isEqualTo("accepted");

    assertThat(receiver.statuses("E-1")).containsExactly("processing", "paid");
    assertThat(partner.truth("E-1").at("/times_paid").asInt()).isEqualTo(1);
  }

  @Test
  void no_webhook_comes() throws IOException {
    partner.submit("F-1", "0012340034");
    partner.awaitStatus("F-1", "paid");
    partner.submit("F-2", "0012340001");
    awaitStatuses("F-2", List.of("processing", "paid"));

    assertThat(receiver.statuses("F-1")).isEmpty();
  }

  @Test
  void a_return_is_told_later() throws IOException {
    partner.submit("G-1", "0012340024");
    awaitStatuses("G-1", List.of("processing", "paid", "returned"));
  }

  @Test
  void people_return_a_payout_and_send_its_webhook_again() throws IOException {
    String id = partner.submit("H-1", "0012340001").text("/id");
    awaitStatuses("H-1", List.of("processing", "paid"));

    assertThat(partner.control("POST", "/payouts/H-1/webhook", "").status()).isEqualTo(202);
    awaitStatuses("H-1", List.of("processing", "paid", "paid"));
    partner.control(
        "POST", "/payouts/H-1/webhook", "{\"status\": \"processing\", \"sequence\": 2}");
    awaitStatuses("H-1", List.of("processing", "paid", "paid", "processing"));
    assertThat(partner.control("POST", "/payouts/" + id + "/return", "{\"ms\": 1}").status())
        .isEqualTo(202);
    awaitStatuses("H-1", List.of("processing", "paid", "paid", "processing", "returned"));
  }

  @Test
  void only_a_paid_payout_is_returned() throws IOException {
    partner.submit("J-1", "0012340025");
    partner.awaitStatus("J-1", "failed");

    assertThat(partner.control("POST", "/payouts/J-1/return", "").status()).isEqualTo(409);
  }

  private void awaitStatuses(String reference, List<String> statuses) {
    PartnerClient.await(() -> receiver.statuses(reference).size() >= statuses.size());
    assertThat(receiver.statuses(reference)).isEqualTo(statuses);
  }

  private SimulatorConfig config() {
    return SimulatorConfig.defaults(dataDir, PartnerClient.API_KEY)
        .withTimings(
            Timings.defaults()
                .withSteps(Duration.ofMillis(20), Duration.ofMillis(20))
                .withReturnAndSlowness(Duration.ofMillis(20), Duration.ofMillis(20)));
  }
}
