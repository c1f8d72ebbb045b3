package dev.semel.domain;

/**
 * What the provider said of a payout's present attempt when two people took the payout to be
 * another one.
 */
public enum PresentAttempt {
  /** It has it, or no answer was usable, or nobody was asked. */
  MAY_BE_ALIVE,
  /** It says that it has no such payout. What that proves depends on what it promised. */
  ABSENT,
  /** It is done with it, and paid nothing. */
  OVER
}
