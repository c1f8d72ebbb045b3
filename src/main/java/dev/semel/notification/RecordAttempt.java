// Records how an attempt ended, and what follows.
package dev.semel.notification;

import dev.semel.db.Tx;
import dev.semel.domain.AlertKind;
import dev.semel.domain.RetryAfter;
import dev.semel.domain.WireNames;
import dev.semel.notification.EndpointHealthStore.Health;
import dev.semel.payout.AlertDesk;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Records how an attempt ended, and what follows in the same transaction: the delivery is over, or
 * due again later; its endpoint is well, rests for a while, or is disabled, which people are told.
 */
@Singleton
class RecordAttempt {
  private static final int GONE = 410;

  /** So that a receiver that gets little is not judged by one bad day. */
  static final int FEWEST_FAILURES_TO_DISABLE = DeliverySchedule.TRIES;

  private final DeliveryStore deliveries;
  private final AttemptStore attempts;
  private final EndpointHealthStore health;
  private final TryAgain tryAgain;
  private final AlertDesk alerts;
  private final DeliveryConfig config;
  private final RandomGenerator random;

  RecordAttempt(
      DeliveryStore deliveries,
      AttemptStore attempts,
      EndpointHealthStore health,
      TryAgain tryAgain,
      AlertDesk alerts,
      DeliveryConfig config,
      RandomGenerator random) {
    this.deliveries = deliveries;
    this.attempts = attempts;
    this.health = health;
    this.tryAgain = tryAgain;
    this.alerts = alerts;
    this.config = config;
    this.random = random;
  }

  /**
   * Records an attempt.
   *
   * @param sent the headers that were sent
   * @param duration how long it took
   */
  void record(DueDelivery due, Map<String, String> sent, Reply.Tried reply, Duration duration) {
    Attempt attempt = AttemptLog.of(due, sent, reply, duration);
    Tx.run(
        () -> {
          attempts.append(due, attempt);
          switch (reply) {
            case Reply.Answered answered when AttemptLog.isSuccess(answered) -> delivered(due);
            case Reply.Answered answered -> refused(due, answered);
            case Reply.Interrupted _ -> deliveries.handBack(due);
            case Reply.NotSigned _ -> tryAgain.after(due, DeliverySchedule.NO_WISH);
            case Reply.AddressRefused _, Reply.NotConnected _, Reply.NoAnswer _ ->
                failed(due, DeliverySchedule.NO_WISH);
          }
        });
  }

  private void delivered(DueDelivery due) {
    deliveries.delivered(due);
    health.well(due.endpointId());
  }

  private void refused(DueDelivery due, Reply.Answered answered) {
    if (answered.status() == GONE) {
      deliveries.failed(due);
      disable(due, DisabledReason.GONE, "It answered 410 Gone, so nothing is sent to it any more.");
    } else {
      failed(due, RetryAfter.of(answered.headers()));
    }
  }

  private void failed(DueDelivery due, RetryAfter asked) {
    tryAgain.after(due, asked);
    if (due.kind() == DeliveryKind.TEST) {
      return;
    }
    Optional<Health> before = health.lock(due.endpointId());
    if (before.isEmpty()) {
      return;
    }
    int failures = before.get().failures() + 1;
    health.failed(due.endpointId(), DeliverySchedule.rest(failures, asked, random));
    if (failures >= FEWEST_FAILURES_TO_DISABLE
        && before.get().failingFor().compareTo(config.disableAfter()) >= 0) {
      disable(
          due,
          DisabledReason.FAILING,
          "Nothing has arrived there for " + before.get().failingFor().toDays() + " days.");
    }
  }

  private void disable(DueDelivery due, DisabledReason reason, String why) {
    if (health.disable(due.endpointId(), WireNames.of(reason))) {
      alerts.raise(
          new AlertDesk.NewAlert(
              due.tenantId(),
              AlertKind.WEBHOOK_ENDPOINT_DISABLED,
              due.endpointId(),
              null,
              null,
              "The webhook endpoint "
                  + due.endpointId()
                  + " is disabled. "
                  + why
                  + " Mend the receiver, enable the endpoint again (PATCH /v1/webhook-endpoints/"
                  + due.endpointId()
                  + " with status enabled), and replay the events that it has missed."));
    }
  }
}
