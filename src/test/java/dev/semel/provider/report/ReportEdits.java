// Random edits of reports.
package dev.semel.provider.report;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Edits the bytes of a report as lines, fields and tags break: one to four edits at a time. */
final class ReportEdits {
  private static final int MOST_EDITS = 4;
  private static final List<String> ODD =
      List.of(
          "",
          "\n",
          "\r\n",
          "\"",
          "\"\"",
          ",",
          ";",
          "\t",
          "-",
          "(1)",
          "-1",
          "1e9",
          "0.001",
          "99999999999999999999999999999999",
          "1.000,00",
          "\u0000",
          "\u00EF\u00BB\u00BF",
          "\u00FF\u00FE",
          "NaN",
          "null",
          "{}",
          "[]",
          "[[[[[[[[[[",
          "\"rows\":[",
          "\\ud800",
          "<",
          ">",
          "</Ntry>",
          "<Ntry>",
          "<NtryDtls>",
          "<TxDtls/>",
          "<Amt Ccy=\"XXX\">1</Amt>",
          "<Sts>PDNG</Sts>",
          "<CdtDbtInd>DBIT</CdtDbtInd>",
          "&x;",
          "&#0;",
          "&#xD800;",
          "<!DOCTYPE a>",
          "<![CDATA[x]]>",
          "<?xml version=\"1.1\"?>",
          "<?x y?>",
          " xmlns=\"\"",
          ":20:X\n",
          ":61:2611301130DR1,00NTRFX\n",
          ":62F:C261130EUR0,\n",
          "-}\n",
          "{4:\n",
          "TOTAL;;;\n",
          "30.02.2026",
          "2026-02-30",
          "9999999999-01-01",
          "2026-11-30T10:00:00+99:00",
          "NOTPROVIDED");

  private final Random random;
  private final List<byte[]> others;

  ReportEdits(Random random, List<byte[]> others) {
    this.random = random;
    this.others = others;
  }

  byte[] edited(byte[] report) {
    byte[] bytes = report.clone();
    for (int i = random.nextInt(MOST_EDITS); i >= 0; i--) {
      bytes = edit(bytes);
    }
    return bytes;
  }

  private byte[] edit(byte[] bytes) {
    if (bytes.length == 0) {
      return odd();
    }
    int from = random.nextInt(bytes.length);
    int to = Math.min(bytes.length, from + 1 + random.nextInt(60));
    return switch (random.nextInt(11)) {
      case 0 -> {
        bytes[from] ^= (byte) (1 << random.nextInt(8));
        yield bytes;
      }
      case 1 -> {
        bytes[from] = (byte) random.nextInt(256);
        yield bytes;
      }
      case 2 -> Arrays.copyOf(bytes, from);
      case 3 -> joined(bytes, from, odd(), from);
      case 4 -> joined(bytes, from, odd(), to);
      case 5 -> joined(bytes, from, new byte[0], to);
      case 6 -> joined(bytes, to, Arrays.copyOfRange(bytes, from, to), to);
      case 7 -> joined(bytes, from, repeated(Arrays.copyOfRange(bytes, from, to)), to);
      case 8 -> {
        byte[] other = others.get(random.nextInt(others.size()));
        int at = random.nextInt(other.length);
        yield joined(
            bytes, from, Arrays.copyOfRange(other, at, Math.min(other.length, at + 80)), from);
      }
      case 9 -> lines(bytes);
      default -> {
        if (bytes[from] >= '0' && bytes[from] <= '9') {
          bytes[from] = (byte) ('0' + random.nextInt(10));
        }
        yield bytes;
      }
    };
  }

  private byte[] repeated(byte[] some) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = random.nextInt(400); i >= 0; i--) {
      all.writeBytes(some);
    }
    return all.toByteArray();
  }

  /** Two lines in each other's place. */
  private byte[] lines(byte[] bytes) {
    String[] lines = new String(bytes, StandardCharsets.ISO_8859_1).split("\n", -1);
    int one = random.nextInt(lines.length);
    int two = random.nextInt(lines.length);
    String line = lines[one];
    lines[one] = lines[two];
    lines[two] = line;
    return String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
  }

  private byte[] odd() {
    return ODD.get(random.nextInt(ODD.size())).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] joined(byte[] bytes, int end, byte[] middle, int from) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(bytes, 0, end);
    all.writeBytes(middle);
    all.write(bytes, from, bytes.length - from);
    return all.toByteArray();
  }
}
