// Forgets keys whose time is over.
package dev.semel.idempotency;

import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Forgets keys whose time is over and whose payout is final, in small transactions and slowly: what
 * a purge writes goes to the disk that creates wait for. It takes a thousand keys a second, or
 * twice as many as had expired in a second where that is more, so that it doesn't fall behind; and
 * it rests at least twice as long as each transaction took, so that creates have the database to
 * themselves most of the time. Several nodes may do it at once, each takes other keys.
 */
@Singleton
public final class PurgeIdempotencyKeys {
  private static final Logger LOG = Logger.getLogger(PurgeIdempotencyKeys.class);
  private static final int BATCH = 50;
  private static final Duration BATCH_TIME = Duration.ofMillis(50);
  private static final int FASTER_THAN_THEY_EXPIRED = 2;
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
    IdempotencyStore.Place from = IdempotencyStore.Place.FIRST;
    while (true) {
      IdempotencyStore.Place begin = from;
      long began = nanoTime.getAsLong();
      IdempotencyStore.Purged step = Tx.call(() -> keys.purge(begin, BATCH));
      long ended = nanoTime.getAsLong();
      deleted += step.deleted();
      from = step.until();
      if (step.looked() < BATCH
          || !rest.rest(
              pause(
                  Duration.ofNanos(ended - began),
                  Duration.between(begin.expires(), from.expires())))) {
        return deleted;
      }
      if (ended - told > TELL_EVERY.toNanos()) {
        told = ended;
        LOG.infof("Forgot %d idempotency keys so far", deleted);
      }
    }
  }

  /**
   * How long to rest after a transaction.
   *
   * @param took how long it took
   * @param expired the time in which its keys expired
   */
  private static Duration pause(Duration took, Duration expired) {
    Duration due = min(BATCH_TIME, expired.dividedBy(FASTER_THAN_THEY_EXPIRED)).minus(took);
    Duration least = took.multipliedBy(RESTS);
    return due.compareTo(least) > 0 ? due : least;
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
