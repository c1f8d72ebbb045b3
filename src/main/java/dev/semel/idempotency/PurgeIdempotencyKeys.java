// Forgets keys whose time is over.
package dev.semel.idempotency;

import dev.semel.db.Tx;
import jakarta.inject.Singleton;

/** Forgets keys whose time is over and whose payout is final, in small transactions. */
@Singleton
public final class PurgeIdempotencyKeys {
  private static final int BATCH = 500;

  private final IdempotencyStore keys;

  PurgeIdempotencyKeys(IdempotencyStore keys) {
    this.keys = keys;
  }

  /** Deletes what may be deleted and returns how many keys that were. */
  public int purge() {
    int deleted = 0;
    int batch;
    do {
      batch = Tx.call(() -> keys.purge(BATCH));
      deleted += batch;
    } while (batch == BATCH);
    return deleted;
  }
}
