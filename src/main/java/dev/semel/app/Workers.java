// Starts and stops the background work of this node with the server.
package dev.semel.app;

import dev.semel.notification.DeliveryWorker;
import dev.semel.notification.PublishWorker;
import dev.semel.submission.SubmissionWorker;
import dev.semel.webhook.WebhookWorker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Starts and stops the background work of this node with the server. SIGTERM is heard here before
 * the HTTP side has ended its requests, so that nothing is claimed while it does, and the grace of
 * running calls and of requests is one and the same time.
 */
@Singleton
final class Workers {
  private static final Logger LOG = Logger.getLogger(Workers.class);

  private final SubmissionWorker submission;
  private final WebhookWorker webhook;
  private final DeliveryWorker delivery;
  private final PublishWorker publishing;
  private final List<Thread> onSignal =
      List.of(
          new Thread(this::stopSubmission, "stop-workers"),
          new Thread(this::stopDelivery, "stop-deliveries"));

  Workers(
      SubmissionWorker submission,
      WebhookWorker webhook,
      DeliveryWorker delivery,
      PublishWorker publishing) {
    this.submission = submission;
    this.webhook = webhook;
    this.delivery = delivery;
    this.publishing = publishing;
  }

  void start(@Observes StartupEvent event) {
    submission.start();
    webhook.start();
    delivery.start();
    publishing.start();
    onSignal.forEach(Runtime.getRuntime()::addShutdownHook);
  }

  void stop(@Observes ShutdownEvent event) {
    webhook.stop();
    stopSubmission();
    stopDelivery();
    publishing.stop();
    try {
      onSignal.forEach(Runtime.getRuntime()::removeShutdownHook);
    } catch (IllegalStateException e) {
      LOG.trace("The process is ending", e);
    }
  }

  private void stopDelivery() {
    delivery.stop();
  }

  private void stopSubmission() {
    try {
      submission.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
