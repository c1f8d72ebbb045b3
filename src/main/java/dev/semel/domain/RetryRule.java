package dev.semel.domain;

import dev.semel.domain.PayoutEvent.Retry;
import dev.semel.domain.ProviderTerms.RetryTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * When a submission that was certainly not processed is tried again: after a pause with full
 * jitter, never sooner than the provider asked for, and not at all past the tries or the time there
 * are. A payout's deadline is not looked at: one that passes during the pause closes the payout
 * before anybody sends it.
 *
 * <p>All instants are the database's.
 */
public final class RetryRule {
  private RetryRule() {}

  /**
   * Decides about the next try.
   *
   * @param terms the provider's budget
   * @param triesMade how many tries were made, this one included
   * @param firstTry when the first of them was made
   * @param now the moment of the decision
   * @param leastPause what the provider asked for
   * @param random where chance comes from
   */
  public static Retry decide(
      RetryTerms terms,
      int triesMade,
      Instant firstTry,
      Instant now,
      Optional<Duration> leastPause,
      RandomGenerator random) {
    Duration pause = Backoff.pause(terms.base(), terms.cap(), triesMade, leastPause, random);
    boolean usedUp =
        triesMade >= terms.attempts() || now.plus(pause).isAfter(firstTry.plus(terms.total()));
    return usedUp ? new Retry.UsedUp() : new Retry.After(pause);
  }
}
