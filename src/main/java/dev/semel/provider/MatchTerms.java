// What a provider's file allows when its report is matched.
package dev.semel.provider;

import java.util.Set;

/**
 * What a provider's file allows when its report is matched with our payouts, beyond our own
 * reference and the provider's id.
 *
 * @param shortenedTo the lengths to which references may be cut; empty where none may
 * @param anyCase whether capital and small letters are the same in references
 * @param anySpaces whether spaces in references say nothing
 * @param fees how amounts of payouts and rows of fees go together
 * @param inParts whether a payout may be paid in several rows, over several days
 * @param unexplained whether money that nothing explains is a case, or only counted
 * @param days the days on which the provider works: others don't count for its lag
 */
public record MatchTerms(
    Set<Integer> shortenedTo,
    boolean anyCase,
    boolean anySpaces,
    Fees fees,
    boolean inParts,
    boolean unexplained,
    BusinessDays days) {

  /** Where a file says nothing. */
  public static final MatchTerms STRICT =
      new MatchTerms(Set.of(), false, false, Fees.APART, false, true, BusinessDays.USUAL);

  /** How amounts of payouts and rows of fees go together. */
  public enum Fees {
    /** An amount is the payout's; fees stand beside it. */
    APART,
    /** An amount is the payout's and its fee's. */
    ADDED,
    /** An amount is what is left of the payout's without its fee. */
    DEDUCTED
  }

  public MatchTerms {
    shortenedTo = Set.copyOf(shortenedTo);
  }

  /** Whether a reference may be written otherwise than we wrote it. */
  public boolean writtenOtherwise() {
    return !shortenedTo.isEmpty() || anyCase || anySpaces;
  }
}
