// Starts and stops the background work of this node with the server.
package dev.semel.app;

import dev.semel.submission.SubmissionWorker;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** Starts and stops the background work of this node with the server. */
@Singleton
final class Workers {
  private final SubmissionWorker submission;

  Workers(SubmissionWorker submission) {
    this.submission = submission;
  }

  void start(@Observes StartupEvent event) {
    submission.start();
  }

  void stop(@Observes ShutdownEvent event) {
    try {
      submission.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
