// The command that measures parsers still reads what it writes.
package dev.semel.app.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ParseBenchTest {

  @Test
  void each_report_of_the_measurement_is_read_whole(@TempDir Path directory) throws IOException {
    for (BenchReport report : BenchReport.values()) {
      report.write(directory.resolve(report.fileName()), 200);
    }
    assertThat(read(directory, 200)).isZero();
    Path csv = directory.resolve(BenchReport.CSV.fileName());
    Files.writeString(csv, Files.readString(csv).replaceFirst("Records,200", "Records,201"));
    assertThat(read(directory, 200)).as("one that is not whole").isEqualTo(1);
  }

  private static int read(Path directory, int lines) {
    return new CommandLine(new ParseBench())
        .execute("--lines", String.valueOf(lines), "--in", directory.toString());
  }
}
