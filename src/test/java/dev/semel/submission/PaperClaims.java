// The statements of ClaimStore on paper.
package dev.semel.submission;

import dev.semel.domain.PayoutState;
import dev.semel.payout.PaperPayout;
import dev.semel.payout.PaperPayout.Facts;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/**
 * The statements of {@link ClaimStore} on paper, for one payout that no other transaction holds.
 * {@code ModelMatchesDbTest} compares each with the statement on a real database, so that neither
 * changes without the other.
 */
public final class PaperClaims {
  private static final Set<PayoutState> BEFORE_SENDING =
      EnumSet.of(PayoutState.AWAITING_FUNDS, PayoutState.READY, PayoutState.HELD);

  private PaperClaims() {}

  /** Whether {@link ClaimStore#claimToSubmit} or {@link ClaimStore#claimToAsk} takes it. */
  public static boolean claimable(Facts payout, PayoutState state, Instant now) {
    return payout.state() == state
        && payout.dueAt() != null
        && !payout.dueAt().isAfter(now)
        && (payout.leaseUntil() == null || payout.leaseUntil().isBefore(now))
        && (state != PayoutState.READY
            || payout.deadline() == null
            || payout.deadline().isAfter(now));
  }

  /** What they make of it. */
  public static Facts claim(Facts payout, Duration lease, Instant now) {
    return payout.leased(payout.leaseEpoch() + 1, now.plus(lease));
  }

  /** Whether {@link ClaimStore#renew} renews a claim on it. */
  public static boolean renewable(Facts payout, long epoch, Instant now) {
    return payout.leaseEpoch() == epoch
        && payout.leaseUntil() != null
        && !payout.leaseUntil().isBefore(now);
  }

  /** What {@link ClaimStore#renew} makes of it. */
  public static Facts renew(Facts payout, Duration lease, Instant now) {
    Facts renewed = payout.leased(payout.leaseEpoch(), now.plus(lease));
    return payout.state() == PayoutState.SUBMITTING
        ? renewed.sending(
            renewed.firstSend(), PaperPayout.later(renewed.lastSend(), now.plus(lease)))
        : renewed;
  }

  /** Whether {@link ClaimStore#abandoned} finds it. */
  public static boolean abandoned(Facts payout, Instant now) {
    return payout.state() == PayoutState.SUBMITTING
        && payout.leaseUntil() != null
        && payout.leaseUntil().isBefore(now);
  }

  /** Whether {@link ClaimStore#overdue} finds it. */
  public static boolean overdue(Facts payout, Instant now) {
    return BEFORE_SENDING.contains(payout.state())
        && payout.deadline() != null
        && !payout.deadline().isAfter(now);
  }
}
