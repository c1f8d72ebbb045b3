// Whether a loop of this node still goes round.
package dev.semel.payout;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether a loop of this node still goes round: it beats with every step. One that has ended
 * without being told to, or stands still for too long, is dead, and nothing but a new start of the
 * process helps it.
 */
public final class Pulse {
  /**
   * Longer than any step may take: a transaction ends after 30 seconds, and one that lost a
   * conflict is made again at once.
   */
  private static final Duration LONGEST_STEP = Duration.ofMinutes(2);

  private final LongSupplier nanoTime;
  private volatile Stage stage = Stage.RESTING;
  private volatile long last;

  private enum Stage {
    /** Not begun, or told to end. */
    RESTING,
    GOING,
    ENDED
  }

  /**
   * A pulse that is not begun.
   *
   * @param nanoTime this node's monotonic clock
   */
  public Pulse(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** The loop begins. */
  public void begin() {
    last = nanoTime.getAsLong();
    stage = Stage.GOING;
  }

  /** A step is done. */
  public void beat() {
    last = nanoTime.getAsLong();
  }

  /** The loop is told to end: from now on nobody wonders about it. */
  public void rest() {
    stage = Stage.RESTING;
  }

  /** The loop has ended; that is a fault unless it was told to. */
  public void end() {
    if (stage == Stage.GOING) {
      stage = Stage.ENDED;
    }
  }

  /** Whether the loop goes round, or need not. */
  public boolean isWell() {
    return switch (stage) {
      case RESTING -> true;
      case GOING -> nanoTime.getAsLong() - last < LONGEST_STEP.toNanos();
      case ENDED -> false;
    };
  }
}
