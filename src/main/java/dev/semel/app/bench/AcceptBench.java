// `./semel bench accept`: payouts accepted in a second, beside PostgreSQL alone.
package dev.semel.app.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.semel.app.rig.ChildServer;
import dev.semel.app.rig.Scratch;
import dev.semel.db.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures how many payouts are accepted in a second over HTTP, and how many requests are answered
 * again from their keys, in turns with the same rows written by JDBC, one transaction a payout.
 * Exits with 1 when a figure misses its aim.
 */
@Command(
    name = "accept",
    description =
        "Measures payouts accepted and replayed over HTTP, beside the same rows in PostgreSQL alone.")
final class AcceptBench implements Callable<Integer> {
  private static final int TURNS = 3;
  private static final double AIM_ACCEPT = 0.5;
  private static final double AIM_REPLAY = 3;

  @Option(
      names = "--payouts",
      defaultValue = "10000",
      description = "How many payouts a turn has (${DEFAULT-VALUE}).")
  int payouts;

  @Option(
      names = "--connections",
      defaultValue = "64",
      description = "How many connections create them (${DEFAULT-VALUE}).")
  int connections;

  @Option(
      names = "--reference-connections",
      defaultValue = "16",
      description = "How many connections write the rows alone (${DEFAULT-VALUE}).")
  int referenceConnections;

  private final List<Turn> alone = new ArrayList<>();
  private final List<Turn> accepted = new ArrayList<>();
  private final List<Turn> replayed = new ArrayList<>();

  /**
   * What a turn came to.
   *
   * @param burst its figures
   * @param ownShare which share of the machine's processors the generator of the load took
   */
  private record Turn(Burst.Result burst, double ownShare) {}

  private interface Work {
    Burst.Result done() throws IOException, InterruptedException;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("semel-bench-");
    try (HttpClient http = HttpClient.newHttpClient();
        ChildServer server =
            ChildServer.start(
                directory, NoPartner.settings("SEMEL_RATE_LIMIT_PER_SECOND", "off"))) {
      server.awaitReady(http);
      AcceptRowsStore rows =
          new AcceptRowsStore(
              EmbeddedPostgres.inUse(directory.resolve("data"))
                  .orElseThrow(() -> new IOException("The server's database can't be found.")));
      measure(server.address(), rows);
      return tell(rows.accepted()) ? 0 : 1;
    } finally {
      Scratch.delete(directory);
    }
  }

  private void measure(URI server, AcceptRowsStore rows) throws IOException, InterruptedException {
    say("Creates and rows to warm up …");
    List<byte[]> warmUp = references("warm-");
    Burst.of(warmUp, connections, () -> creating(server));
    rows.makeReference("warm-0");
    Burst.of(references("bare-"), referenceConnections, rows::inserting);
    for (int turn = 0; turn < TURNS; turn++) {
      say("Turn " + (turn + 1) + " of " + TURNS + " …");
      List<byte[]> pieces = references("turn-" + turn + "-");
      alone.add(watched(() -> Burst.of(pieces, referenceConnections, rows::inserting)));
      accepted.add(watched(() -> Burst.of(pieces, connections, () -> creating(server))));
      replayed.add(watched(() -> Burst.of(pieces, connections, () -> creating(server))));
    }
  }

  private List<byte[]> references(String prefix) {
    return IntStream.range(0, payouts)
        .mapToObj(number -> (prefix + number).getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  /** A connection that creates the payout of a reference, which is its idempotency key, too. */
  private static Burst.Connection creating(URI server) throws IOException {
    HttpConnection http = new HttpConnection(server);
    return new Burst.Connection() {
      @Override
      public void perform(byte[] piece) throws IOException {
        String reference = new String(piece, StandardCharsets.UTF_8);
        int status =
            http.post(
                "/v1/payouts",
                "Authorization: Bearer "
                    + NoPartner.TOKEN
                    + "\r\nIdempotency-Key: "
                    + reference
                    + "\r\n",
                payout(reference));
        if (status != 201) {
          throw new IOException("A payout was answered " + status + ".");
        }
      }

      @Override
      public void close() throws IOException {
        http.close();
      }
    };
  }

  private static byte[] payout(String reference) {
    return """
        {"reference": "%s", "amount": "125.50", "currency": "KES", "provider": "simulator", "funding": "pending",
         "beneficiary": {"name": "Amina Wanjiru", "country": "KE", "method": "bank_account",
           "bank_account": {"account_number": "0012345678", "bank_code": "01"}},
         "sender": {"name": "Jon Doe", "country": "GB"}}"""
        .formatted(reference)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static Turn watched(Work work) throws IOException, InterruptedException {
    OperatingSystemMXBean self =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long began = self.getProcessCpuTime();
    Burst.Result result = work.done();
    double spent = (double) (self.getProcessCpuTime() - began);
    return new Turn(result, spent / result.nanos() / Runtime.getRuntime().availableProcessors());
  }

  /** Prints the table and returns whether every figure reaches its aim. */
  private boolean tell(long stored) {
    System.out.printf(
        "Java %s, %s %s, %d processors, %d connections, %d payouts a turn%n",
        Runtime.version(),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        connections,
        payouts);
    System.out.printf(
        "%-44s %8s %8s %8s %8s %8s%n", "milliseconds", "median", "p99", "max", "per s", "own %");
    for (int turn = 0; turn < TURNS; turn++) {
      row("rows alone, turn " + (turn + 1), alone.get(turn));
      row("accepted over HTTP, turn " + (turn + 1), accepted.get(turn));
      row("replayed over HTTP, turn " + (turn + 1), replayed.get(turn));
    }
    double accept = median(accepted) / median(alone);
    double replay = median(replayed) / median(accepted);
    ratio("accepted over HTTP to rows alone", accept);
    ratio("replayed to accepted", replay);
    long asked = (long) payouts * (TURNS + 1);
    System.out.printf(Locale.ROOT, "%-44s %d of %d%n", "payouts stored", stored, asked);
    return Stream.of(
            FirstLook.aim("every payout stored once", stored == asked),
            FirstLook.aim(
                "accepted at least " + AIM_ACCEPT + " of rows alone", accept >= AIM_ACCEPT),
            FirstLook.aim(
                "replayed at least " + AIM_REPLAY + " times as fast as accepted",
                replay >= AIM_REPLAY))
        .allMatch(reached -> reached);
  }

  private static double median(List<Turn> turns) {
    return turns.stream()
        .mapToDouble(turn -> turn.burst().rate())
        .sorted()
        .skip(turns.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  private static void row(String what, Turn turn) {
    Figures each = turn.burst().each();
    System.out.printf(
        Locale.ROOT,
        "%-44s %8.1f %8.1f %8.1f %8.0f %8.0f%n",
        what,
        each.quantile(0.5) / 1e6,
        each.quantile(0.99) / 1e6,
        each.quantile(1) / 1e6,
        turn.burst().rate(),
        100 * turn.ownShare());
  }

  private static void ratio(String what, double value) {
    System.out.printf(Locale.ROOT, "%-44s %8.2f%n", what, value);
  }

  private static void say(String what) {
    System.err.println(what);
  }
}
