// The clients and operators of a run.
package dev.semel.app.chaos.processes;

import dev.semel.app.rig.Wait;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Begins so many acts in a second, each on a thread of its own, until it is told to stop. */
final class Traffic implements AutoCloseable {
  /** While nothing is answered, no more than these wait. */
  private static final int MOST_AT_ONCE = 48;

  private final Acts acts;
  private final Api api;
  private final Promises promises;
  private final int perSecond;
  private final Random random;
  private final Semaphore room = new Semaphore(MOST_AT_ONCE);
  private final AtomicInteger begun = new AtomicInteger();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean stopping;

  Traffic(Acts acts, Api api, Promises promises, int perSecond, Random random) {
    this.acts = acts;
    this.api = api;
    this.promises = promises;
    this.perSecond = perSecond;
    this.random = random;
  }

  void start() {
    Future<?> _ = threads.submit(this::beginOneAfterTheOther);
  }

  int begun() {
    return begun.get();
  }

  private void beginOneAfterTheOther() {
    while (!stopping && !Thread.currentThread().isInterrupted()) {
      room.acquireUninterruptibly();
      int number = begun.incrementAndGet();
      Random own = new Random(random.nextLong());
      Future<?> _ = threads.submit(() -> perform(number, own));
      Wait.rest(Duration.ofNanos((long) (random.nextDouble() * 2_000_000_000 / perSecond)));
    }
  }

  private void perform(int number, Random own) {
    try {
      acts.perform(number, own);
    } catch (Api.UnansweredException e) {
      promises.broken(
          new Finding(
              Finding.Kind.UNANSWERED, "request " + number, "", String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      promises.broken(
          new Finding(Finding.Kind.ANSWER, "request " + number, "", "could not be made: " + e));
    } finally {
      room.release();
    }
  }

  /** Begins nothing more; what was begun goes on. */
  void stop() {
    stopping = true;
  }

  /** Waits until everything that was begun is answered. */
  void finish(Duration patience) {
    if (!Wait.until(patience, () -> room.availablePermits() == MOST_AT_ONCE)) {
      api.giveUp();
      Wait.until(patience, () -> room.availablePermits() == MOST_AT_ONCE);
    }
  }

  @Override
  public void close() {
    stopping = true;
    api.giveUp();
    threads.shutdownNow();
  }
}
