// Reads bytes that are kept in pieces, one piece in memory at a time.
package dev.semel.report;

import java.io.InputStream;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;

/** Bytes that are kept in pieces, of which one is in memory at a time. */
final class ChunkStream extends InputStream {
  private final IntFunction<Optional<byte[]>> pieces;
  private byte[] piece = {};
  private int next;
  private int at;
  private boolean ended;

  /**
   * A stream of pieces.
   *
   * @param pieces brings the piece of a number, from 0 on; empty after the last
   */
  ChunkStream(IntFunction<Optional<byte[]>> pieces) {
    this.pieces = pieces;
  }

  @Override
  public int read() {
    return ready() ? piece[at++] & 0xff : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (!ready()) {
      return -1;
    }
    int count = Math.min(length, piece.length - at);
    System.arraycopy(piece, at, into, offset, count);
    at += count;
    return count;
  }

  private boolean ready() {
    while (at == piece.length && !ended) {
      Optional<byte[]> following = pieces.apply(next++);
      ended = following.isEmpty();
      piece = following.orElse(piece);
      at = ended ? piece.length : 0;
    }
    return !ended;
  }
}
