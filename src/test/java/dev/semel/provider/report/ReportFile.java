// Reports of a partner whose file declares how they read.
package dev.semel.provider.report;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportRefusedException;
import dev.semel.provider.ReportRow;
import dev.semel.provider.file.ProviderFileFault;
import dev.semel.provider.file.ProviderFileReader;
import dev.semel.provider.file.ProviderFileReading.Faulty;
import dev.semel.provider.file.ProviderFileReading.Sound;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads reports with a format that is written as in a provider's file. */
public final class ReportFile {
  private final ReportReader reader;

  private ReportFile(ReportFormat format) {
    this.reader = new ReportReader(format);
  }

  /** A partner's file whose reports are of this format, such as {@code {mt940: {}}}. */
  public static String text(String format) {
    try (InputStream in = ReportFile.class.getResourceAsStream("/providers/acme.yaml")) {
      if (in == null) {
        throw new IllegalStateException("acme.yaml is missing");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.substring(0, text.indexOf("  format: {json"))
          + "  format: "
          + format.strip().replace("\n", " ")
          + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ReportFormat format(String format) {
    return switch (new ProviderFileReader().read(text(format))) {
      case Sound sound -> sound.file().report().orElseThrow().format();
      case Faulty faulty -> throw new IllegalStateException(faulty.faults().toString());
    };
  }

  static List<ProviderFileFault> faults(String format) {
    return switch (new ProviderFileReader().read(text(format))) {
      case Sound _ -> List.of();
      case Faulty faulty -> faulty.faults();
    };
  }

  static ReportFile of(String format) {
    return new ReportFile(format(format));
  }

  ReadRows read(byte[] content) throws ReportRefusedException {
    ReadRows rows = new ReadRows();
    try {
      reader.read(new ByteArrayInputStream(content), rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }

  List<ReportRow> rows(String content) throws ReportRefusedException {
    return read(content.getBytes(StandardCharsets.UTF_8)).rows();
  }

  ReportFacts facts(String content) throws ReportRefusedException {
    return read(content.getBytes(StandardCharsets.UTF_8)).facts().orElseThrow();
  }

  /** The words in which a report is refused, of which no row counts then. */
  String refusal(byte[] content) {
    ReadRows rows = new ReadRows();
    ReportRefusedException refused =
        catchThrowableOfType(
            ReportRefusedException.class,
            () -> reader.read(new ByteArrayInputStream(content), rows));
    if (refused == null || !rows.discarded() || !rows.rows().isEmpty()) {
      throw new AssertionError("it was not refused: " + rows.rows());
    }
    return String.valueOf(refused.getMessage());
  }

  String refusal(String content) {
    return refusal(content.getBytes(StandardCharsets.UTF_8));
  }
}
