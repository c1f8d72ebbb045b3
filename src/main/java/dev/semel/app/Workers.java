// Starts and stops the background work of this node with the server.
package dev.semel.app;

import dev.semel.submission.SubmissionWorker;
import dev.semel.webhook.WebhookWorker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Starts and stops the background work of this node with the server. */
@Singleton
final class Workers {
  private final SubmissionWorker submission;
  private final WebhookWorker webhook;

  Workers(SubmissionWorker submission, WebhookWorker webhook) {
    this.submission = submission;
    this.webhook = webhook;
  }

  void start(@Observes StartupEvent event) {
    submission.start();
    webhook.start();
  }

  void stop(@Observes ShutdownEvent event) {
    webhook.stop();
    try {
      submission.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
