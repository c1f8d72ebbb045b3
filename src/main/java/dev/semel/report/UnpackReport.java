// Unpacks a report, within bounds.
package dev.semel.report;

import dev.semel.provider.ReportPacking;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks a report, within bounds: so many bytes, so much more than was packed, one file, no
 * archive in it. A name in an archive is a label that nobody looks at.
 */
final class UnpackReport {
  private static final long SMALL = 10L * 1024 * 1024;
  private static final int MOST_TIMES = 200;

  private UnpackReport() {}

  /**
   * What is in a report's bytes.
   *
   * @param largest how many bytes it may have
   * @throws LoadReport.RefusedException when it can't be had, at once or while it is read
   */
  static InputStream unpack(ReportPacking packing, InputStream packed, long largest) {
    if (packing == ReportPacking.NONE) {
      return packed;
    }
    Counted counted = new Counted(new BufferedInputStream(packed));
    try {
      return switch (packing) {
        case GZIP ->
            flat(
                new Unpacked(new GZIPInputStream(counted), counted, largest, "gzip file"),
                "gzip file");
        case ZIP -> flat(zipped(counted, largest), "ZIP archive");
        case NONE -> packed;
      };
    } catch (IOException e) {
      throw new LoadReport.RefusedException(
          "it is not packed as the provider's file says, or damaged.");
    }
  }

  private static InputStream zipped(Counted counted, long largest) throws IOException {
    ZipInputStream zip = new ZipInputStream(counted);
    @Nullable ZipEntry first = zip.getNextEntry();
    if (first == null || first.isDirectory()) {
      throw new LoadReport.RefusedException(
          "the ZIP archive does not begin with a file. It has to hold the report and nothing else.");
    }
    return new Unpacked(zip, counted, largest, "ZIP archive") {
      @Override
      void ended() throws IOException {
        if (zip.getNextEntry() != null) {
          throw new LoadReport.RefusedException(
              "the ZIP archive has several files. It has to hold the report and nothing else.");
        }
      }
    };
  }

  /** What is unpacked is no archive again. */
  private static InputStream flat(InputStream unpacked, String what) throws IOException {
    PushbackInputStream content = new PushbackInputStream(unpacked, 4);
    byte[] beginning = content.readNBytes(4);
    content.unread(beginning);
    boolean zip =
        beginning.length == 4 && beginning[0] == 'P' && beginning[1] == 'K' && beginning[2] == 3;
    boolean gzip = beginning.length >= 2 && beginning[0] == 0x1f && (beginning[1] & 0xff) == 0x8b;
    if (zip || gzip) {
      throw new LoadReport.RefusedException("the " + what + " holds another archive.");
    }
    return content;
  }

  /** Packed bytes, counted. */
  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int one = in.read();
      count += one < 0 ? 0 : 1;
      return one;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int read = in.read(into, offset, length);
      count += Math.max(read, 0);
      return read;
    }
  }

  /** Unpacked bytes, which are not absurdly many for what was packed. */
  private static class Unpacked extends BoundedStream {
    private final Counted packed;
    private final String what;

    Unpacked(InputStream in, Counted packed, long largest, String what) {
      super(in, largest, what);
      this.packed = packed;
      this.what = what;
    }

    @Override
    final void checkpoint() {
      if (size() > SMALL && size() / MOST_TIMES > packed.count) {
        throw new LoadReport.RefusedException(
            "the "
                + what
                + " unpacks to more than "
                + MOST_TIMES
                + " times its size, which no report does.");
      }
    }
  }
}
