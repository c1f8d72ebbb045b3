// Forgets the bytes of reports whose time is over.
package dev.semel.report;

import dev.semel.db.Tx;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Forgets the bytes of reports whose time is over, a few at a time with a rest after each. Their
 * rows, their digests and their history stay, and so do the bytes of what waits to be read or for
 * people. A retention that can't be used stops the start before anything works.
 */
@Startup(PurgeReportBytes.BEFORE_THE_WORKERS)
@Singleton
public final class PurgeReportBytes {
  static final int BEFORE_THE_WORKERS = 50;
  private static final int BATCH = 5;
  private static final int RESTS = 2;

  private final DeliveryStore deliveries;
  private final Duration retention;
  private final LongSupplier nanoTime;

  PurgeReportBytes(DeliveryStore deliveries, ReportConfig config, LongSupplier nanoTime) {
    this.deliveries = deliveries;
    this.retention = config.contentRetention();
    this.nanoTime = nanoTime;
    if (retention.compareTo(ReportConfig.LEAST_RETENTION) < 0) {
      throw new IllegalStateException(
          "SEMEL_REPORT_CONTENT_RETENTION is "
              + retention
              + ", but the bytes of reports must be kept for P30D at least: people may have to look at them");
    }
  }

  /**
   * Deletes what may be deleted, until nothing is left or the rest says that it is enough.
   *
   * @return of how many deliveries that was
   */
  public int purge(Predicate<Duration> rest) {
    int deleted = 0;
    while (true) {
      long began = nanoTime.getAsLong();
      int step = Tx.call(() -> deliveries.purge(retention, BATCH));
      Duration took = Duration.ofNanos(nanoTime.getAsLong() - began);
      deleted += step;
      if (step < BATCH || !rest.test(took.multipliedBy(RESTS))) {
        return deleted;
      }
    }
  }
}
