// Tells a report that can't be read from bytes that can't be had.
package dev.semel.provider.report;

import dev.semel.provider.ReportFacts;
import dev.semel.provider.ReportPlace;
import dev.semel.provider.ReportRefusedException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * The bytes of a report, which remembers whether they could be had. Parsers throw IOException for
 * broken text and for a broken stream alike; only the first is the report's own fault.
 */
final class ToldStream extends FilterInputStream {
  private Optional<IOException> broken = Optional.empty();

  ToldStream(InputStream bytes) {
    super(bytes);
  }

  /** Something that reads these bytes. */
  interface Reading {
    /** Reads all of them. */
    ReportFacts from(InputStream bytes) throws ReportRefusedException, IOException;
  }

  /**
   * Lets somebody read.
   *
   * @throws IOException when the bytes could not be had
   * @throws ReportRefusedException for anything that is wrong with the report
   */
  ReportFacts read(Reading reading) throws ReportRefusedException, IOException {
    try {
      return reading.from(this);
    } catch (ReportRefusedException e) {
      if (broken.isPresent()) {
        throw broken.get();
      }
      throw e;
    } catch (IOException e) {
      if (broken.isPresent()) {
        throw broken.get();
      }
      throw new ReportRefusedException(
          ReportPlace.whole(),
          "it is no readable text in the character set that is declared for it");
    }
  }

  @Override
  public int read() throws IOException {
    try {
      return in.read();
    } catch (IOException e) {
      broken = Optional.of(e);
      throw e;
    }
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    try {
      return in.read(bytes, from, length);
    } catch (IOException e) {
      broken = Optional.of(e);
      throw e;
    }
  }

  /** Who opened the bytes closes them. */
  @Override
  public void close() {}
}
