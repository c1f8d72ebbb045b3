package dev.semel.domain;

import java.time.Instant;
import java.util.Optional;

/**
 * When the same request may be sent again in order to learn what became of it. A resend can pay a
 * payout whose first request never arrived, so it is bound to everything that a first submission is
 * bound to; and it can pay it a second time once the provider has forgotten the first.
 *
 * <p>All instants are the database's.
 */
public final class ResendRule {
  private ResendRule() {}

  /** What may be done. */
  public enum Verdict {
    /** The provider remembers the request for as long as the resend can take. */
    SAFE,
    /** The provider promises nothing about a request that it has seen before. */
    NEVER_PROMISED,
    /** The provider may have forgotten the request by the time it sees it again. */
    WINDOW_CLOSED,
    /** Nothing of the payout may be sent any more. */
    DEADLINE_PASSED
  }

  /**
   * Judges a resend that has not been made yet.
   *
   * @param terms the provider's promises
   * @param firstPossibleSend the earliest moment at which a request of this attempt may have been
   *     written; its memory may have begun then
   * @param lastPossibleSend the latest moment at which the resend may be written
   * @param submitBefore the payout's deadline, where it has one
   * @param now the moment of the decision
   */
  public static Verdict judge(
      ProviderTerms terms,
      Instant firstPossibleSend,
      Instant lastPossibleSend,
      Optional<Instant> submitBefore,
      Instant now) {
    if (terms.repeats() == ProviderTerms.Repeats.NONE) {
      return Verdict.NEVER_PROMISED;
    }
    if (submitBefore.filter(deadline -> !now.isBefore(deadline)).isPresent()) {
      return Verdict.DEADLINE_PASSED;
    }
    boolean forgotten =
        terms
            .window()
            .filter(window -> !lastPossibleSend.isBefore(firstPossibleSend.plus(window)))
            .isPresent();
    return forgotten ? Verdict.WINDOW_CLOSED : Verdict.SAFE;
  }
}
