// Forgets deliveries whose time is over.
package dev.semel.notification;

import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Forgets deliveries that are older than the events are kept, and then the replays that they were
 * for, in small transactions. Those that wait for an endpoint which is delivered to stay.
 */
@Singleton
public final class PurgeDeliveries {
  private static final int BATCH = 500;

  /** How long a purge rests between two transactions. */
  private static final Duration REST = Duration.ofMillis(50);

  private final DeliveryStore deliveries;
  private final ReplayStore replays;
  private final Duration retention;

  PurgeDeliveries(DeliveryStore deliveries, ReplayStore replays, EventConfig config) {
    this.deliveries = deliveries;
    this.replays = replays;
    this.retention = config.retention();
  }

  /**
   * Deletes what may be deleted, until nothing is left or the rest says that it is enough.
   *
   * @return how many deliveries that were
   */
  public int purge(Predicate<Duration> rest) {
    int deleted = 0;
    int batch;
    do {
      batch = Tx.call(() -> deliveries.purge(retention, BATCH));
      deleted += batch;
    } while (batch == BATCH && rest.test(REST));
    Tx.run(() -> replays.purge(retention, BATCH));
    return deleted;
  }
}
