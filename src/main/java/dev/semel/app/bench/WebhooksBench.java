// `./semel bench webhooks`: a burst of signed webhooks, a third of them duplicates.
package dev.semel.app.bench;

import dev.semel.app.rig.ChildServer;
import dev.semel.app.rig.Scratch;
import dev.semel.app.rig.SimulatorFile;
import dev.semel.app.rig.Wait;
import dev.semel.db.embedded.EmbeddedPostgres;
import dev.semel.simulator.Simulator;
import dev.semel.simulator.SimulatorConfig;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how webhooks are answered: while their processing is stopped, in turns with bare inserts
 * of the same rows; in a burst while they are processed; and while processing hardly gets on. Exits
 * with 1 when a figure misses its aim, or when anything was lost or applied twice.
 */
@Command(
    name = "webhooks",
    description = "Measures the answers to a burst of signed webhooks, a third of them duplicates.")
final class WebhooksBench implements Callable<Integer> {
  private static final String TOKEN = "sm_key_bench_0123456789abcdefghijklmnopqrstuv";
  private static final String SECRET = "bench-webhook-secret";
  private static final String PROVIDER = "bench";
  private static final Duration AIM_MEDIAN = Duration.ofMillis(20);
  private static final double AIM_RATIO = 0.6;
  private static final Duration HINDERED = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int WARM_UP = 2000;
  private static final int TURNS = 2;
  private static final int SEED = 7;

  @Option(
      names = "--webhooks",
      defaultValue = "10000",
      description = "How many webhooks the burst has (${DEFAULT-VALUE}).")
  int webhooks;

  @Option(
      names = "--connections",
      defaultValue = "8",
      description = "How many connections send them (${DEFAULT-VALUE}).")
  int connections;

  private final List<Burst.Result> bare = new ArrayList<>();
  private final List<Burst.Result> stopped = new ArrayList<>();
  private final List<String> kept = new ArrayList<>();
  private long sent;
  private long stored;

