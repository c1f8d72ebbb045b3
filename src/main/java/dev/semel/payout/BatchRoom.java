// Keeps large batches from filling the memory together.
package dev.semel.payout;

import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Keeps large batches from filling the memory together: read and stored, each takes many times the
 * bytes that were sent. A few are worked on at once on this node; the others wait a little, and are
 * then told to come back, with nothing of them read or stored.
 */
@Singleton
final class BatchRoom {
  private static final int AT_ONCE = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Semaphore room;
  private final Duration patience;

  BatchRoom() {
    this(AT_ONCE, PATIENCE);
  }

  BatchRoom(int atOnce, Duration patience) {
    this.room = new Semaphore(atOnce, true);
    this.patience = patience;
  }

  /**
   * Does the work on a batch when there is room for it.
   *
   * @throws ProblemException {@code unavailable} when there is none for too long
   */
  <T> T inside(Supplier<T> work) {
    if (!entered()) {
      throw new ProblemException(
          ProblemType.UNAVAILABLE,
          "Too many batches are being stored at this moment, and nothing of this one was read. Wait"
              + " for the time in Retry-After, then send the same request again with the same key.");
    }
    try {
      return work.get();
    } finally {
      room.release();
    }
  }

  private boolean entered() {
    try {
      return room.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
