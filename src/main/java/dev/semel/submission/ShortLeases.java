// Tells that a node is too slow for its leases.
package dev.semel.submission;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tells that this node is too slow for its leases: claim after claim is too old when its request
 * could be written, and is put back. Nothing is lost by that, but nothing is sent either. It is
 * told once; again only when something was sent in between, and an hour has gone by.
 */
final class ShortLeases {
  /** So many in a row are no accident. */
  static final int IN_A_ROW = 10;

  private static final long REST = Duration.ofHours(1).toNanos();

  private final Duration lease;
  private final LongSupplier nanoTime;
  private final Consumer<String> tell;
  private int tooOld;
  private boolean told;
  private long toldAt;

  /**
   * @param lease how long a claim lasts
   * @param nanoTime this node's monotonic clock
   * @param tell tells people
   */
  ShortLeases(Duration lease, LongSupplier nanoTime, Consumer<String> tell) {
    this.lease = lease;
    this.nanoTime = nanoTime;
    this.tell = tell;
  }

  /**
   * A claim came to be sent under.
   *
   * @param inTime whether it was young enough for that
   */
  synchronized void met(boolean inTime) {
    if (inTime) {
      tooOld = 0;
      return;
    }
    tooOld++;
    if (tooOld == IN_A_ROW && (!told || nanoTime.getAsLong() - toldAt >= REST)) {
      told = true;
      toldAt = nanoTime.getAsLong();
      tell.accept(
          IN_A_ROW
              + " payouts in a row were claimed and put back, because half the lease of "
              + lease
              + " had gone by before their request could be written: this node is too slow for it. Set SEMEL_LEASE higher, or give the node less to do; until then it sends little or nothing");
    }
  }
}
