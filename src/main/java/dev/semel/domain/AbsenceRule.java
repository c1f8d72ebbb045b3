package dev.semel.domain;

import java.time.Instant;
import java.util.Optional;

/**
 * When "not found" is proof. A provider's absence counts only where its file promises that an
 * accepted submission becomes visible within a stated time, and then only after two lookups in a
 * row that both started later than that.
 *
 * <p>All instants are the database's.
 */
public final class AbsenceRule {
  private AbsenceRule() {}

  /** What one more absent answer means. */
  public enum Verdict {
    /** It proves nothing: no promise, or it was asked too early. */
    DOES_NOT_COUNT,
    /** It counts, and one more in a row confirms it. */
    FIRST,
    /** The provider does not have the payout, and a resend under the same reference is safe. */
    CONFIRMED,
    /**
     * The provider does not show the payout, but it may have forgotten the reference: a resend
     * would be a new payout, and a person decides.
     */
    WINDOW_CLOSED
  }

  /**
   * Judges an absent answer.
   *
   * @param terms the provider's promises
   * @param firstPossibleSend the earliest moment at which a request of this attempt may have been
   *     written
   * @param lastPossibleSend the latest moment at which one may have been written
   * @param earlierCounted when the lookup started whose absent answer, just before this one,
   *     counted
   * @param startedAt when the lookup started whose answer this is
   * @param now the moment of the decision
   */
  public static Verdict judge(
      ProviderTerms terms,
      Instant firstPossibleSend,
      Instant lastPossibleSend,
      Optional<Instant> earlierCounted,
      Instant startedAt,
      Instant now) {
    if (terms.visibleWithin().isEmpty()) {
      return Verdict.DOES_NOT_COUNT;
    }
    Instant visibleAt = lastPossibleSend.plus(terms.visibleWithin().get());
    if (!startedAt.isAfter(visibleAt)) {
      return Verdict.DOES_NOT_COUNT;
    }
    boolean secondInARow =
        earlierCounted
            .filter(earlier -> earlier.isAfter(visibleAt) && earlier.isBefore(startedAt))
            .isPresent();
    if (!secondInARow) {
      return Verdict.FIRST;
    }
    boolean forgotten =
        terms.window().map(window -> !now.isBefore(firstPossibleSend.plus(window))).orElse(false);
    return forgotten ? Verdict.WINDOW_CLOSED : Verdict.CONFIRMED;
  }
}
