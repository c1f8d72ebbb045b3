// Forgets messages that nothing proves to come from a provider.
package dev.semel.webhook;

import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Forgets rejected messages, hints and tests whose time is over, in small transactions with a rest
 * twice as long as each took. What a payout became never rests on them. A hint that waits, or that
 * is to be processed, stays; signed messages are evidence and stay too.
 */
@Singleton
public final class PurgeUnprovenMessages {
  private static final int BATCH = 250;
  private static final int RESTS = 2;

  private final IntakeStore store;
  private final WebhookConfig config;
  private final LongSupplier nanoTime;

  PurgeUnprovenMessages(IntakeStore store, WebhookConfig config, LongSupplier nanoTime) {
    this.store = store;
    this.config = config;
    this.nanoTime = nanoTime;
  }

  /**
   * Deletes what may be deleted, until nothing is left or the rest says that it is enough.
   *
   * @return how many messages that were
   */
  public int purge(Predicate<Duration> rest) {
    int deleted = 0;
    IntakeStore.Retentions kept =
        new IntakeStore.Retentions(
            config.quarantineRetention(), config.hintRetention(), config.testRetention());
    while (true) {
      long began = nanoTime.getAsLong();
      int step = Tx.call(() -> store.purge(kept, BATCH));
      deleted += step;
      Duration took = Duration.ofNanos(nanoTime.getAsLong() - began);
      if (step < BATCH || !rest.test(took.multipliedBy(RESTS))) {
        return deleted;
      }
    }
  }
}
