// Kills the real server again and again while payouts flow, and asks the partner for the truth.
package dev.semel.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.semel.testing.ApiClient;
import dev.semel.testing.CrashClients;
import dev.semel.testing.Directories;
import dev.semel.testing.PaidOnceCheck;
import dev.semel.testing.Partner;
import dev.semel.testing.ProviderFileText;
import dev.semel.testing.ServerProcess;
import dev.semel.testing.Wait;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The seed of the random instants is printed, and {@code -Dcrash.seed=…} uses it again. */
class CrashIT {

  private static final int KILLS = Integer.getInteger("crash.kills", 9);
  private static final int CLIENTS = 4;
  private static final String TOKEN = "sm_key_crash_0123456789abcdefghijklmnopqrstuv";
  private static final Duration SETTLING = Duration.ofSeconds(90);

  /** Everything short, and every time-out shorter than the lease of three seconds. */
  private static final ProviderFileText FILE =
      ProviderFileText.simulator()
          .with("  connect_timeout", "PT0.5S")
          .with("  timeout", "PT1S")
          .with("visibility", "{within: PT1.5S, promised: true}")
          .with("retry", "{base: PT0.1S, cap: PT1S, attempts: 20, total: PT2H}")
          .with("breaker", "{failures: 15, of: 20, open_for: PT1S}")
          .with("lookups", "[PT0.5S, PT1S, PT2S, PT2S, PT3S, PT5S, PT5S, PT10S]")
          .with("status_checks", "[PT2S, PT3S, PT5S]");

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_server_that_is_killed_at_any_instant_pays_no_payout_twice_and_loses_none()
      throws Exception {
    long seed = Long.getLong("crash.seed", System.nanoTime());
    System.out.println("CrashIT: -Dcrash.seed=" + seed);
    Path directory = Files.createTempDirectory("semel-crash-");
    FILE.writeTo(directory.resolve("providers"));
    try (Partner partner =
            Partner.start(
                directory.resolve("partner"),
                settings -> settings.withTimings(settings.timings().dividedBy(2)));
        CrashClients clients = new CrashClients(CLIENTS, TOKEN, seed)) {
      Map<String, String> environment = environment(partner, directory.resolve("providers"));
      Path data = directory.resolve("data");
      killAgainAndAgain(data, environment, partner, clients, new Random(seed));
      try (ServerProcess last = ServerProcess.launch(data, environment)) {
        URI address = last.awaitReady();
        partner.sendWebhooksTo(address, "simulator");
        clients.callServerAt(address);
        clients.finish();
        System.out.println("CrashIT: " + clients.accepted().size() + " payouts were accepted");
        judge(new ApiClient(address, TOKEN), partner, clients);
      }
    } catch (AssertionError e) {
      throw new AssertionError("with -Dcrash.seed=" + seed + ": " + e.getMessage(), e);
    } finally {
      Directories.delete(directory);
    }
  }

  private static Map<String, String> environment(Partner partner, Path providers) {
    Map<String, String> environment = new HashMap<>(partner.environment("simulator"));
    environment.put("SEMEL_PROVIDERS_DIR", providers.toString());
    environment.put("SEMEL_BOOTSTRAP_TOKEN", TOKEN);
    environment.put("SEMEL_LEASE", "PT3S");
    return environment;
  }

  /**
   * Every third time the database is killed too, and every fourth time the server does not even get
   * ready.
   */
  private static void killAgainAndAgain(
      Path data,
      Map<String, String> environment,
      Partner partner,
      CrashClients clients,
      Random random)
      throws Exception {
    for (int kill = 1; kill <= KILLS; kill++) {
      try (ServerProcess server = ServerProcess.launch(data, environment)) {
        if (kill % 4 == 0) {
          Thread.sleep(random.nextInt(4000));
        } else {
          URI address = server.awaitReady();
          partner.sendWebhooksTo(address, "simulator");
          clients.callServerAt(address);
          Thread.sleep(100 + random.nextInt(3400));
        }
        server.kill();
        if (kill % 3 == 0) {
          killDatabase(data);
        }
      }
    }
  }

  private static void killDatabase(Path data) throws IOException {
    try {
      List<String> lines = Files.readAllLines(data.resolve("pgdata/postmaster.pid"));
      ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
          .ifPresent(ProcessHandle::destroyForcibly);
    } catch (NoSuchFileException e) {
      // The server was killed before it had started its database.
    }
  }

  private static void judge(ApiClient client, Partner partner, CrashClients clients)
      throws Exception {
    var check = new PaidOnceCheck(client, partner);
    List<JsonNode> payouts =
        Wait.until("settling", SETTLING, check::payouts, all -> check.unsettled(all).isEmpty());
    Map<String, JsonNode> byId =
        payouts.stream().collect(Collectors.toMap(one -> one.path("id").textValue(), one -> one));
    assertThat(byId.keySet())
        .as("payouts whose 201 was seen")
        .containsAll(clients.accepted().values());
    assertThat(Set.copyOf(clients.references()))
        .as("references that clients used")
        .containsAll(payouts.stream().map(one -> one.path("reference").textValue()).toList());
    check.histories(payouts);
    check.truthAgreesWith(payouts);
  }
}
