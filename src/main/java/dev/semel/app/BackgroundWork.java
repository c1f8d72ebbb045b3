// Whether the work in the background still goes on: part of /health/live.
package dev.semel.app;

import dev.semel.notification.DeliveryWorker;
import dev.semel.submission.SubmissionWorker;
import dev.semel.webhook.WebhookWorker;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;

/**
 * Whether the work in the background still goes on. It belongs to "live", not to "ready": a loop
 * that is dead comes back only with a new start of the process, while requests can be answered all
 * the same. A database that is away leaves the loops alive.
 */
@Liveness
@Singleton
final class BackgroundWork implements HealthCheck {
  private final SubmissionWorker submission;
  private final WebhookWorker webhook;
  private final DeliveryWorker delivery;
  private final Schedules schedules;

  BackgroundWork(
      SubmissionWorker submission,
      WebhookWorker webhook,
      DeliveryWorker delivery,
      Schedules schedules) {
    this.submission = submission;
    this.webhook = webhook;
    this.delivery = delivery;
    this.schedules = schedules;
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder check = HealthCheckResponse.named("Work in the background").up();
    tell(check, "submissions", submission.isWell());
    tell(check, "webhooks", webhook.isWell());
    tell(check, "deliveries", delivery.isWell());
    tell(check, "schedules", schedules.isWell());
    return check.build();
  }

  private static void tell(HealthCheckResponseBuilder check, String what, boolean well) {
    check.withData(what, well ? "UP" : "DOWN");
    if (!well) {
      check.down();
    }
  }
}
