// `./semel bench keys`: what a million stored idempotency keys cost, and what forgetting them
// costs.
package dev.semel.app.bench;

import dev.semel.app.rig.ChildServer;
import dev.semel.app.rig.Scratch;
import dev.semel.db.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures creates on a store without keys and with many, in turns, and creates while as many
 * expired keys are purged. Exits with 1 when a figure misses its aim.
 */
@Command(
    name = "keys",
    description = "Measures creates with many idempotency keys stored, and while they are purged.")
final class KeysBench implements Callable<Integer> {
  private static final String LIVE = "bench_live_key";
  private static final String EXPIRED = "bench_expired_key";
  private static final Duration LIVING = Duration.ofDays(7);
  private static final Duration PAST = Duration.ofMinutes(-1);
  private static final Duration LONGEST_PURGE = Duration.ofMinutes(30);
  private static final Duration SAMPLING = Duration.ofMillis(20);
  private static final Duration ROLLING = Duration.ofSeconds(2);
  private static final Duration SLOW = Duration.ofMillis(100);
  private static final int CONTROL_TURNS = 6;
  private static final double NOISE = 0.0005;
  private static final double AIM_SLOWER = 1.2;
  private static final double AIM_LARGER = 1.1;

  @Option(
      names = "--keys",
      defaultValue = "1000000",
      description = "How many keys are stored, and purged (${DEFAULT-VALUE}).")
  int keys;

  @Option(
      names = "--seconds",
      defaultValue = "10",
      description = "How long each turn of creates is measured (${DEFAULT-VALUE}).")
  int seconds;

  @Option(
      names = "--clients",
      defaultValue = "4",
      description = "How many clients create at once (${DEFAULT-VALUE}).")
  int clients;

