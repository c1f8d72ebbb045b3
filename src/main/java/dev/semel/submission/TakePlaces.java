// Takes places in a provider's line of submissions, which all nodes share.
package dev.semel.submission;

import dev.semel.db.SqlStates;
import dev.semel.db.Tx;
import dev.semel.provider.ProviderCapacity;
import jakarta.inject.Singleton;
import java.time.Instant;
import org.jboss.logging.Logger;

/**
 * Takes places in a provider's line of submissions, which all nodes share: within its pace, and
 * retries within their budget. Only what has a place is claimed, so that nothing waits under a
 * lease. The line is locked for a few statements in a transaction of their own, never while payouts
 * are claimed: a node that is stopped must not stop the others.
 */
@Singleton
final class TakePlaces {
  private static final Logger LOG = Logger.getLogger(TakePlaces.class);

  private final ClaimStore claims;
  private final FlowStore flow;
  private final RetryBudget budget;

  TakePlaces(ClaimStore claims, FlowStore flow, SubmissionConfig config) {
    this.claims = claims;
    this.flow = flow;
    this.budget = new RetryBudget(config.retryBudget().percent(), config.retryBudget().perMinute());
  }

  /**
   * Takes places for what is due.
   *
   * @param most how many at most
   * @return how many were taken; none when nothing is due or may be sent, or another node is at it
   */
  Places take(String provider, ProviderCapacity capacity, int most) {
    Places wanted = Tx.call(() -> claims.due(provider, capacity.unknownExposure(), most));
    if (wanted.all() == 0) {
      return Places.NONE;
    }
    try {
      return Tx.call(() -> take(provider, new Pace(capacity.perSecond()), wanted, most));
    } catch (RuntimeException e) {
      if (SqlStates.lockTimedOut(e)) {
        return Places.NONE;
      }
      throw e;
    }
  }

  private Places take(String provider, Pace pace, Places wanted, int most) {
    FlowStore.Line line = flow.lock(provider);
    long left = wanted.retries() == 0 ? 0 : budget.left(flow.sent(provider));
    int retries = (int) Math.min(wanted.retries(), left);
    // A retry waits longest, and the budget bounds how many there are.
    int all = Math.min(most, wanted.firsts() + retries);
    Pace.Taken taken = pace.take(line.nextFree(), line.now(), all);
    if (taken.count() == 0) {
      return Places.NONE;
    }
    int ofRetries = Math.min(retries, taken.count());
    Places places = new Places(taken.count() - ofRetries, ofRetries);
    flow.write(provider, taken.nextFree(), places);
    return places;
  }

  /**
   * Gives places back for which nothing was claimed, because another node was quicker. What was
   * claimed has to be sent whether that succeeds or not: places that stay taken are free again in a
   * moment.
   */
  void giveBack(String provider, ProviderCapacity capacity, Places unused) {
    if (unused.firsts() == 0 && unused.retries() == 0) {
      return;
    }
    try {
      Tx.run(() -> giveBack(provider, new Pace(capacity.perSecond()), unused));
    } catch (RuntimeException e) {
      LOG.debugf("%d places at %s were not given back: %s", unused.all(), provider, e.toString());
    }
  }

  private void giveBack(String provider, Pace pace, Places unused) {
    Instant nextFree = flow.lock(provider).nextFree();
    flow.write(
        provider,
        nextFree.minus(pace.spacing().multipliedBy(unused.all())),
        Places.NONE.minus(unused));
  }
}
