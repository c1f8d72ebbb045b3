// Measures a reconciliation in turns with bare SQL.
package dev.semel.app.bench;

import dev.semel.app.bench.ReconcileRowsStore.Begun;
import dev.semel.provider.Provider.ReportSource;
import dev.semel.reconciliation.DryRun;
import dev.semel.reconciliation.Reconciliation;
import dev.semel.report.LoadReport;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Measures, in turns, what reading, loading and matching a report takes, and what COPY of its rows
 * and the bare join take.
 */
final class ReconcileTurns {
  static final String EXACTLY = "exactly the planted differences were found";
  private static final int MEGA = 1024 * 1024;
  private static final double AIM = 2;

  private final ReconcileRowsStore rows;
  private final ReconcilePlan plan;
  private final Path directory;
  private final ReportSource source = ReconcilePlan.source();

  ReconcileTurns(ReconcileRowsStore rows, ReconcilePlan plan, Path directory) {
    this.rows = rows;
    this.plan = plan;
    this.directory = directory;
  }

  /** What one turn took, in seconds, and what it found. */
  private record Turn(double load, double match, DryRun.Found found) {}

  /** Measures and tells; returns whether both aims are reached. */
  boolean measure(int turns) throws IOException, SQLException {
    Path csv = directory.resolve("reconcile.csv");
    Path twin = directory.resolve("reconcile.rows");
    say("Writing " + plan.lines() + " payouts and a report of them …");
    rows.fill(plan.lines());
    plan.write(csv);
    rows.makeReference();
    boolean exactly = true;
    double bare = 0;
    double ours = 0;
    head();
    for (int turn = 1; turn <= turns; turn++) {
      double copy = seconds(() -> rows.copy(csv));
      double join = seconds(rows::join);
      line(turn, "COPY into a bare table, bare join", copy, join);
      Begun begun = rows.begin();
      Turn measured = ours(begun, csv);
      line(turn, "read and loaded, matched", measured.load(), measured.match());
      rows.export(begun, twin);
      double twinCopy = seconds(() -> rows.copyTwin(twin));
      line(turn, "COPY into a table like ours, bare join", twinCopy, join);
      exactly &= tells(measured.found());
      bare = copy + join;
      ours = measured.load() + measured.match();
      rows.forget(begun);
    }
    rows.dropReference();
    System.out.printf(
        Locale.ROOT,
        "last turn: %.2f times the bare table; heap of %d MiB, at its fullest %d MiB%n",
        ours / bare,
        Runtime.getRuntime().maxMemory() / MEGA,
        peak() / MEGA);
    return FirstLook.aim("no more than twice as long as COPY and the bare join", ours <= AIM * bare)
        && exactly;
  }

  private Turn ours(Begun begun, Path csv) throws SQLException, IOException {
    double load =
        seconds(
            () ->
                rows.inTransaction(
                    sql -> {
                      try (InputStream content =
                          new BufferedInputStream(Files.newInputStream(csv), MEGA)) {
                        new LoadReport(sql)
                            .load(
                                ReconcilePlan.PROVIDER,
                                source,
                                begun.report(),
                                ReconcilePlan.DAY,
                                content);
                        return true;
                      } catch (IOException e) {
                        throw new UncheckedIOException(e);
                      }
                    }));
    Reconciliation run = run(begun);
    DryRun.Found[] found = new DryRun.Found[1];
    double match =
        seconds(
            () ->
                found[0] =
                    rows.inTransaction(
                        sql ->
                            DryRun.compare(
                                sql,
                                run,
                                begun.report(),
                                source,
                                ReconcilePlan.partner().terms())));
    return new Turn(load, match, found[0]);
  }

  private static Reconciliation run(Begun begun) {
    return new Reconciliation(
        begun.run(),
        ReconcilePlan.PROVIDER,
        ReconcilePlan.DAY,
        "running",
        null,
        new Reconciliation.Result(0, 0, 0, 0, 0, Map.of(), 0, List.of()),
        null,
        "bench",
        // Long after the day, so that nothing is too young.
        Instant.parse("2026-12-31T00:00:00Z"),
        null);
  }

  private boolean tells(DryRun.Found found) {
    Set<String> wanted = plan.differences();
    Set<String> got = new HashSet<>(found.differences());
    boolean exactly = wanted.equals(got) && found.differences().size() == wanted.size();
    System.out.printf(
        "%d lines, %d compared, %d matched, %d differences: %s%n",
        found.result().lines(),
        found.result().compared(),
        found.result().matched(),
        found.differences().size(),
        exactly ? EXACTLY : "MISSED: other than the planted ones");
    if (!exactly) {
      wanted.stream()
          .filter(one -> !got.contains(one))
          .limit(5)
          .forEach(one -> System.out.println("not found: " + one));
      got.stream()
          .filter(one -> !wanted.contains(one))
          .limit(5)
          .forEach(one -> System.out.println("not planted: " + one));
    }
    return exactly;
  }

  /** Something that takes time. */
  private interface Work {
    void run() throws IOException, SQLException;
  }

  private static double seconds(Work work) throws IOException, SQLException {
    long began = System.nanoTime();
    work.run();
    return (System.nanoTime() - began) / 1e9;
  }

  private static void head() {
    System.out.printf("%-6s %-42s %8s %8s %8s%n", "turn", "seconds", "load", "match", "both");
  }

  private static void line(int turn, String what, double load, double match) {
    System.out.printf(
        Locale.ROOT, "%-6d %-42s %8.2f %8.2f %8.2f%n", turn, what, load, match, load + match);
  }

  private static long peak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  private static void say(String what) {
    System.err.println(what);
  }
}
