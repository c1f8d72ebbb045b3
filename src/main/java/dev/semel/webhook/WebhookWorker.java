// Processes messages from providers in the background.
package dev.semel.webhook;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean running;

  WebhookWorker(ProcessWebhooks process, WebhookSignal signal, WebhookConfig config) {
    this.process = process;
    this.signal = signal;
    this.config = config;
  }

  /** Starts processing. Starting what is started changes nothing. */
  public synchronized void start() {
    if (running) {
      return;
    }
    running = true;
    for (int i = 1; i <= config.workers(); i++) {
      threads.add(Thread.ofVirtual().name("webhook-" + i).start(this::work));
    }
  }

  /** Stops processing once what is under way has ended; what is left over stays due. */
  public synchronized void stop() {
    running = false;
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

  private void work() {
    try {
      while (running) {
        if (!stepped()) {
          signal.await(config.poll());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A failure of the whole step, such as a database that is away, must not end the worker. */
  private boolean stepped() {
    try {
      return process.step();
    } catch (RuntimeException e) {
      LOG.warnf("Processing webhooks failed and is tried again: %s", e.getClass().getName());
      return false;
    }
  }
}
