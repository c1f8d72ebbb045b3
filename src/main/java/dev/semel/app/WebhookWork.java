// Starts and stops the webhook workers with the server.
package dev.semel.app;

import dev.semel.webhook.WebhookWorker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Starts the webhook workers when the server has started, and stops them before it ends. */
@Singleton
final class WebhookWork {
  private final WebhookWorker worker;

  WebhookWork(WebhookWorker worker) {
    this.worker = worker;
  }

  void start(@Observes StartupEvent event) {
    worker.start();
  }

  void stop(@Observes ShutdownEvent event) {
    worker.stop();
  }
}
