// Forgets events whose time is over.
package dev.semel.notification;

import dev.semel.db.Tx;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Forgets published events whose time is over, in small transactions. A retention that can't be
 * used stops the start before anything works.
 */
@Startup(PurgeEvents.BEFORE_THE_WORKERS)
@Singleton
public final class PurgeEvents {
  static final int BEFORE_THE_WORKERS = 50;
  private static final int BATCH = 500;

  private final EventStore events;
  private final Duration retention;

  PurgeEvents(EventStore events, EventConfig config) {
    this.events = events;
    this.retention = config.retention();
    if (retention.compareTo(EventConfig.LEAST_RETENTION) < 0) {
      throw new IllegalStateException(
          "SEMEL_EVENT_RETENTION is "
              + retention
              + ", but events must be kept for P1D at least: clients read them when they can");
    }
  }

  /** How long a purge rests between two transactions. */
  private static final Duration REST = Duration.ofMillis(50);

  /**
   * Deletes what may be deleted, until nothing is left or the rest says that it is enough.
   *
   * @return how many events that were
   */
  public int purge(Predicate<Duration> rest) {
    int deleted = 0;
    for (String tenant : Tx.call(events::tenants)) {
      int batch;
      do {
        batch = Tx.call(() -> events.purge(tenant, retention, BATCH));
        deleted += batch;
        if (batch > 0 && !rest.test(REST)) {
          return deleted;
        }
      } while (batch > 0);
    }
    return deleted;
  }
}
