// Publishes events as soon as they are committed.
package dev.semel.notification;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Publishes events as soon as they are committed: one loop that sleeps until it is woken. Between
 * two publishings it rests, so that many commits are published together and a busy server spends
 * little on it. What it misses is published by the look that every node takes again and again.
 * Started and stopped with the server.
 */
@Singleton
public final class PublishWorker {
  private static final Logger LOG = Logger.getLogger(PublishWorker.class);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  /** A tenth of a second costs a client nothing, and bounds the publishings to ten a second. */
  private static final Duration REST = Duration.ofMillis(100);

  private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

  private final PublishEvents publishEvents;
  private final PublishSignal signal;
  private final EventConfig config;
  private final Semaphore stop = new Semaphore(0);
  private volatile boolean running;
  private @Nullable Thread loop;

  PublishWorker(PublishEvents publishEvents, PublishSignal signal, EventConfig config) {
    this.publishEvents = publishEvents;
    this.signal = signal;
    this.config = config;
  }

  /** Starts publishing, unless this node is to leave it to others. */
  public synchronized void start() {
    if (running || config.publishEvery().equals(EventConfig.NEVER)) {
      return;
    }
    running = true;
    stop.drainPermits();
    loop = Thread.ofVirtual().name("publishing").start(this::work);
  }

  /** Stops publishing; what is left over is published by whoever looks next. */
  public synchronized void stop() {
    running = false;
    stop.release();
    signal.raise();
    try {
      if (loop != null && !loop.join(STOP_PATIENCE)) {
        LOG.warn("The publishing of events does not end; its transaction is left to the database");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    loop = null;
  }

  private void work() {
    try {
      while (running) {
        if (signal.await(LONGEST_WAIT) && running) {
          publish();
          boolean _ = stop.tryAcquire(REST.toMillis(), TimeUnit.MILLISECONDS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      LOG.error("The publishing of events has ended; only a new start helps", e);
    }
  }

  /** A failure, such as a database that is away, must not end the loop. */
  private void publish() {
    try {
      int _ = publishEvents.ofAll();
    } catch (RuntimeException e) {
      LOG.warnf("Events could not be published and are tried again: %s", e.getClass().getName());
    }
  }
}
