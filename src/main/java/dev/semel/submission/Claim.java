// A payout that this node holds for a while.
package dev.semel.submission;

import dev.semel.payout.PayoutRecord;
import java.time.Instant;

/**
 * A payout that this node holds until its lease ends.
 *
 * @param payout the payout as it was when it was claimed
 * @param epoch the number of the claim; what is reported under an earlier one comes too late
 * @param at when it was claimed, by the database's clock
 * @param beganNanos this node's monotonic clock just before the claim: the lease can't last longer
 *     from there than its length
 */
record Claim(PayoutRecord payout, long epoch, Instant at, long beganNanos) {
  /** Ties the calls made under this claim to it, in the call log and at the provider. */
  String correlationId() {
    return payout.id() + "." + epoch;
  }
}
