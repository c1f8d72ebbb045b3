// What follows for a delivery that did not arrive.
package dev.semel.notification;

import dev.semel.domain.RetryAfter;
import dev.semel.notification.DeliverySchedule.Wait;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Has a delivery that did not arrive tried again, as long as its schedule has tries. */
@Singleton
class TryAgain {
  private final DeliveryStore deliveries;
  private final RandomGenerator random;

  TryAgain(DeliveryStore deliveries, RandomGenerator random) {
    this.deliveries = deliveries;
    this.random = random;
  }

  /**
   * Sets the next try, or ends the delivery, in the open transaction. A test is tried once: whoever
   * asked for it is waiting.
   *
   * @param asked what the receiver asked for
   */
  void after(DueDelivery due, RetryAfter asked) {
    Optional<Wait> wait =
        due.kind() == DeliveryKind.TEST
            ? Optional.empty()
            : DeliverySchedule.afterTry(due.tries(), asked, random);
    if (wait.isPresent()) {
      deliveries.retry(due, wait.get());
    } else {
      deliveries.failed(due);
    }
  }
}
