// Claims deliveries that are due.
package dev.semel.notification;

import dev.semel.db.Tx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Claims deliveries that are due, in turns among endpoints, under a lease that outlasts an attempt.
 * When a node dies, its claims end and are taken by another; what it may have sent is sent again.
 */
@Singleton
class ClaimDeliveries {
  /** What recording an attempt usually takes at most. What takes longer may come twice. */
  private static final Duration ROOM = Duration.ofSeconds(5);

  private final DueDeliveryStore due;
  private final AttemptStore attempts;
  private final DeliveryConfig config;
  private final RandomGenerator random;

  ClaimDeliveries(
      DueDeliveryStore due, AttemptStore attempts, DeliveryConfig config, RandomGenerator random) {
    this.due = due;
    this.attempts = attempts;
    this.config = config;
    this.random = random;
  }

  /**
   * Claims deliveries.
   *
   * @param resting of endpoints that rest between attempts, or of all others
   * @param most how many at most
   */
  List<DueDelivery> claim(boolean resting, int most) {
    if (most <= 0) {
      return List.of();
    }
    return Tx.call(
        () -> {
          List<String> claimed =
              due.claim(
                  new DueDeliveryStore.Wanted(
                      resting,
                      config.perEndpoint(),
                      most,
                      config.timeout().multipliedBy(2).plus(ROOM),
                      Long.toString(random.nextLong())));
          if (claimed.isEmpty()) {
            return List.of();
          }
          attempts.noteInterrupted(claimed);
          return due.read(claimed);
        });
  }
}
