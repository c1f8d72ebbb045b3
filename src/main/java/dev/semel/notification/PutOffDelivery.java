// Hands back what was not tried.
package dev.semel.notification;

import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.util.random.RandomGenerator;

/**
 * Hands back a delivery that was claimed and not tried, because its turn had not come: after a
 * short wait whoever is free takes it. It is no attempt, so that nothing counts against it or its
 * endpoint.
 */
@Singleton
class PutOffDelivery {
  private final DeliveryStore deliveries;
  private final RandomGenerator random;

  PutOffDelivery(DeliveryStore deliveries, RandomGenerator random) {
    this.deliveries = deliveries;
    this.random = random;
  }

  /** Hands it back. */
  void putOff(DueDelivery due) {
    Tx.run(() -> deliveries.putOff(due, DeliverySchedule.untilItsTurn(random)));
  }
}
