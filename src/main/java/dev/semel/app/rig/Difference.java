// Something about one payout that the partner's truth and our records do not agree on.
package dev.semel.app.rig;

/**
 * Something about one payout that the partner's truth and our records do not agree on.
 *
 * @param kind what it is
 * @param payout the payout's id, or its name at the partner when we have none
 * @param sentence what differs, for people
 */
public record Difference(Kind kind, String payout, String sentence) {

  /** What it is, the worst first. */
  public enum Kind {
    /** Accepted or paid more than once. */
    PAID_TWICE,
    /** The partner has it, our records do not. */
    LOST,
    /** Open, with nothing due, and nobody was asked. */
    STUCK,
    /** The two sides say different things. */
    DISAGREES
  }
}
