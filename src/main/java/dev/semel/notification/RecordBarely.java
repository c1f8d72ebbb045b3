// The net under the recording of attempts.
package dev.semel.notification;

import dev.semel.db.Tx;
import dev.semel.notification.Attempt.Outcome;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * Records an attempt whose end could not be recorded as it was, whatever the database refused of
 * it: with nothing of what the receiver sent but its status. Without that nobody would count the
 * attempt, and the delivery would be made again for ever. The fault is ours, so that the endpoint
 * is not judged by it.
 */
@Singleton
class RecordBarely {
  private static final String REASON =
      "What came of it could not be kept: a fault on our side. The receiver may have got it.";

  private final DeliveryStore deliveries;
  private final AttemptStore attempts;
  private final TryAgain tryAgain;

  RecordBarely(DeliveryStore deliveries, AttemptStore attempts, TryAgain tryAgain) {
    this.deliveries = deliveries;
    this.attempts = attempts;
    this.tryAgain = tryAgain;
  }

  /** Records the attempt: delivered where the receiver said so, else as one without an answer. */
  void record(DueDelivery due, Reply.Tried reply) {
    boolean delivered = reply instanceof Reply.Answered answered && AttemptLog.isSuccess(answered);
    Tx.run(
        () -> {
          attempts.append(due, attempt(due, reply, delivered));
          if (delivered) {
            deliveries.delivered(due);
          } else {
            tryAgain.after(due, DeliverySchedule.NO_WISH);
          }
        });
  }

  private static Attempt attempt(DueDelivery due, Reply.Tried reply, boolean delivered) {
    return new Attempt(
        due.attempt(),
        delivered ? Outcome.DELIVERED : Outcome.NO_ANSWER,
        delivered ? Optional.empty() : Optional.of(REASON),
        due.at(),
        Optional.empty(),
        due.url(),
        Optional.empty(),
        "[]",
        delivered && reply instanceof Reply.Answered answered
            ? Optional.of(new Attempt.Answer(answered.status(), "[]", "", true))
            : Optional.empty());
  }
}
