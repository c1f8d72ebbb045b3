// Looks for reports in the background.
package dev.semel.app;

import dev.semel.report.pickup.PickUpReports;
import jakarta.inject.Singleton;
import java.util.concurrent.Semaphore;
import org.jboss.logging.Logger;

/**
 * Looks for reports in the background, each round in a thread of its own, so that a partner that is
 * slow keeps nobody waiting for another.
 */
@Singleton
final class PickupRounds {
  private static final Logger LOG = Logger.getLogger(PickupRounds.class);
  private static final int AT_ONCE = 8;

  private final Semaphore room = new Semaphore(AT_ONCE);
  private final PickUpReports pickUpReports;
  private final UntilStopped untilStopped;

  PickupRounds(PickUpReports pickUpReports, UntilStopped untilStopped) {
    this.pickUpReports = pickUpReports;
    this.untilStopped = untilStopped;
  }

  /** Begins a round, which ends when no look is due. */
  void begin() {
    if (room.tryAcquire()) {
      Thread.ofVirtual().name("pick-up-reports").start(this::round);
    }
  }

  private void round() {
    try {
      untilStopped.run(this::all);
    } catch (RuntimeException e) {
      LOG.error("A round of looks for reports failed; the next one goes on", e);
    } finally {
      room.release();
    }
  }

  private void all() {
    while (pickUpReports.step()) {
      LOG.trace("A look for reports is done");
    }
  }
}
