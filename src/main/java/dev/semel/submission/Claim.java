// A payout that this node holds for a while.
package dev.semel.submission;

import dev.semel.payout.PayoutRecord;
import dev.semel.payout.PayoutStore;
import dev.semel.provider.ProviderQuery;
import java.time.Instant;
import java.util.Optional;

/**
 * A payout that this node holds until its lease ends.
 *
 * @param payout the payout as it was when it was claimed
 * @param epoch the number of the claim; what is reported under an earlier one comes too late
 * @param at when it was claimed, by the database's clock
 * @param beganNanos this node's monotonic clock just before the claim: the lease can't last longer
 *     from there than its length
 * @param sent when a request of its present attempt may have been written, if one may
 */
record Claim(
    PayoutRecord payout,
    long epoch,
    Instant at,
    long beganNanos,
    Optional<ProviderQuery.Sent> sent) {
  /** One of a payout of which it does not matter when it may have been sent. */
  Claim(PayoutRecord payout, long epoch, Instant at, long beganNanos) {
    this(payout, epoch, at, beganNanos, Optional.empty());
  }

  /** Of a payout that was just claimed, and is still locked. */
  static Claim of(PayoutStore.Locked locked, long beganNanos) {
    Optional<ProviderQuery.Sent> sent =
        locked
            .firstPossibleSend()
            .flatMap(
                first ->
                    locked
                        .lastPossibleSend()
                        .map(last -> new ProviderQuery.Sent(first, last, locked.now())));
    return new Claim(locked.payout(), locked.payout().leaseEpoch(), locked.now(), beganNanos, sent);
  }

  /** Ties the calls made under this claim to it, in the call log and at the provider. */
  String correlationId() {
    return payout.id() + "." + epoch;
  }
}
