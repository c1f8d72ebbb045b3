// The decisions of the submission's use cases, for whoever brings the payout, the answer and the
// time.
package dev.semel.submission;

import dev.semel.domain.PayoutEvent;
import dev.semel.domain.ProviderTerms;
import dev.semel.payout.PayoutStore;
import dev.semel.provider.LookupOutcome;
import dev.semel.provider.SubmitOutcome;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The decisions of the submission's use cases, made by the use cases themselves: what is reported
 * of an answer, and whether a request may be written. No class here has anything to call.
 */
public final class RealDecisions {
  /** The shortest pause: whatever waits longer is a worker that claims later. */
  private static final RandomGenerator NO_PAUSE = () -> 0;

  private final RunningClaims running;
  private final SubmitPayout submitPayout;
  private long nanos;

  /**
   * @param lease how long a claim lasts
   */
  public RealDecisions(Duration lease) {
    running = new RunningClaims(nothing(), new Node("a-node"), lasting(lease), () -> nanos);
    submitPayout = new SubmitPayout(running, nothing(), nothing(), nothing(), NO_PAUSE);
  }

  /** What {@link SubmitPayout} reports of an outcome under a claim. */
  public PayoutEvent submitted(
      SubmitOutcome outcome, long epoch, PayoutStore.Locked locked, ProviderTerms terms) {
    Claim claim = new Claim(locked.payout(), epoch, locked.now(), 0);
    return submitPayout.eventOf(claim, outcome, locked, terms);
  }

  /** What {@link ResolveUnknown} reports of a lookup. */
  public List<PayoutEvent> lookedUp(
      LookupOutcome outcome, Instant startedAt, PayoutStore.Locked locked, ProviderTerms terms) {
    return ResolveUnknown.events(outcome, locked, startedAt, terms);
  }

  /** What {@link CheckStatus} reports of a status check. */
  public List<PayoutEvent> checked(
      LookupOutcome outcome, PayoutStore.Locked locked, ProviderTerms terms) {
    return CheckStatus.events(outcome, locked, terms);
  }

  /**
   * What {@link SeeOtherAttempt}, followed by hand, and {@link RunningClaims} say when they are
   * asked whether a request may be written.
   *
   * @param renewed how long ago the lease was given or renewed last
   */
  public boolean maySend(PayoutStore.Locked locked, Duration renewed) {
    Duration age = renewed.plusMinutes(1);
    Claim claim =
        new Claim(
            locked.payout(),
            locked.payout().leaseEpoch(),
            locked.now().minus(age),
            nanos - age.toNanos());
    running.add(new Claim(claim.payout(), claim.epoch(), claim.at(), nanos - renewed.toNanos()));
    try {
      return locked.payout().aliveAttempts().isEmpty() && running.maySend(claim);
    } finally {
      running.remove(claim);
    }
  }

  private static SubmissionConfig lasting(Duration lease) {
    return (SubmissionConfig)
        Proxy.newProxyInstance(
            SubmissionConfig.class.getClassLoader(),
            new Class<?>[] {SubmissionConfig.class},
            (_, method, _) -> {
              if (method.getName().equals("lease")) {
                return lease;
              }
              throw new UnsupportedOperationException(method.toString());
            });
  }

  /** For a part that the decisions never touch; touching it fails. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }
}
