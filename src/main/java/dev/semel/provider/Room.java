// How many may be inside at once.
package dev.semel.provider;

import java.util.concurrent.Semaphore;

/**
 * How many may be inside at once, under a bound that may change while some are: whoever is inside
 * stays, and nobody comes in until there is room under the new bound.
 */
public final class Room extends Semaphore {
  private static final long serialVersionUID = 1L;

  private int most;

  /** Room for so many. */
  public Room(int most) {
    super(most);
    this.most = most;
  }

  /** Whether nobody is inside. */
  public synchronized boolean isEmpty() {
    return availablePermits() >= most;
  }

  /** Makes room for more or for fewer. */
  public synchronized void resize(int now) {
    if (now > most) {
      release(now - most);
    } else {
      reducePermits(most - now);
    }
    most = now;
  }
}
