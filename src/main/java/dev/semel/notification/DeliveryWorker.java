// Delivers events in the background.
package dev.semel.notification;

import dev.semel.payout.Pulse;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Delivers events in the background: one loop claims what is due, and each claim gets a virtual
 * thread of its own. Endpoints that keep failing have places of their own, so that they can fill
 * those alone. Any number of nodes may do so side by side. Started and stopped with the server.
 */
@Singleton
public final class DeliveryWorker {
  private static final Logger LOG = Logger.getLogger(DeliveryWorker.class);
  private static final Duration FOR_RECORDING = Duration.ofSeconds(5);
  private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(1);

  private final ClaimDeliveries claimDeliveries;
  private final DeliverEvent deliverEvent;
  private final ContinueReplays continueReplays;
  private final DeliverySignal signal;
  private final DeliveryConfig config;
  private final LongSupplier nanoTime;
  private final Pulse pulse;
  private final Semaphore places;
  private final Semaphore placesOfFailing;
  private final Set<Thread> attempts = ConcurrentHashMap.newKeySet();
  private volatile boolean running;
  private @Nullable Thread loop;

  DeliveryWorker(
      ClaimDeliveries claimDeliveries,
      DeliverEvent deliverEvent,
      ContinueReplays continueReplays,
      DeliverySignal signal,
      DeliveryConfig config,
      LongSupplier nanoTime) {
    check(config);
    this.claimDeliveries = claimDeliveries;
    this.deliverEvent = deliverEvent;
    this.continueReplays = continueReplays;
    this.signal = signal;
    this.config = config;
    this.nanoTime = nanoTime;
    this.pulse = new Pulse(nanoTime);
    this.places = new Semaphore(config.workers());
    this.placesOfFailing = new Semaphore(config.failingWorkers());
  }

  /** A setting that can't be used stops the start. */
  static void check(DeliveryConfig config) {
    Duration timeout = config.timeout();
    if (timeout.compareTo(LEAST_TIMEOUT) < 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new IllegalStateException(
          "SEMEL_WEBHOOK_DELIVERY_TIMEOUT is "
              + timeout
              + ", but must be from PT1S to PT1M: a claim lasts a little more than twice as long");
    }
    if (config.perEndpoint() < 1 || config.failingWorkers() < 1 || config.workers() < 0) {
      throw new IllegalStateException(
          "SEMEL_WEBHOOK_DELIVERY_PER_ENDPOINT and SEMEL_WEBHOOK_DELIVERY_FAILING_WORKERS must be 1 at least, and SEMEL_WEBHOOK_DELIVERY_WORKERS 0: with less nothing would ever arrive");
    }
  }

  /** Whether the loop goes on, or need not. */
  public boolean isWell() {
    return pulse.isWell();
  }

  /** Starts delivering. Starting what is started changes nothing. */
  public synchronized void start() {
    if (running || config.workers() <= 0) {
      return;
    }
    running = true;
    pulse.begin();
    loop = Thread.ofVirtual().name("deliveries").start(this::work);
  }

  /**
   * Stops delivering. Attempts that are under way get the grace to end; what is cut then is handed
   * back and delivered again.
   */
  public synchronized void stop() {
    running = false;
    pulse.rest();
    signal.raise();
    try {
      if (loop != null) {
        loop.join(config.stopGrace());
        loop = null;
      }
      await(config.stopGrace());
      attempts.forEach(Thread::interrupt);
      await(FOR_RECORDING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void await(Duration longest) throws InterruptedException {
    long end = nanoTime.getAsLong() + longest.toNanos();
    for (Thread attempt : List.copyOf(attempts)) {
      boolean _ = attempt.join(Duration.ofNanos(Math.max(1, end - nanoTime.getAsLong())));
    }
  }

  private void work() {
    try {
      while (running) {
        if (!stepped()) {
          signal.await(config.poll());
        }
        pulse.beat();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      LOG.error("The loop of deliveries has ended; only a new start helps", e);
    } finally {
      pulse.end();
    }
  }

  /** A failure of the whole step, such as a database that is away, must not end the loop. */
  private boolean stepped() {
    try {
      boolean walked = continueReplays.step();
      boolean begun = begin(false, places);
      boolean begunAtFailing = begin(true, placesOfFailing);
      return walked || begun || begunAtFailing;
    } catch (RuntimeException e) {
      LOG.warnf("Deliveries could not be claimed and are tried again: %s", e.getClass().getName());
      return false;
    } catch (Throwable e) {
      LOG.error("Claiming deliveries ended with an error and is tried again", e);
      return false;
    }
  }

  /** Begins an attempt for each claim, and returns whether there was any. */
  private boolean begin(boolean resting, Semaphore free) {
    List<DueDelivery> claimed = claimDeliveries.claim(resting, free.availablePermits());
    for (DueDelivery due : claimed) {
      free.acquireUninterruptibly();
      Thread attempt =
          Thread.ofVirtual().name("delivery-" + due.id()).unstarted(() -> deliver(due, free));
      attempts.add(attempt);
      attempt.start();
    }
    return !claimed.isEmpty();
  }

  private void deliver(DueDelivery due, Semaphore free) {
    try {
      deliverEvent.deliver(due);
    } catch (Throwable e) {
      // The claim ends by itself, and the attempt is made again.
      LOG.warnf(
          "What became of the delivery %s was not recorded: %s", due.id(), e.getClass().getName());
    } finally {
      attempts.remove(Thread.currentThread());
      free.release();
      signal.raise();
    }
  }
}
