// Processes messages from providers in the background.
package dev.semel.webhook;

import dev.semel.payout.Pulse;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Processes messages from providers on a few virtual threads, for as long as it is started. Any
 * number of nodes may do so side by side. Started and stopped with the server.
 */
@Singleton
public final class WebhookWorker {
  private static final Logger LOG = Logger.getLogger(WebhookWorker.class);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

  private final ProcessWebhooks process;
  private final WebhookSignal signal;
  private final WebhookConfig config;
  private final LongSupplier nanoTime;
  private final List<Thread> threads = new ArrayList<>();
  private final List<Pulse> pulses = new CopyOnWriteArrayList<>();
  private volatile boolean running;

  WebhookWorker(
      ProcessWebhooks process, WebhookSignal signal, WebhookConfig config, LongSupplier nanoTime) {
    this.process = process;
    this.signal = signal;
    this.config = config;
    this.nanoTime = nanoTime;
  }

  /** Whether every thread goes on, or need not. */
  public boolean isWell() {
    return pulses.stream().allMatch(Pulse::isWell);
  }

  /** Starts processing. Starting what is started changes nothing. */
  public synchronized void start() {
    if (running) {
      return;
    }
    running = true;
    for (int i = 1; i <= config.workers(); i++) {
      Pulse pulse = new Pulse(nanoTime);
      pulse.begin();
      pulses.add(pulse);
      threads.add(Thread.ofVirtual().name("webhook-" + i).start(() -> work(pulse)));
    }
  }

  /** Stops processing once what is under way has ended; what is left over stays due. */
  public synchronized void stop() {
    running = false;
    pulses.forEach(Pulse::rest);
    pulses.clear();
    signal.wake(threads.size());
    try {
      for (Thread thread : threads) {
        if (!thread.join(STOP_PATIENCE)) {
          LOG.warnf("The worker %s does not end; its transaction is left to the database", thread);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.clear();
  }

  private void work(Pulse pulse) {
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
      LOG.error("A worker of webhooks has ended; only a new start helps", e);
    } finally {
      pulse.end();
    }
  }

  /** A failure of the whole step, such as a database that is away, must not end the worker. */
  private boolean stepped() {
    try {
      return process.step();
    } catch (RuntimeException e) {
      LOG.warnf("Processing webhooks failed and is tried again: %s", e.getClass().getName());
      return false;
    } catch (Throwable e) {
      LOG.error("Processing webhooks ended with an error and is tried again", e);
      return false;
    }
  }
}
