// A thread that runs only when it is its turn.
package dev.semel.app.chaos;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a simulated node, such as a call to a partner. It runs only when it is its turn:
 * whoever resumes it waits until it parks or ends. So the real, blocking code runs, and always in
 * the same order.
 */
final class Fiber {
  private static final ScopedValue<Fiber> CURRENT = ScopedValue.newInstance();

  private final SimulatedNode node;
  private final Semaphore turn = new Semaphore(0);
  private final Semaphore back = new Semaphore(0);
  private boolean ended;
  private boolean killed;
  private boolean observing;
  private @Nullable Throwable failure;

  /** Its process was killed: nothing of it goes on, and no handler of exceptions hears of it. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    Killed() {
      super("the simulated process was killed", null, false, false);
    }
  }

  /**
   * A thread of a node; it waits for its first turn.
   *
   * @param work what it does, with everything bound that it needs
   */
  Fiber(SimulatedNode node, Runnable work) {
    this.node = node;
    Thread.ofVirtual().start(() -> run(work));
  }

  private void run(Runnable work) {
    turn.acquireUninterruptibly();
    try {
      if (!killed) {
        ScopedValue.where(CURRENT, this).run(work);
      }
    } catch (Killed e) {
      // It just ends.
    } catch (RuntimeException | Error e) {
      failure = e;
    } finally {
      ended = true;
      back.release();
    }
  }

  /** The fiber whose turn it is. */
  static Fiber current() {
    return CURRENT.get();
  }

  /** Whether this code runs in a fiber. */
  static boolean running() {
    return CURRENT.isBound();
  }

  SimulatedNode node() {
    return node;
  }

  boolean ended() {
    return ended;
  }

  /** Whether it only looks, so that nothing is done to it. */
  boolean observing() {
    return observing;
  }

  /** Gives it its turn, until it parks or ends. */
  void resume() {
    if (ended) {
      return;
    }
    turn.release();
    back.acquireUninterruptibly();
    if (failure != null) {
      throw new IllegalStateException("a thread of " + node.name() + " failed", failure);
    }
  }

  /** Ends its turn; returns when it is resumed. */
  void park() {
    back.release();
    turn.acquireUninterruptibly();
    dieIfKilled();
  }

  /** Ends it where it is, as SIGKILL does. */
  void kill() {
    killed = true;
    resume();
  }

  /** Marks the thread whose turn it is as killed; it ends with what is thrown next. */
  void dying() {
    killed = true;
  }

  void dieIfKilled() {
    if (killed) {
      throw new Killed();
    }
  }

  /** Looks at something without anything being done to it meanwhile. */
  <T> T observe(Supplier<T> look) {
    observing = true;
    try {
      return look.get();
    } finally {
      observing = false;
    }
  }
}