  private record Measured(Burst.Result burst, long drainNanos, Burst.Result hindered) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("semel-bench-");
    try (HttpClient http = HttpClient.newHttpClient();
        Simulator partner = Simulator.start(config(directory.resolve("partner")))) {
      Map<String, String> environment = environment(directory, partner);
      say("The server starts, and gets " + payouts() + " payouts to the partner …");
      Map<String, String> idle = new HashMap<>(environment);
      idle.put("SEMEL_WEBHOOK_WORKERS", "0");
      try (ChildServer server = ChildServer.start(directory, idle)) {
        server.awaitReady(http);
        WebhookRowsStore rows = rows(directory);
        SentPayouts.make(http, server.address(), TOKEN, rows, payouts());
        whileStopped(server, rows);
      }
      try (ChildServer server = ChildServer.start(directory, environment)) {
        server.awaitReady(http);
        return tell(whileProcessed(server, rows(directory))) ? 0 : 1;
      }
    } finally {
      Scratch.delete(directory);
    }
  }

  /** As many as there are webhooks that are no duplicates. */
  private int payouts() {
    return webhooks - webhooks / 3;
  }

  /** A partner that answers at once, and sends nothing by itself. */
  private static SimulatorConfig config(Path directory) {
    SimulatorConfig config = SimulatorConfig.defaults(directory, "bench-key");
    return config.withTimings(config.timings().withSteps(Duration.ofHours(9), Duration.ofHours(9)));
  }

  private static Map<String, String> environment(Path directory, Simulator partner)
      throws IOException {
    Path providers = Files.createDirectories(directory.resolve("providers"));
    SimulatorFile.write(
        providers,
        "Written by ./semel bench webhooks: simulator.yaml that is asked nothing.",
        file -> {
          file.put("provider", PROVIDER).put("title", PROVIDER);
          SimulatorFile.durations(file, "status_checks", "PT6H");
        });
    Map<String, String> environment = new HashMap<>();
    environment.put("SEMEL_PROVIDERS_DIR", providers.toString());
    environment.put("SEMEL_PROVIDER_BENCH_BASE_URL", partner.partnerUri().toString());
    environment.put("SEMEL_PROVIDER_BENCH_API_KEY", "bench-key");
    environment.put("SEMEL_PROVIDER_BENCH_WEBHOOK_SECRET", SECRET);
    environment.put("SEMEL_BOOTSTRAP_TOKEN", TOKEN);
    return environment;
  }

  private static WebhookRowsStore rows(Path directory) throws IOException {
    return new WebhookRowsStore(
        EmbeddedPostgres.inUse(directory.resolve("data"))
            .orElseThrow(() -> new IOException("The server's database can't be found.")));
  }

  /** In turns: bare inserts, webhooks, bare inserts, webhooks. */
  private void whileStopped(ChildServer server, WebhookRowsStore rows)
      throws IOException, InterruptedException {
    List<WebhookRowsStore.Sent> payouts = rows.sent();
    rows.makeReference();
    say("Webhooks and bare inserts to warm up …");
    send(server, said(payouts, "processing", 1, WARM_UP, "warm-"));
    Burst.of(said(payouts, "processing", 1, WARM_UP, "bare-"), connections, rows::inserting);
    int many = Math.max(3, webhooks / 2);
    for (int turn = 0; turn < TURNS; turn++) {
      say("Turn " + (turn + 1) + " of " + TURNS + " while processing is stopped …");
      List<byte[]> bodies = said(payouts, "processing", 1, many, "turn-" + turn + "-");
      bare.add(Burst.of(bodies, connections, rows::inserting));
      stopped.add(send(server, bodies));
    }
    keep("stored while processing is stopped", rows.messages(), sent);
    stored = sent;
  }

  private Measured whileProcessed(ChildServer server, WebhookRowsStore rows)
      throws IOException, InterruptedException {
    say("What was stored is processed …");
    long began = System.nanoTime();
    awaitProcessed(rows);
    long drain = System.nanoTime() - began;
    List<WebhookRowsStore.Sent> payouts = rows.sent();
    say("The burst of " + webhooks + " …");
    Burst.Result burst = send(server, said(payouts, "paid", 2, webhooks, "paid-"));
    awaitProcessed(rows);
    keep("payouts paid", rows.paid(), payouts());
    keep("events applied", rows.applied(), payouts());
    keep("payouts paid twice", rows.paidTwice(), 0);
    say("A burst while processing hardly gets on …");
    Burst.Result hindered =
        hindered(
            server, rows, said(payouts, "processing", 1, Math.max(3, webhooks / 2), "hindered-"));
    awaitProcessed(rows);
    keep("webhooks stored in all", rows.messages(), sent);
    keep("webhooks that could not be processed", rows.failed(), 0);
    return new Measured(burst, drain, hindered);
  }

  private Burst.Result hindered(ChildServer server, WebhookRowsStore rows, List<byte[]> bodies)
      throws IOException, InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    Thread hindrance =
        Thread.ofVirtual()
            .start(
                () -> {
                  while (!over.get()) {
                    rows.hinderProcessing(HINDERED);
                  }
                });
    try {
      return send(server, bodies);
    } finally {
      over.set(true);
      hindrance.join();
    }
  }

  private Burst.Result send(ChildServer server, List<byte[]> bodies)
      throws IOException, InterruptedException {
    sent += bodies.size();
    return Burst.of(bodies, connections, () -> sending(server));
  }

  /** Anything but 200 ends the bench: every webhook of the burst has to be taken. */
  private static Burst.Connection sending(ChildServer server) throws IOException {
    WebhookConnection connection = new WebhookConnection(server.address(), PROVIDER, SECRET);
    return new Burst.Connection() {
      @Override
      public void perform(byte[] body) throws IOException {
        int status = connection.send(body);
        if (status != 200) {
          throw new IOException("A webhook was answered " + status + ".");
        }
      }

      @Override
      public void close() throws IOException {
        connection.close();
      }
    };
  }

  /** Events about the payouts, each once, and a third of all a second time, shuffled. */
  private static List<byte[]> said(
      List<WebhookRowsStore.Sent> payouts, String status, int sequence, int many, String prefix) {
    IntFunction<byte[]> event =
        i -> event(payouts.get(i % payouts.size()), status, sequence, prefix + i);
    int unique = many - many / 3;
    List<byte[]> bodies = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      bodies.add(event.apply(i < unique ? i : (i - unique) * 2 % unique));
    }
    Collections.shuffle(bodies, new Random(SEED));
    return bodies;
  }

  private static byte[] event(
      WebhookRowsStore.Sent payout, String status, int sequence, String id) {
    return """
        {"event_id":"%s","type":"payout.%s","created_at":"2026-12-01T10:00:0%dZ","sequence":%d,"data":{"id":"%s","client_reference":"%s","status":"%s","amount":"125.50","currency":"KES"}}"""
        .formatted(id, status, sequence, sequence, payout.partnersId(), payout.reference(), status)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void awaitProcessed(WebhookRowsStore rows) throws IOException {
    if (!Wait.until(PATIENCE, () -> rows.waiting() == 0)) {
      throw new IOException("Webhooks were not processed within " + PATIENCE + ".");
    }
  }

  private void keep(String what, long found, long wanted) {
    kept.add(
        String.format(
            Locale.ROOT,
            "%s%-44s %8d of %d",
            found == wanted ? "" : "WRONG: ",
            what,
            found,
            wanted));
  }

  /** Prints the table and returns whether every figure reaches its aim. */
  private boolean tell(Measured measured) {
    System.out.printf(
        "Java %s, %s %s, %d processors, %d connections, %d webhooks in the burst%n",
        Runtime.version(),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        connections,
        webhooks);
    System.out.printf("%-44s %8s %8s %8s %8s%n", "milliseconds", "median", "p99", "max", "per s");
    for (int turn = 0; turn < TURNS; turn++) {
      row("bare inserts, turn " + (turn + 1), bare.get(turn));
      row("webhooks, processing stopped, turn " + (turn + 1), stopped.get(turn));
    }
    row("webhooks, the burst, while processed", measured.burst());
    row("webhooks, processing hindered", measured.hindered());
    double bareRate = bare.stream().mapToDouble(Burst.Result::rate).average().orElseThrow();
    double stoppedRate = stopped.stream().mapToDouble(Burst.Result::rate).average().orElseThrow();
    figure("bare inserts to webhooks, processing stopped", stoppedRate / bareRate);
    figure("bare inserts to webhooks, while processed", measured.burst().rate() / bareRate);
    figure("stored ones processed per second", stored * 1e9 / measured.drainNanos());
    kept.forEach(System.out::println);
    long slowest =
        Stream.concat(stopped.stream(), Stream.of(measured.hindered()))
            .mapToLong(result -> result.each().quantile(0.5))
            .max()
            .orElseThrow();
    return Stream.of(
            FirstLook.aim("every webhook answered 200", true),
            FirstLook.aim(
                "nothing lost, nothing applied twice",
                kept.stream().noneMatch(line -> line.startsWith("WRONG"))),
            FirstLook.aim(
                "median under 20 ms while processing is stopped or slow",
                slowest < AIM_MEDIAN.toNanos()),
            FirstLook.aim(
                "at least 0.6 of bare inserts, processing stopped",
                stoppedRate >= AIM_RATIO * bareRate))
        .allMatch(reached -> reached);
  }

  private static void row(String what, Burst.Result result) {
    System.out.printf(
        Locale.ROOT,
        "%-44s %8.1f %8.1f %8.1f %8.0f%n",
        what,
        result.each().quantile(0.5) / 1e6,
        result.each().quantile(0.99) / 1e6,
        result.each().quantile(1) / 1e6,
        result.rate());
  }

  private static void figure(String what, double value) {
    System.out.printf(Locale.ROOT, "%-44s %8.2f%n", what, value);
  }

  private static void say(String what) {
    System.err.println(what);
  }
}
