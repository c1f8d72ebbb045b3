// Lets what is done again and again end before the database goes.
package dev.semel.app;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Runs tasks until the server is told to stop: then nothing begins any more, and what is running
 * gets a moment to end before its database is taken away. What is left is done after the next
 * start, or by another node.
 */
@Singleton
class UntilStopped {
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final CountDownLatch stopping = new CountDownLatch(1);
  private final ReadWriteLock running = new ReentrantReadWriteLock();

  /** Runs a task, unless the server is stopping. */
  void run(Runnable task) {
    if (!running.readLock().tryLock()) {
      return;
    }
    try {
      if (stopping.getCount() > 0) {
        task.run();
      }
    } finally {
      running.readLock().unlock();
    }
  }

  /** Rests, and is false when the server stops meanwhile. */
  boolean rest(Duration time) {
    try {
      return !stopping.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void stop(@Observes ShutdownEvent event) {
    stopping.countDown();
    try {
      if (running.writeLock().tryLock(GRACE.toSeconds(), TimeUnit.SECONDS)) {
        running.writeLock().unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
