// What is inside something else, up to a bound.
package dev.semel.report;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * What is inside something else, up to a bound. What is beyond it, or can't be had, refuses the
 * report.
 */
class BoundedStream extends FilterInputStream {
  private final long largest;
  private final String what;
  private long size;

  /**
   * A stream.
   *
   * @param largest how many bytes it may have
   * @param what what it is inside of, in words
   */
  BoundedStream(InputStream in, long largest, String what) {
    super(in);
    this.largest = largest;
    this.what = what;
  }

  /** How many bytes have been read. */
  final long size() {
    return size;
  }

  /** Called with the last byte, and once more whenever somebody asks for more. */
  void ended() throws IOException {}

  @Override
  public final int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public final int read(byte[] into, int offset, int length) {
    try {
      int count = in.read(into, offset, length);
      if (count < 0) {
        ended();
        return count;
      }
      size += count;
      if (size > largest) {
        throw new LoadReport.RefusedException(
            "what is inside the " + what + " has more than " + largest + " bytes.");
      }
      checkpoint();
      return count;
    } catch (IOException e) {
      throw new LoadReport.RefusedException("the " + what + " is damaged or cut.");
    }
  }

  /** Called after each piece. */
  void checkpoint() {}

  @Override
  public final boolean markSupported() {
    return false;
  }
}
