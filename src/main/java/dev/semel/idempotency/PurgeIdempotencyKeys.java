// Forgets keys whose time is over.
package dev.semel.idempotency;

import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Forgets keys whose time is over and whose payout is final: in small transactions, with a rest
 * twice as long as each one took, so that creates have the database to themselves most of the time.
 * Several nodes may do it at once, each takes other keys.
 */
@Singleton
public final class PurgeIdempotencyKeys {
  private static final Logger LOG = Logger.getLogger(PurgeIdempotencyKeys.class);
  private static final int BATCH = 250;
  private static final int RESTS = 2;
  private static final Duration TELL_EVERY = Duration.ofSeconds(10);

  private final IdempotencyStore keys;
  private final LongSupplier nanoTime;

  PurgeIdempotencyKeys(IdempotencyStore keys, LongSupplier nanoTime) {
    this.keys = keys;
    this.nanoTime = nanoTime;
  }

  /** How a purge rests between two transactions. */
  public interface Rest {
    /** Rests for this long, and returns whether to go on. */
    boolean rest(Duration time);
  }

  /**
   * Deletes what may be deleted, until nothing is left or the rest says that it is enough.
   *
   * @return how many keys that were
   */
  public int purge(Rest rest) {
    int deleted = 0;
    long told = nanoTime.getAsLong();
    Instant from = Instant.EPOCH;
    while (true) {
      Instant begin = from;
      long began = nanoTime.getAsLong();
      IdempotencyStore.Purged step = Tx.call(() -> keys.purge(begin, BATCH));
      long ended = nanoTime.getAsLong();
      deleted += step.deleted();
      from = step.until();
      if (step.deleted() < BATCH || !rest.rest(Duration.ofNanos(RESTS * (ended - began)))) {
        return deleted;
      }
      if (ended - told > TELL_EVERY.toNanos()) {
        told = ended;
        LOG.infof("Forgot %d idempotency keys so far", deleted);
      }
    }
  }
}
