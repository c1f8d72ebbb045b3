// How long things take at the simulated partner; tests scale them down.
package dev.semel.simulator;

import java.time.Duration;

/**
 * The clockwork of one instance.
 *
 * @param toProcessing from acceptance to {@code processing}
 * @param toPaid from {@code processing} to {@code paid} or {@code failed}
 * @param visibleAfter when an accepted payout shows in a lookup; must be below what the provider
 *     file promises
 * @param visibleLate the same under the fault {@code visible_late}; still below the promise
 * @param visibleTooLate the same under the fault {@code visible_too_late}; above the promise
 * @param returnAfter from {@code paid} to {@code returned}
 * @param slowAnswer how long a slow answer takes
 * @param neverAnswers when a connection that is never answered is reset after all
 * @param outage how long an outage lasts that an account number asked for
 * @param webhookBackoff the pause before the first repetition of a webhook; it doubles up to {@code
 *     webhookBackoffCap}
 * @param webhookTimeout how long the receiver of a webhook may take to answer
 */
public record Timings(
    Duration toProcessing,
    Duration toPaid,
    Duration visibleAfter,
    Duration visibleLate,
    Duration visibleTooLate,
    Duration returnAfter,
    Duration slowAnswer,
    Duration neverAnswers,
    Duration outage,
    Duration webhookBackoff,
    Duration webhookBackoffCap,
    Duration webhookTimeout) {

  /** What suits a demonstration that people watch. */
  public static Timings defaults() {
    return new Timings(
        Duration.ofMillis(150),
        Duration.ofMillis(300),
        Duration.ofMillis(200),
        Duration.ofMillis(2_500),
        Duration.ofMillis(8_000),
        Duration.ofMillis(1_500),
        Duration.ofMillis(1_500),
        Duration.ofMinutes(2),
        Duration.ofSeconds(3),
        Duration.ofMillis(200),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10));
  }

  /** All times divided by this number, for tests in a hurry. */
  public Timings dividedBy(int divisor) {
    return new Timings(
        toProcessing.dividedBy(divisor),
        toPaid.dividedBy(divisor),
        visibleAfter.dividedBy(divisor),
        visibleLate.dividedBy(divisor),
        visibleTooLate.dividedBy(divisor),
        returnAfter.dividedBy(divisor),
        slowAnswer.dividedBy(divisor),
        neverAnswers.dividedBy(divisor),
        outage.dividedBy(divisor),
        webhookBackoff.dividedBy(divisor),
        webhookBackoffCap.dividedBy(divisor),
        webhookTimeout.dividedBy(divisor));
  }

  /** The same with other steps from acceptance to payment. */
  public Timings withSteps(Duration accepted, Duration processing) {
    return new Timings(
        accepted,
        processing,
        visibleAfter,
        visibleLate,
        visibleTooLate,
        returnAfter,
        slowAnswer,
        neverAnswers,
        outage,
        webhookBackoff,
        webhookBackoffCap,
        webhookTimeout);
  }

  /** The same with other delays until a lookup shows a payout. */
  public Timings withVisibility(Duration normal, Duration late, Duration tooLate) {
    return new Timings(
        toProcessing,
        toPaid,
        normal,
        late,
        tooLate,
        returnAfter,
        slowAnswer,
        neverAnswers,
        outage,
        webhookBackoff,
        webhookBackoffCap,
        webhookTimeout);
  }

  /** The same with another delay until money comes back, and another slowness of slow answers. */
  public Timings withReturnAndSlowness(Duration paidToReturned, Duration slowness) {
    return new Timings(
        toProcessing,
        toPaid,
        visibleAfter,
        visibleLate,
        visibleTooLate,
        paidToReturned,
        slowness,
        neverAnswers,
        outage,
        webhookBackoff,
        webhookBackoffCap,
        webhookTimeout);
  }

  /** The same with another length of the outage that an account number asks for. */
  public Timings withOutage(Duration lasting) {
    return new Timings(
        toProcessing,
        toPaid,
        visibleAfter,
        visibleLate,
        visibleTooLate,
        returnAfter,
        slowAnswer,
        neverAnswers,
        lasting,
        webhookBackoff,
        webhookBackoffCap,
        webhookTimeout);
  }
}
