package dev.semel.domain;

/**
 * Whose fault it is that a payout did not go through. Customers hear of a failure only when it was
 * the provider's or the beneficiary's.
 */
public enum Fault {
  /** Ours, or a missing setting of ours. */
  PLATFORM,
  /** The provider's. */
  PROVIDER,
  /** The beneficiary's bank details, limits or standing. */
  BENEFICIARY
}
