// `./semel bench first-look`: start-up, memory, and one payout after the other.
package dev.semel.app.bench;

import dev.semel.app.rig.ChildServer;
import dev.semel.app.rig.Scratch;
import dev.semel.simulator.Simulator;
import dev.semel.simulator.SimulatorConfig;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures what an operator notices first: how long a start takes on a database that exists, how
 * much memory the server holds at rest, and how long a single payout takes from accepted to sent
 * with a partner that answers at once. Exits with 1 when a figure misses its aim.
 */
@Command(
    name = "first-look",
    description = "Measures start-up, memory at rest, and payouts one after the other.")
final class FirstLook implements Callable<Integer> {
  private static final String TOKEN = "sm_key_bench_0123456789abcdefghijklmnopqrstuv";
  private static final int STARTS = 3;
  private static final int WARM_UP = 50;
  private static final Duration REST = Duration.ofSeconds(10);
  private static final Duration AIM_SENT = Duration.ofMillis(100);
  private static final Duration AIM_READY = Duration.ofSeconds(5);
  private static final long AIM_MEMORY_KIB = 400 * 1024;

  @Option(
      names = "--payouts",
      defaultValue = "200",
      description = "How many payouts are measured (${DEFAULT-VALUE}).")
  int payouts;

  private final Figures ready = new Figures();
  private final Figures accept = new Figures();
  private final Figures sent = new Figures();
  private final Figures byDatabase = new Figures();
  private OptionalLong atRest = OptionalLong.empty();
  private OptionalLong afterwards = OptionalLong.empty();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("semel-bench-");
    try (HttpClient http = HttpClient.newHttpClient();
        Simulator partner = Simulator.start(config(directory.resolve("partner")))) {
      measure(directory, environment(partner), http);
    } finally {
      Scratch.delete(directory);
    }
    return tell() ? 0 : 1;
  }

  /** A partner that answers at once, and takes its time with everything after the answer. */
  private static SimulatorConfig config(Path directory) {
    SimulatorConfig config = SimulatorConfig.defaults(directory, "bench-key");
    return config.withTimings(
        config.timings().withSteps(Duration.ofMinutes(30), Duration.ofMinutes(30)));
  }

  private static Map<String, String> environment(Simulator partner) {
    Map<String, String> environment = new HashMap<>();
    environment.put("SEMEL_PROVIDER_SIMULATOR_BASE_URL", partner.partnerUri().toString());
    environment.put("SEMEL_PROVIDER_SIMULATOR_API_KEY", "bench-key");
    environment.put("SEMEL_PROVIDER_SIMULATOR_WEBHOOK_SECRET", "bench-webhook-secret");
    environment.put("SEMEL_BOOTSTRAP_TOKEN", TOKEN);
    return environment;
  }

  private void measure(Path directory, Map<String, String> environment, HttpClient http)
      throws IOException, InterruptedException {
    System.err.println("The first start makes the database …");
    try (ChildServer first = ChildServer.start(directory, environment)) {
      first.awaitReady(http);
    }
    for (int i = 1; i <= STARTS; i++) {
      System.err.printf("Start %d of %d on the existing database …%n", i, STARTS);
      try (ChildServer server = ChildServer.start(directory, environment)) {
        ready.add(server.awaitReady(http));
        if (i == STARTS) {
          server.rest(REST);
          atRest = server.residentKib();
          payOneAfterTheOther(new BenchClient(http, server.address(), TOKEN));
          afterwards = server.residentKib();
        }
      }
    }
  }

  private void payOneAfterTheOther(BenchClient client) throws IOException, InterruptedException {
    System.err.printf(
        "%d payouts to warm up, then %d measured, one after the other …%n", WARM_UP, payouts);
    for (int i = 0; i < WARM_UP; i++) {
      client.payOne("warm-up-" + i);
    }
    for (int i = 0; i < payouts; i++) {
      BenchClient.Measured one = client.payOne("measured-" + i);
      accept.add(one.accept());
      sent.add(one.sent());
      byDatabase.add(one.byDatabase());
    }
  }

  /** Prints the table and returns whether every figure reaches its aim. */
  private boolean tell() {
    System.out.printf(
        "Java %s, %s %s, %d processors%n",
        Runtime.version(),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors());
    System.out.printf("%-52s %8s %8s %8s%n", "milliseconds", "median", "p95", "max");
    System.out.println(ready.line("ready after the start, on an existing database"));
    System.out.println(accept.line("create, answered over HTTP"));
    System.out.println(byDatabase.line("accepted to sent, by the history's instants"));
    System.out.println(sent.line("create to sent, as a client can read it"));
    atRest.ifPresent(kib -> System.out.println(memory("resident memory at rest", kib)));
    afterwards.ifPresent(
        kib -> System.out.println(memory("resident memory after all payouts", kib)));
    return Stream.of(
            aim(
                "accepted to sent, median under 100 ms",
                byDatabase.quantile(0.5) < AIM_SENT.toNanos()),
            aim("ready within 5 s", ready.quantile(0.5) < AIM_READY.toNanos()),
            aim("under 400 MB at rest", atRest.orElse(0) < AIM_MEMORY_KIB))
        .allMatch(reached -> reached);
  }

  private static String memory(String what, long kib) {
    return String.format(Locale.ROOT, "%-52s %8d MiB", what, kib / 1024);
  }

  static boolean aim(String what, boolean reached) {
    System.out.println((reached ? "reached: " : "MISSED:  ") + what);
    return reached;
  }
}