  private final Figures[] without = new Figures[2];
  private final Figures[] with = new Figures[2];
  private Figures before = new Figures();
  private Figures during = new Figures();
  private Figures after = new Figures();
  private long purgeNanos;
  private long lockMillis;
  private KeyTableStore.Size full = new KeyTableStore.Size(0, 0, 0);
  private KeyTableStore.Size purged = full;
  private KeyTableStore.Size vacuumed = full;
  private KeyTableStore.Size refilled = full;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("semel-bench-");
    try (HttpClient http = HttpClient.newHttpClient();
        ChildServer server =
            ChildServer.start(directory, NoPartner.settings("SEMEL_PURGE_EVERY", "1s"))) {
      server.awaitReady(http);
      try (KeyTableStore tables = tables(directory)) {
        measure(server, new BenchClient(http, server.address(), NoPartner.TOKEN), tables);
      }
    } finally {
      Scratch.delete(directory);
    }
    return tell() ? 0 : 1;
  }

  private static KeyTableStore tables(Path directory) throws IOException {
    return new KeyTableStore(
        EmbeddedPostgres.inUse(directory.resolve("data"))
            .orElseThrow(() -> new IOException("The server's database can't be found.")));
  }

  private void measure(ChildServer server, BenchClient client, KeyTableStore tables)
      throws IOException, InterruptedException {
    say("Creates to warm up …");
    try (CreateLoad load = new CreateLoad(client, clients, "warm-up-")) {
      server.rest(Duration.ofSeconds(Math.max(2, seconds / 2)));
      load.measureAnew();
    }
    tables.closePayouts();
    say("Filling two tables with " + keys + " keys each …");
    tables.make(LIVE);
    tables.fill(LIVE, keys, LIVING);
    tables.make(EXPIRED);
    tables.fill(EXPIRED, keys, PAST);
    try (CreateLoad load = new CreateLoad(client, clients, "load-")) {
      inTurns(server, tables, load);
      purge(server, tables, load);
    }
    say("Filling the purged table again …");
    purged = tables.size();
    tables.vacuum();
    vacuumed = tables.size();
    tables.fill("idempotency_key", (int) Math.max(1, keys - tables.rows()), LIVING);
    refilled = tables.size();
  }

  private void inTurns(ChildServer server, KeyTableStore tables, CreateLoad load)
      throws IOException, InterruptedException {
    for (int turn = 0; turn < 2; turn++) {
      say("Turn " + (turn + 1) + " of 2 …");
      without[turn] = turn(server, load, seconds);
      tables.swap(LIVE);
      with[turn] = turn(server, load, seconds);
      tables.swap(LIVE);
    }
  }

  private static Figures turn(ChildServer server, CreateLoad load, int seconds)
      throws IOException, InterruptedException {
    server.rest(ROLLING);
    Figures figures = load.measureAnew();
    server.rest(Duration.ofSeconds(seconds));
    load.measureAnew();
    return figures;
  }

  /** Creates without a purge, beside the same looks at the database as while one goes on. */
  private Figures control(ChildServer server, KeyTableStore tables, CreateLoad load)
      throws IOException, InterruptedException {
    server.rest(ROLLING);
    Figures figures = load.measureAnew();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(controlSeconds());
    while (System.nanoTime() < end) {
      tables.deleted();
      tables.longestLockWait();
      server.rest(SAMPLING);
    }
    load.measureAnew();
    return figures;
  }

  private int controlSeconds() {
    return CONTROL_TURNS * seconds;
  }

  /** The server finds the expired keys by itself, within a second. */
  private void purge(ChildServer server, KeyTableStore tables, CreateLoad load)
      throws IOException, InterruptedException {
    say("Creates, and then a purge of " + keys + " keys beside them …");
    before = control(server, tables, load);
    tables.swap(EXPIRED);
    full = tables.size();
    long began = System.nanoTime();
    during = load.measureAnew();
    while (tables.deleted() < keys - keys / 100) {
      lockMillis = Math.max(lockMillis, tables.longestLockWait());
      if (System.nanoTime() - began > LONGEST_PURGE.toNanos()) {
        throw new IOException("The purge did not end within " + LONGEST_PURGE + ".");
      }
      server.rest(SAMPLING);
    }
    purgeNanos = System.nanoTime() - began;
    say("Creates without a purge again …");
    after = control(server, tables, load);
  }

  /** Prints the table and returns whether every figure reaches its aim. */
  private boolean tell() {
    System.out.printf(
        "Java %s, %s %s, %d processors, %d clients, %d keys%n",
        Runtime.version(),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        clients,
        keys);
    System.out.printf(
        "%-44s %8s %8s %8s %8s %8s%n",
        "create, in milliseconds", "median", "p99", "max", "per s", "% > 100");
    for (int turn = 0; turn < 2; turn++) {
      row("without keys, turn " + (turn + 1), without[turn], seconds);
      row("with " + keys + " keys, turn " + (turn + 1), with[turn], seconds);
    }
    double purgeSeconds = purgeNanos / 1e9;
    row("before the purge", before, controlSeconds());
    row("during the purge", during, purgeSeconds);
    row("after the purge", after, controlSeconds());
    figure("purge, seconds", purgeSeconds);
    figure("keys purged per second", (keys - keys / 100) / Math.max(purgeSeconds, 1e-3));
    figure("longest wait for a lock meanwhile, ms", (double) lockMillis);
    size("before the purge", full);
    size("after the purge", purged);
    size("after VACUUM", vacuumed);
    size("with as many new keys", refilled);
    return Stream.of(
            FirstLook.aim(
                "with keys no slower than without, median within 20 %",
                median(with) < AIM_SLOWER * median(without)),
            FirstLook.aim("no wait for a lock of 100 ms", lockMillis < SLOW.toMillis()),
            FirstLook.aim(
                "no more creates over 100 ms than without the purge, within 0.05 %",
                slow(during) <= Math.max(slow(before), slow(after)) + NOISE),
            FirstLook.aim(
                "no more space for as many keys, within 10 % and 8 MiB",
                refilled.megabytes() <= AIM_LARGER * full.megabytes() + 8))
        .allMatch(reached -> reached);
  }

  private static double slow(Figures figures) {
    return figures.shareOver(SLOW.toNanos());
  }

  private static double median(Figures[] turns) {
    return Stream.of(turns).mapToLong(figures -> figures.quantile(0.5)).average().orElseThrow();
  }

  private static void row(String what, Figures figures, double seconds) {
    System.out.printf(
        Locale.ROOT,
        "%-44s %8.1f %8.1f %8.1f %8.0f %8.3f%n",
        what,
        figures.quantile(0.5) / 1e6,
        figures.quantile(0.99) / 1e6,
        figures.quantile(1) / 1e6,
        figures.count() / Math.max(seconds, 1e-3),
        100 * slow(figures));
  }

  private static void figure(String what, double value) {
    System.out.printf(Locale.ROOT, "%-44s %8.1f%n", what, value);
  }

  private static void size(String when, KeyTableStore.Size size) {
    System.out.printf(
        Locale.ROOT,
        "%-44s %8d MiB, %d dead rows, vacuumed %d times%n",
        "table and indexes " + when,
        size.megabytes(),
        size.dead(),
        size.vacuums());
  }

  private static void say(String what) {
    System.err.println(what);
  }
}
