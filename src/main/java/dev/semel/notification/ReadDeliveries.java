// Reads the log of deliveries.
package dev.semel.notification;

import dev.semel.db.Tx;
import dev.semel.problem.ProblemException;
import dev.semel.problem.ProblemType;
import jakarta.inject.Singleton;
import java.util.List;

/** Reads a tenant's deliveries, with what was sent and what came back. */
@Singleton
class ReadDeliveries {
  private final DeliveryLogStore deliveries;
  private final AttemptStore attempts;

  ReadDeliveries(DeliveryLogStore deliveries, AttemptStore attempts) {
    this.deliveries = deliveries;
    this.attempts = attempts;
  }

  /** A delivery and its attempts, the first one first. */
  record Found(Delivery delivery, List<Attempt> attempts) {}

  /** A page of deliveries, newest first. */
  List<Delivery> page(DeliveryFilter filter, int limit) {
    return Tx.call(() -> deliveries.page(filter, limit));
  }

  /** One delivery. */
  Found delivery(String tenantId, String id) {
    return Tx.call(
        () ->
            deliveries
                .find(tenantId, id)
                .map(delivery -> new Found(delivery, attempts.of(id)))
                .orElseThrow(
                    () ->
                        new ProblemException(
                            ProblemType.NOT_FOUND,
                            "There is no delivery with this id, or none any more. Check the id, and whose credential you use.")));
  }
}
