// The database's time, without asking it for every message.
package dev.semel.webhook;

import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The database's time: as it told some seconds ago, and as much later as the node's clock that only
 * goes forward says. Good for tolerances of minutes; what is stored has the database's own.
 */
@Singleton
final class DatabaseClock {
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final WebhookStore store;
  private final LongSupplier nanoTime;
  private volatile @Nullable Reading last;

  DatabaseClock(WebhookStore store, LongSupplier nanoTime) {
    this.store = store;
    this.nanoTime = nanoTime;
  }

  private record Reading(Instant at, long nanos) {
    long age(long now) {
      return now - nanos;
    }
  }

  /** The time. No transaction may be open. */
  Instant now() {
    @Nullable Reading known = last;
    if (known == null || known.age(nanoTime.getAsLong()) > FRESH.toNanos()) {
      long nanos = nanoTime.getAsLong();
      known = new Reading(Tx.call(store::now), nanos);
      last = known;
    }
    return known.at().plusNanos(known.age(nanoTime.getAsLong()));
  }
}
