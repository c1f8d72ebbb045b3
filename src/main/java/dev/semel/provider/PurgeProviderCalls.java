// Forgets calls to providers whose time is over.
package dev.semel.provider;

import dev.semel.db.Tx;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Forgets calls to providers whose time is over and whose payout is final, in small transactions
 * with a rest twice as long as each took. The calls of a payout that is not final are evidence and
 * stay. A retention that can't be used stops the start before anything works.
 */
@Startup(PurgeProviderCalls.BEFORE_THE_WORKERS)
@Singleton
public final class PurgeProviderCalls {
  static final int BEFORE_THE_WORKERS = 50;
  private static final int BATCH = 250;
  private static final int RESTS = 2;

  private final ProviderCallStore calls;
  private final Duration retention;
  private final LongSupplier nanoTime;

  PurgeProviderCalls(ProviderCallStore calls, CallLogConfig config, LongSupplier nanoTime) {
    this.calls = calls;
    this.retention = config.retention();
    this.nanoTime = nanoTime;
    if (retention.compareTo(CallLogConfig.LEAST_RETENTION) < 0) {
      throw new IllegalStateException(
          "SEMEL_CALLS_RETENTION is "
              + retention
              + ", but calls to providers must be kept for P1D at least: they are the evidence of what was sent");
    }
  }

  /**
   * Deletes what may be deleted, until nothing is left or the rest says that it is enough.
   *
   * @return how many calls that were
   */
  public int purge(Predicate<Duration> rest) {
    int deleted = 0;
    Instant from = Instant.EPOCH;
    while (true) {
      Instant begin = from;
      long began = nanoTime.getAsLong();
      ProviderCallStore.Purged step = Tx.call(() -> calls.purge(begin, retention, BATCH));
      Duration took = Duration.ofNanos(nanoTime.getAsLong() - began);
      deleted += step.deleted();
      from = step.until();
      if (step.deleted() < BATCH || !rest.test(took.multipliedBy(RESTS))) {
        return deleted;
      }
    }
  }
}
