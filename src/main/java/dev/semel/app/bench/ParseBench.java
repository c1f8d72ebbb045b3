// `./semel bench parse`: how fast reports are read, and in how much memory.
package dev.semel.app.bench;

import dev.semel.app.rig.ChildProcess;
import dev.semel.app.rig.Scratch;
import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.RowSink;
import dev.semel.provider.report.ReportFormat;
import dev.semel.provider.report.ReportReader;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Writes reports of many payouts, and reads each from its file in a process with little memory. The
 * reference is the same file read line by line, with nothing understood. Exits with 1 when a report
 * is not read whole.
 */
@Command(name = "parse", description = "Measures how fast reports are read, in little memory.")
final class ParseBench implements Callable<Integer> {
  private static final Duration LONGEST = Duration.ofMinutes(30);
  private static final int MEGA = 1024 * 1024;
  private static final int ROUNDS = 2;

  @Option(
      names = "--lines",
      defaultValue = "1000000",
      description = "How many payouts a report has (${DEFAULT-VALUE}).")
  int lines;

  @Option(
      names = "--heap",
      defaultValue = "256m",
      description = "How much heap the reading process has (${DEFAULT-VALUE}).")
  String heap = "256m";

  @Option(names = "--in", hidden = true, description = "The directory of the reports.")
  String directory = "";

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!directory.isEmpty()) {
      return readAll(Path.of(directory));
    }
    Path reports = Files.createTempDirectory("semel-bench-");
    try {
      for (BenchReport report : BenchReport.values()) {
        report.write(reports.resolve(report.fileName()), lines);
      }
      return inChild(reports);
    } finally {
      Scratch.delete(reports);
    }
  }

  private int inChild(Path reports) throws IOException, InterruptedException {
    List<String> arguments =
        List.of("bench", "parse", "--lines", String.valueOf(lines), "--in", reports.toString());
    try (ChildProcess reading =
        ChildProcess.start(
            List.of("-Xmx" + heap), arguments, Map.of(), reports.resolve("output.log"))) {
      boolean ended = reading.waitFor(LONGEST);
      String output = reading.output();
      System.out.print(output);
      return ended && output.contains("all reports were read whole") ? 0 : 1;
    }
  }

  private int readAll(Path reports) throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%d payouts a report, heap of %d MiB%n%-10s %8s %12s %12s %8s %10s%n",
        lines,
        Runtime.getRuntime().maxMemory() / MEGA,
        "report",
        "MiB",
        "bare lines/s",
        "read rows/s",
        "ratio",
        "heap MiB");
    for (BenchReport report : BenchReport.values()) {
      if (!read(report, reports.resolve(report.fileName()))) {
        return 1;
      }
    }
    System.out.println("all reports were read whole");
    return 0;
  }

  private boolean read(BenchReport report, Path file) throws IOException {
    ReportFormat format = report.format();
    double bare = 0;
    double read = 0;
    // The second round counts: the first is for the compiler.
    for (int round = 0; round < ROUNDS; round++) {
      long began = System.nanoTime();
      long physical = countLines(file);
      bare = perSecond(Math.max(physical, lines), began);
      resetPeaks();
      began = System.nanoTime();
      Count rows = rows(format, file);
      read = perSecond(rows.taken, began);
      if (rows.taken != lines || !rows.committed) {
        System.out.println(report + " was not read whole: " + rows.taken + " rows");
        return false;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%-10s %8.1f %12.0f %12.0f %8.2f %10d%n",
        report.title(),
        (double) Files.size(file) / MEGA,
        bare,
        read,
        read / bare,
        peak() / MEGA);
    return true;
  }

  private static double perSecond(long count, long began) {
    return count / ((System.nanoTime() - began) / 1e9);
  }

  private static long countLines(Path file) throws IOException {
    long count = 0;
    try (BufferedReader text = Files.newBufferedReader(file)) {
      while (text.readLine() != null) {
        count++;
      }
    }
    return count;
  }

  private static Count rows(ReportFormat format, Path file) throws IOException {
    Count rows = new Count();
    try (InputStream content = new BufferedInputStream(Files.newInputStream(file), MEGA)) {
      new ReportReader(format).read(content, rows);
    } catch (ReportRefusedException e) {
      System.out.println(e.getMessage());
    }
    return rows;
  }

  /** Counts rows, and forgets them. */
  private static final class Count implements RowSink {
    private long taken;
    private boolean committed;

    @Override
    public void take(ReportRow row) {
      taken++;
    }

    @Override
    public void commit(ReportFacts facts) {
      committed = true;
    }

    @Override
    public void discard() {}
  }

  private static void resetPeaks() {
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /** What the heap held at its fullest, garbage included. */
  private static long peak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }
}
