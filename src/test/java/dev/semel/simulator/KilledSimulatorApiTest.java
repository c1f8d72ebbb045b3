// A simulator that is killed without warning still knows what it answered for.
package dev.semel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledSimulatorApiTest {

  @TempDir Path dataDir;

  @Test
  void every_answered_payout_survives_a_kill_and_is_paid_once() throws Exception {
    Queue<String> answered = new ConcurrentLinkedQueue<>();
    for (int run = 1; run <= 3; run++) {
      submitUntilKilled(run, answered);
    }
    assertThat(answered).isNotEmpty();
    try (Simulator simulator = Simulator.start(config())) {
      // A request may be written down and the process killed before it is accepted: that is no
      // promise.
      PartnerClient.await(
          () -> simulator.truth().stream().allMatch(t -> t.timesPaid() >= t.timesAccepted()));

      assertThat(simulator.truth()).allMatch(t -> t.timesPaid() <= 1);
      assertThat(
              simulator.truth().stream()
                  .filter(t -> t.timesPaid() == 1)
                  .map(Truth::payout)
                  .toList())
          .containsAll(answered);
    }
  }

  private void submitUntilKilled(int run, Queue<String> answered) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SimulatorCommand.class.getName(),
                "--port=0",
                "--control-port=0",
                "--data-dir=" + dataDir,
                "--api-key=" + PartnerClient.API_KEY)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (HttpClient http = HttpClient.newHttpClient();
        BufferedReader out = process.inputReader()) {
      URI partner = URI.create(out.readLine().replace("The partner listens on ", ""));
      Random random = new Random(run);
      int before = answered.size() + random.nextInt(1, 30);
      for (int i = 0; answered.size() < before && process.isAlive(); i++) {
        submit(http, partner, "R%dN%d".formatted(run, i), answered);
      }
      CompletableFuture<Void> killed =
          CompletableFuture.runAsync(
              process::destroyForcibly,
              CompletableFuture.delayedExecutor(random.nextInt(0, 30), TimeUnit.MILLISECONDS));
      for (int i = 1000; !killed.isDone(); i++) {
        submit(http, partner, "R%dN%d".formatted(run, i), answered);
      }
      process.waitFor();
    } finally {
      process.destroyForcibly();
    }
  }

  private static void submit(HttpClient http, URI partner, String payout, Queue<String> answered)
      throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(partner.resolve("/v1/payouts"))
            .header("Authorization", "Bearer " + PartnerClient.API_KEY)
            .timeout(Duration.ofSeconds(10))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    PartnerClient.payout(payout + "-1", "0012340001")))
            .build();
    try {
      if (http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 201) {
        answered.add(payout);
      }
    } catch (IOException killedMeanwhile) {
      assertThat(answered).doesNotContain(payout);
    }
  }

  private SimulatorConfig config() {
    return SimulatorConfig.defaults(dataDir, PartnerClient.API_KEY)
        .withTimings(Timings.defaults().dividedBy(50));
  }
}
