// Packed reports, and bombs.
package dev.semel.report;

import static dev.semel.report.GateWorld.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.provider.ReportPacking;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

class UnpackReportTest {
  private static final long MUCH = 1L << 40;

  @Test
  void a_packed_report_is_read_as_it_was() throws IOException {
    byte[] report = text("reference,amount\n".repeat(1000));

    assertThat(unpacked(ReportPacking.GZIP, gzip(report), MUCH)).isEqualTo(report);
    assertThat(unpacked(ReportPacking.ZIP, zip("../../etc/x", report), MUCH)).isEqualTo(report);
    assertThat(unpacked(ReportPacking.NONE, report, 1)).isEqualTo(report);
    assertThat(unpacked(ReportPacking.GZIP, gzip(new byte[0]), MUCH)).isEmpty();
  }

  @Test
  void s_06_a_bomb_is_refused_before_it_is_unpacked() throws IOException {
    byte[] zeros = new byte[64 * 1024 * 1024];

    refused(ReportPacking.GZIP, gzip(zeros), MUCH, "200 times its size");
    refused(ReportPacking.ZIP, zip("a", zeros), MUCH, "200 times its size");
    refused(ReportPacking.GZIP, gzip(new byte[1001]), 1000, "more than 1000 bytes");
    refused(ReportPacking.GZIP, gzip(gzip(text("a"))), MUCH, "another archive");
    refused(ReportPacking.ZIP, zip("a", zip("b", text("a"))), MUCH, "another archive");
  }

  @Test
  void f_20_an_archive_holds_one_report_and_nothing_else() throws IOException {
    refused(ReportPacking.ZIP, zip("a", text("a"), "a2", text("b")), MUCH, "several files");
    refused(ReportPacking.ZIP, zip("a/"), MUCH, "does not begin with a file");
    refused(ReportPacking.ZIP, zip(), MUCH, "does not begin with a file");
  }

  @Test
  void f_03_what_is_cut_or_packed_otherwise_is_refused() throws IOException {
    byte[] whole = gzip(text("reference,amount\n".repeat(1000)));
    refused(ReportPacking.GZIP, Arrays.copyOf(whole, whole.length - 9), MUCH, "damaged or cut");
    refused(ReportPacking.GZIP, text("reference,amount"), MUCH, "not packed as");
    byte[] zip = zip("a", text("reference,amount\n".repeat(1000)));
    refused(ReportPacking.ZIP, Arrays.copyOf(zip, 50), MUCH, "damaged or cut");
  }

  private static void refused(ReportPacking packing, byte[] packed, long largest, String why) {
    assertThatThrownBy(() -> unpacked(packing, packed, largest))
        .isInstanceOf(LoadReport.RefusedException.class)
        .hasMessageContaining(why);
  }

  private static byte[] unpacked(ReportPacking packing, byte[] packed, long largest)
      throws IOException {
    try (InputStream in = UnpackReport.unpack(packing, new ByteArrayInputStream(packed), largest)) {
      return in.readAllBytes();
    }
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  /** An archive of names, each with the content behind it where there is one. */
  private static byte[] zip(Object... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (Object entry : entries) {
        if (entry instanceof String name) {
          out.putNextEntry(new ZipEntry(name));
        } else {
          out.write((byte[]) entry);
        }
      }
    }
    return bytes.toByteArray();
  }
}
